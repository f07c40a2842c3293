"""The command `geobias`, and the only room that knows Hydra.

A few commands are taken before Hydra (`report DIR`, `doctor`, `bench`, `plan ...`); everything else is Hydra's grammar.
Before any work the configuration is composed and checked here, so that a mistake gets one sentence, no traceback.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import resources
from typing import Any, cast

from geobias.errors import GeobiasError, InputError, require
from geobias.suggest import closest

CONFIG_MODULE, CONFIG = "geobias.conf", "config"
_INFORMATION = (
    "--help",
    "-h",
    "--hydra-help",
    "--version",
    "--shell-completion",
    "-sc",
    "--info",
    "-i",
    "--cfg",
    "-c",
)
_OTHER_CONFIG = (
    "--config-dir",
    "-cd",
    "--config-path",
    "-cp",
    "--config-name",
    "-cn",
    "--experimental-rerun",
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code: 0, or 2 for something the user can mend."""
    words = list(sys.argv[1:] if arguments is None else arguments) or ["--help"]
    try:
        command = _COMMANDS.get(words[0])
        if command is not None:
            command(words[1:])
        else:
            _hydra(words)
    except GeobiasError as error:
        print(f"geobias: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(
            "geobias: stopped. What was finished is kept; the same command goes on from there.",
            file=sys.stderr,
        )
        return 130
    return 0


