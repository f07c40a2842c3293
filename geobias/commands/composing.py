"""Hydra behind a small door: overrides are parsed and composed, and the configuration becomes typed settings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, cast

from geobias.errors import InputError

CONFIG_MODULE, CONFIG = "geobias.conf", "config"
SEARCHPATH = "hydra.searchpath"
_UNFIT = "the overrides must fit the configuration"


def initialised() -> Any:
    """A context in which `composed` and `accepted` can be called."""
    from hydra import initialize_config_module

    return initialize_config_module(CONFIG_MODULE, version_base="1.3")


def composed(overrides: Sequence[str]) -> Any:
    """The configuration of these overrides, or Hydra's own words on them as an `InputError`."""
    import hydra
    from hydra.errors import HydraException
    from omegaconf.errors import OmegaConfBaseException
    from yaml import YAMLError

    try:
        return hydra.compose(CONFIG, overrides=list(overrides))
    except (HydraException, OmegaConfBaseException, YAMLError, ValueError) as error:
        raise InputError(_UNFIT, _one_line(error), "See geobias --help.") from error


def settings_of(config: Any) -> tuple[Any, Any]:
    """(module of the study, its settings), with every key and value checked."""
    from omegaconf import OmegaConf
    from omegaconf.errors import OmegaConfBaseException

    from geobias.studies import find_study

    try:
        values = cast(dict[str, Any], OmegaConf.to_container(config, resolve=True))
    except OmegaConfBaseException as error:
        mend = r"Correct it; \${ stands for the signs themselves."
        raise InputError("every ${...} must name what there is", _one_line(error), mend) from error
    if "experiment" in values:
        raise InputError(
            "an experiment must begin with the line `# @package _global_`", "yours does not", "Add that line."
        )
    study = find_study(values.pop("study", None))
    # A file's keys may be numbers or truths for YAML; settings have names.
    return study, study.SETTINGS.build(**{str(key): value for key, value in values.items()})


def accepted(word: str, chosen: Sequence[str]) -> bool:
    """Whether nothing is wrong with this override beside the options chosen, whatever else is missing."""
    found = parsed(word)
    if found is None or found.is_sweep_override():
        return False
    try:
        settings_of(composed([*chosen, word]))
    except InputError as error:
        return not re.match(rf"('?{re.escape(str(found.key_or_group))}\b|{_UNFIT})", error.must)
    return True


def known_keys(chosen: Sequence[str]) -> dict[str, Any]:
    """Every key of the configuration of these options, with its value."""
    from omegaconf import OmegaConf

    return dict(_flat(cast(dict[str, Any], OmegaConf.to_container(composed(chosen), resolve=False))))


@cache
def option_keys(group: str, option: str) -> frozenset[str]:
    """Every key of the configuration with this option of a group."""
    return frozenset(known_keys([f"{group}={option}"]))


def _flat(values: Mapping[Any, Any], place: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in values.items():
        yield f"{place}{key}", value
        if isinstance(value, dict):
            yield from _flat(value, f"{place}{key}.")


def parsed(word: str) -> Any:
    """The override as Hydra reads it; None where it cannot."""
    from hydra.core.override_parser.overrides_parser import OverridesParser
    from hydra.errors import HydraException

    with suppress(HydraException):
        return OverridesParser.create().parse_override(word)
    return None


def jobs(overrides: Iterable[str]) -> Iterator[list[str]]:
    """The overrides of every job of a sweep; what cannot be parsed is in each of them."""
    from hydra._internal.core_plugins.basic_sweeper import BasicSweeper

    found = {word: parsed(word) for word in overrides}
    unread = [word for word, one in found.items() if one is None]
    sound = [one for one in found.values() if one is not None]
    for batch in BasicSweeper.split_arguments(sound, max_batch_size=None):
        yield from ([*job, *unread] for job in batch)


def is_group(key: str) -> bool:
    return key.isidentifier() and (resources.files(CONFIG_MODULE) / key).is_dir()


def groups() -> list[str]:
    """The groups of the configuration."""
    return sorted(entry.name for entry in resources.files(CONFIG_MODULE).iterdir() if is_group(entry.name))


def mentions(group: str, key: str) -> bool:
    """Whether a file of the group has a line for this key: a quick look before any composing."""
    files = (resources.files(CONFIG_MODULE) / group).iterdir()
    line = re.compile(rf"^{re.escape(key)}:", re.MULTILINE)
    return any(line.search(file.read_text("utf-8")) for file in files if file.name.endswith(".yaml"))


def options_of(group: str, overrides: Sequence[str] = ()) -> list[str]:
    """The options of a group, ours and those of the folders that the overrides add."""
    folders: list[Any] = [resources.files(CONFIG_MODULE) / group]
    for word in overrides:
        if word.startswith(f"{SEARCHPATH}="):
            folders += [Path(str(path).removeprefix("file://")) / group for path in parsed(word).value()]
    entries = [entry.name for folder in folders if folder.is_dir() for entry in folder.iterdir()]
    return sorted({name.removesuffix(".yaml") for name in entries if name.endswith(".yaml")})


@contextmanager
def readable_config() -> Iterator[None]:
    """What is wrong with a configuration file (YAML, interpolations, the list of defaults) becomes an `InputError`."""
    from hydra.errors import HydraException
    from omegaconf.errors import OmegaConfBaseException
    from yaml import YAMLError

    try:
        yield
    except (HydraException, OmegaConfBaseException, YAMLError, UnicodeDecodeError) as error:
        raise InputError(
            "the configuration must be plain YAML whose interpolations lead somewhere",
            f"it says: {_one_line(error)}",
            "Correct the file, or see geobias --cfg job for all keys.",
        ) from error


def _one_line(error: Exception) -> str:
    """The first line of a message, and of a YAML file's the place."""
    place = getattr(error, "problem_mark", None)
    where = f" ({place.name}, line {place.line + 1})" if place is not None else ""
    words = str(getattr(error, "problem", None) or error).strip() or type(error).__name__
    return words.splitlines()[0].rstrip(".") + where
