"""What people type becomes the settings of a study, or one sentence; Hydra stays here and in `geobias.commands.run`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from geobias.commands.grammar.composing import jobs, readable_config, settings_of
from geobias.commands.grammar.overrides import as_written, compose, with_folder
from geobias.commands.grammar.places import one_directory, output_folder
from geobias.commands.grammar.roots import STUDIES, Root, rooted
from geobias.commands.grammar.sources import CONFIG, CONFIG_MODULE
from geobias.commands.grammar.words import split_words
from geobias.errors import InputError, require

__all__ = [
    "CONFIG",
    "CONFIG_MODULE",
    "STUDIES",
    "Root",
    "as_written",
    "compose",
    "jobs",
    "one_directory",
    "output_folder",
    "read_settings",
    "readable_config",
    "rooted",
    "settings_of",
    "split_words",
    "with_folder",
]


def read_settings(
    command: str, words: Sequence[str], commands: Iterable[str], chosen: Root = STUDIES
) -> tuple[Any, Any]:
    """(package of the study, its settings) that the words of a command mean, where these are overrides of one study.

    chosen : of another root the words are overrides of its configuration, and it says what comes back.

    Raises
    ------
    InputError : a word is wrong, or is one of Hydra's flags other than --config-dir.
    """
    require("hydra", extra="study", purpose="the command line of the studies")
    with rooted(chosen):
        return _read_settings(command, words, commands)


def _read_settings(command: str, words: Sequence[str], commands: Iterable[str]) -> tuple[Any, Any]:
    flags, overrides = split_words(words, commands)
    other = [flag for flag in flags if flag != "--config-dir"]
    if other:
        raise InputError(
            f"geobias {command} takes overrides, and of Hydra's flags --config-dir alone",
            f"there is {other[0]}",
            "Leave it out.",
        )
    added = with_folder([], flags.get("--config-dir"))
    return settings_of(compose([*as_written(overrides, added), *added]))