def _report(words: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(
        "geobias report", description="Draw the figures and the page of a run anew, from its tables."
    )
    parser.add_argument("directory", metavar="DIR", help="the directory that a study printed at its end")
    parser.add_argument(
        "--figures",
        metavar="KINDS",
        default="",
        help="kinds of files to draw beside the SVG files of the page, with commas between them: png, pdf",
    )
    given = parser.parse_args(words or ["--help"])
    from geobias.report import build

    print(build(given.directory, figures=[kind.strip() for kind in given.figures.split(",") if kind.strip()]).html)


def _doctor(words: Sequence[str]) -> None:
    if words:
        print("geobias doctor: what this machine has (devices, backends, compilers, models).")
        return
    from geobias.doctor import examine

    print(examine())


def _plan(words: Sequence[str]) -> None:
    if {"-h", "--help"} & set(words):
        print("geobias plan [overrides]: what the study with these overrides would do, how long, and with what memory.")
        return
    study, settings = _checked(_compose(words))
    print(study.plan(settings))


def _bench(words: Sequence[str]) -> None:
    from geobias.bench.quick import main as bench

    bench(words)


_COMMANDS: dict[str, Callable[[Sequence[str]], None]] = {
    "report": _report,
    "doctor": _doctor,
    "plan": _plan,
    "bench": _bench,
}


def _hydra(words: list[str]) -> None:
    hydra = require("hydra", extra="study", purpose="the command line of the studies")
    flags = {word.split("=")[0] for word in words if word.startswith("-")}
    _refuse_bare_words(words)
    if not flags & {*_INFORMATION, *_OTHER_CONFIG}:
        for job_overrides in _jobs(filter(_is_override, words)):
            _checked(_compose(job_overrides))

    def job(config: Any) -> None:
        study, settings = _checked(config)
        report = study.run(settings)
        if report is not None:  # None on a process that only helped the main one
            print(report.html)

    # Hydra's parser takes overrides in one row only; people write flags between them.
    overrides = [word for word in words if _is_override(word)]
    sys.argv = ["geobias", *(word for word in words if word not in overrides), *overrides]
    hydra.main(config_path=f"pkg://{CONFIG_MODULE}", config_name=CONFIG, version_base="1.3")(_plain_errors(job))()


def _plain_errors(job: Callable[[Any], None]) -> Callable[[Any], None]:
    """Hydra prints exceptions of a job its own way; ours are one paragraph and the exit code 2."""

    def run(config: Any) -> None:
        try:
            job(config)
        except GeobiasError as error:
            print(f"geobias: {error}", file=sys.stderr)
            sys.exit(2)

    return run


def _checked(config: Any) -> tuple[Any, Any]:
    """(module of the study, its settings), with every key and value checked."""
    from omegaconf import OmegaConf

    from geobias.studies import find_study

    values = cast(dict[str, Any], OmegaConf.to_container(config, resolve=True))
    study = find_study(values.pop("study"))
    return study, study.SETTINGS.build(**values)


def _compose(overrides: Sequence[str]) -> Any:
    """The configuration of these overrides.

    Raises
    ------
    InputError : an override cannot be parsed (with its quoted form), or names what there is not (with the nearest).
    """
    from hydra import compose, initialize_config_module
    from hydra.errors import HydraException

    with initialize_config_module(CONFIG_MODULE, version_base="1.3"):
        for parsed in map(_parse, overrides):
            _check_group(parsed)
        try:
            return compose(CONFIG, overrides=list(overrides))
        except HydraException as error:
            _check_keys(overrides, compose(CONFIG))
            raise InputError(
                "the overrides must fit the configuration", _first_line(error), "See geobias --help."
            ) from error


def _parse(override: str) -> Any:
    from hydra.core.override_parser.overrides_parser import OverridesParser
    from hydra.errors import HydraException

    try:
        return OverridesParser.create().parse_override(override)
    except HydraException as error:
        key, _, value = override.partition("=")
        quoted = value.replace("\\", "\\\\").replace('"', '\\"')
        raise InputError(
            "every override must be key=value in Hydra's grammar",
            f"{override} is not (characters such as = ( ) ' , need quotes)",
            f"""Write '{key}="{quoted}"' in single quotes of the shell; or put the value in experiment/mine.yaml """
            "that begins with `# @package _global_`, and pass --config-dir . experiment=mine.",
        ) from error


def _jobs(words: Iterable[str]) -> Iterator[list[str]]:
    """The overrides of every job: one, or all of a sweep."""
    from hydra._internal.core_plugins.basic_sweeper import BasicSweeper

    parsed = [_parse(word) for word in words]
    for batch in BasicSweeper.split_arguments(parsed, max_batch_size=None):
        yield from ([*job] for job in batch)


def _check_group(override: Any) -> None:
    """An option of a group that there is not gets the nearest one."""
    folder = resources.files(CONFIG_MODULE) / str(override.key_or_group)
    value = override.value() if override.value_type is not None else None
    if not folder.is_dir() or not isinstance(value, str):
        return
    options = sorted(entry.name.removesuffix(".yaml") for entry in folder.iterdir() if entry.name.endswith(".yaml"))
    if value not in options:
        near = closest(value, options)
        mend = f"Did you mean {override.key_or_group}={near}?" if near else f"There are {options}."
        raise InputError(f"'{override.key_or_group}' must be one of its options", f"'{value}' is not", mend)


def _is_group(key: str) -> bool:
    return key.isidentifier() and (resources.files(CONFIG_MODULE) / key).is_dir()


def _check_keys(overrides: Sequence[str], default: Any) -> None:
    """A key that there is not gets the nearest one."""
    from omegaconf import OmegaConf

    known = list(_keys(OmegaConf.to_container(default, resolve=False)))
    for override in overrides:
        key = override.lstrip("+~").partition("=")[0]
        if key not in known and not key.startswith("hydra") and not _is_group(key):
            near = closest(key, known)
            mend = f"Did you mean '{near}'?" if near else "`geobias --cfg job` lists all."
            raise InputError("every override must name a key of the configuration", f"'{key}' is none", mend)


def _keys(values: Any, place: str = "") -> Iterator[str]:
    for key, value in values.items():
        yield f"{place}{key}"
        if isinstance(value, dict):
            yield from _keys(value, f"{place}{key}.")


def _refuse_bare_words(words: Sequence[str]) -> None:
    """A word that is neither a flag, nor a flag's value, nor an override is a command we do not have."""
    for before, word in zip(["", *words], words, strict=False):
        if word.startswith("-") or _is_override(word) or before.startswith("-"):
            continue
        near = closest(word, _COMMANDS)
        mend = f"Did you mean 'geobias {near}'?" if near else "See geobias --help."
        raise InputError("arguments must be a command or overrides key=value", f"'{word}' is neither", mend)


def _is_override(word: str) -> bool:
    return not word.startswith("-") and ("=" in word or word.startswith("~"))


def _first_line(error: Exception) -> str:
    return str(error).strip().splitlines()[0]
