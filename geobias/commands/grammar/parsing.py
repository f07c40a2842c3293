"""One override as Hydra reads it, and the jobs of a sweep. Hydra's parser is what its plugins are told to use."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

from geobias.errors import InputError


def parsed(word: str) -> Any:
    """The override as Hydra reads it; None where it cannot."""
    from hydra.core.override_parser.overrides_parser import OverridesParser
    from hydra.errors import HydraException

    with suppress(HydraException):
        return OverridesParser.create().parse_override(word)
    return None


def expanded(overrides: Iterable[str], options_of: Callable[[str], list[str]]) -> Iterator[list[str]]:
    """The overrides of every job of a sweep, in the order of Hydra's own sweeper; what cannot be parsed is in each."""
    found = {word: parsed(word) for word in overrides}
    unread = [word for word, one in found.items() if one is None]
    choices = [_choices(word, one, options_of) for word, one in found.items() if one is not None]
    yield from ([*job, *unread] for job in itertools.product(*choices))


def _choices(word: str, found: Any, options_of: Callable[[str], list[str]]) -> list[str]:
    """An override for every value of a sweep; the word alone where it has one value.

    Raises
    ------
    InputError : a range without steps.
    """
    from hydra.core.override_parser.types import Glob

    if not found.is_sweep_override():
        return [word]
    key = found.get_key_element()
    if isinstance(found.value(), Glob):
        return [f"{key}={name}" for name in found.value().filter(options_of(str(found.key_or_group)))]
    if not found.is_discrete_sweep():
        raise InputError("a sweep must name its values", f"{word} does not", f"Write them out: -m {key}=1,2,3.")
    return [f"{key}={value}" for value in found.sweep_string_iterator()]
