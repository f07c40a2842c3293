"""What varies between the settings of several runs, and what they share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

UNSET = "none"


def varying(configs: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
    """Setting ("encoder.layer") -> its value in every run, as text, of those settings that are not the same in all.

    Settings that change together, such as all of an encoder's, are one choice and go by the first of them.

    >>> runs = [{"encoder": {"layer": layer, "width": 2 * layer}, "seed": 0} for layer in (1, 2, 1)]
    >>> varying(runs)
    {'encoder.layer': ['1', '2', '1']}
    """
    flat = [dict(_leaves(config)) for config in configs]
    found: dict[tuple[int, ...], tuple[str, list[str]]] = {}
    for name in dict.fromkeys(name for one in flat for name in one):
        values = [one.get(name, UNSET) for one in flat]
        if len(set(values)) > 1:
            found.setdefault(_partition(values), (name, values))
    return dict(found.values())


def shared(configs: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The settings that all runs have alike, nested as they are."""
    first, *others = configs
    out: dict[str, Any] = {}
    for name, value in first.items():
        if isinstance(value, Mapping) and value and all(isinstance(one.get(name), Mapping) for one in others):
            if inner := shared([one[name] for one in configs]):
                out[name] = inner
        elif all(name in one and one[name] == value for one in others):
            out[name] = value
    return out


def _partition(values: Sequence[str]) -> tuple[int, ...]:
    """Which runs have equal values: the same for settings that change together."""
    order = list(dict.fromkeys(values))
    return tuple(order.index(value) for value in values)


def _leaves(value: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    for name, inner in value.items():
        place = f"{path}{name}"
        if isinstance(inner, Mapping) and inner:
            yield from _leaves(inner, f"{place}.")
        else:
            yield place, _text(inner)


def _text(value: Any) -> str:
    if value is None or value in ({}, [], ()):
        return UNSET
    if isinstance(value, list | tuple):
        return ", ".join(map(_text, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
