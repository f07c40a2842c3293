"""Hydra's flags on the command line: which there are, and what each takes. A test compares them with Hydra's own."""

from __future__ import annotations

from dataclasses import dataclass

from geobias.errors import InputError


@dataclass(frozen=True)
class Flag:
    """`name` is the long spelling. A value must follow where it is `needed`; one of `choices` may."""

    name: str
    needed: bool = False
    choices: tuple[str, ...] = ()


_FLAGS = (
    (Flag("--help"), "-h"),
    (Flag("--hydra-help"), None),
    (Flag("--cfg", needed=True), "-c"),
    (Flag("--resolve"), None),
    (Flag("--package", needed=True), "-p"),
    (Flag("--run"), "-r"),
    (Flag("--multirun"), "-m"),
    (Flag("--shell-completion"), "-sc"),
    (Flag("--config-path", needed=True), "-cp"),
    (Flag("--config-name", needed=True), "-cn"),
    (Flag("--config-dir", needed=True), "-cd"),
    (Flag("--experimental-rerun", needed=True), None),
    (Flag("--info", choices=("all", "config", "defaults", "defaults-tree", "plugins", "searchpath")), "-i"),
)
FLAGS = {spelling: flag for flag, short in _FLAGS for spelling in (flag.name, short) if spelling}
"""spelling -> flag"""

_REFUSED = {
    "--config-path": "A folder of your own goes with --config-dir.",
    "--config-name": "Put its values in experiment/mine.yaml, and pass --config-dir . experiment=mine.",
    "--experimental-rerun": "The same command goes on from where it was stopped.",
}


def check_flag(flag: Flag, value: str) -> None:
    """Raise `InputError` where a flag lacks its value, or would put another configuration in place of ours."""
    if flag.needed and not value:
        raise InputError(f"{flag.name} must have a value", "there is none", "See geobias --hydra-help.")
    if flag.name in _REFUSED:
        raise InputError("geobias composes its own configuration", f"{flag.name} names another", _REFUSED[flag.name])
