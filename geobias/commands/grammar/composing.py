"""Hydra behind a small door: overrides are composed, and the configuration becomes typed settings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, cast

from geobias.commands.grammar.parsing import expanded, parsed
from geobias.commands.grammar.roots import root
from geobias.commands.grammar.sources import CONFIG_MODULE, options_of
from geobias.errors import InputError

_UNFIT = "the overrides must fit the configuration"


def initialised() -> Any:
    """A context in which `composed` and `accepted` can be called."""
    from hydra import initialize_config_module

    return initialize_config_module(CONFIG_MODULE, version_base="1.3")


def composed(overrides: Sequence[str], *, with_hydra: bool = False) -> Any:
    """The configuration of these overrides, or Hydra's own words on them as an `InputError`.

    with_hydra : with the node `hydra`, whose `runtime.choices` say which groups there are.
    """
    import hydra
    from hydra.errors import HydraException
    from omegaconf.errors import OmegaConfBaseException
    from yaml import YAMLError

    try:
        return hydra.compose(root().config, overrides=list(overrides), return_hydra_config=with_hydra)
    except (HydraException, OmegaConfBaseException, YAMLError, ValueError) as error:
        raise InputError(_UNFIT, _one_line(error), f"See {root().help}.") from error


def settings_of(config: Any) -> tuple[Any, Any]:
    """(package of the study, its settings), or what another root builds, with every key and value checked."""
    from omegaconf import OmegaConf
    from omegaconf.errors import OmegaConfBaseException

    try:
        values = cast(dict[str, Any], OmegaConf.to_container(config, resolve=True))
    except OmegaConfBaseException as error:
        mend = r"Correct it; \${ stands for the signs themselves."
        raise InputError("every ${...} must name what there is", _one_line(error), mend) from error
    if "experiment" in values:
        raise InputError(
            "an experiment must begin with the line `# @package _global_`", "yours does not", "Add that line."
        )
    # A file's keys may be numbers or truths for YAML; settings have names.
    return root().build({str(key): value for key, value in values.items()})


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


def known_keys(chosen: Sequence[str]) -> Mapping[str, Any]:
    """Every key of the configuration of these options, with its value; composed once for all jobs of a sweep."""
    return _known_keys(root().config, tuple(chosen))


@cache
def _known_keys(config: str, chosen: tuple[str, ...]) -> dict[str, Any]:
    """`config`, here and below, is the root: what is cached is that of one root alone."""
    from omegaconf import OmegaConf

    return dict(_flat(cast(dict[str, Any], OmegaConf.to_container(composed(chosen), resolve=False))))


def study_and_groups(overrides: Sequence[str]) -> tuple[str, list[str]]:
    """The study that these overrides choose, or another root, and its groups; composed once for all of a sweep."""
    return _study_and_groups(root().config, tuple(overrides))


@cache
def _study_and_groups(config: str, overrides: tuple[str, ...]) -> tuple[str, list[str]]:
    from omegaconf import OmegaConf

    found = composed(overrides, with_hydra=True)
    name = OmegaConf.select(found, "study.name") if root().of_studies else config
    if name is None:
        raise InputError(
            "the file of a study must begin with `# @package _global_` and set study.name",
            f"study={found.hydra.runtime.choices.study} does not",
            "Add the line and `study: {name: <its package>}`.",
        )
    return str(name), sorted(str(group) for group in found.hydra.runtime.choices if "/" not in str(group))


def option_keys(group: str, option: str, beside: tuple[str, ...] = ()) -> frozenset[str]:
    """Every key of the configuration with this option of a group, beside others; none where they have no such group."""
    return _option_keys(root().config, group, option, beside)


@cache
def _option_keys(config: str, group: str, option: str, beside: tuple[str, ...]) -> frozenset[str]:
    try:
        return frozenset(known_keys([*beside, f"{group}={option}"]))
    except InputError:
        return frozenset()


def _flat(values: Mapping[Any, Any], place: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in values.items():
        yield f"{place}{key}", value
        if isinstance(value, dict):
            yield from _flat(value, f"{place}{key}.")


def jobs(overrides: Iterable[str], added: Sequence[str] = ()) -> Iterator[list[str]]:
    """The overrides of every job of a sweep.

    added : further ones, of all jobs alike, whose folders have options too.
    """
    yield from expanded(overrides, lambda group: options_of(group, added))


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
