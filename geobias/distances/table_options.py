"""How a table of divergences is made, beside what each of them is computed with: which pairs, named how, and where."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from geobias.arguments import items, shown, threads
from geobias.distances.devices import Devices
from geobias.distances.sinkhorn_options import check_diameter
from geobias.errors import InputError

Pair = tuple[int, int]


@dataclass(frozen=True)
class Layout:
    """Groups by name, the pairs wanted as positions i < j, and the groups that these need."""

    labels: list[str]
    places: list[Pair]
    needed: list[int]

    @property
    def keys(self) -> list[Pair]:
        """The problems to solve: every group with itself, then every pair."""
        return [*((i, i) for i in self.needed), *self.places]


@dataclass(frozen=True)
class TableOptions:
    """See `pairwise_sinkhorn_divergence` and `bootstrap_sinkhorn_divergence`; checked once."""

    pairs: Sequence[tuple[int | str, int | str]] | None = None
    names: Sequence[str] | None = None
    diameter: float | None = None
    workers: int | None = None
    devices: Devices = None
    progress: Callable[[int, int], None] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "diameter", check_diameter(self.diameter))
        object.__setattr__(self, "workers", threads(self.workers))
        if self.progress is not None and not callable(self.progress):
            raise InputError("progress must be a function or None", f"it is {shown(self.progress)}", "Leave it out.")

    def layout(self, size: int) -> Layout:
        """Of a table of this many groups."""
        labels = group_names(self.names, size)
        places = _pair_places(self.pairs, labels)
        needed = list(range(size)) if self.pairs is None else sorted({place for pair in places for place in pair})
        return Layout(labels, places, needed)

    def start(self, extent: float) -> float:
        """Where every schedule starts, for clouds of this extent."""
        return extent if self.diameter is None else self.diameter


def group_names(names: Sequence[str] | None, size: int) -> list[str]:
    """Names of the groups, as strings; numbers where none are given."""
    labels = [str(name) for name in (range(size) if names is None else items("names", names, "strings"))]
    if len(labels) != size or len(set(labels)) != size:
        raise InputError(
            f"names must be {size} distinct strings, one per group", f"they are {labels}", "Name every group once."
        )
    return labels


def _pair_places(pairs: Sequence[tuple[int | str, int | str]] | None, labels: Sequence[str]) -> list[Pair]:
    """Pairs as positions i < j, each once; given as positions or as names."""
    if pairs is None:
        return list(combinations(range(len(labels)), 2))
    places: dict[Pair, None] = {}
    for pair in items("pairs", pairs, "pairs of groups"):
        ends = items("a pair", pair, "two groups")
        if len(ends) != 2:
            raise InputError("pairs must be of two groups each", f"one is {pair!r}", "Pass [(0, 1), ...].")
        i, j = (_place(group, labels) for group in ends)
        if i != j:
            places[(min(i, j), max(i, j))] = None
    return list(places)


def _place(group: int | str, labels: Sequence[str]) -> int:
    if isinstance(group, str) and group in labels:
        return labels.index(group)
    if isinstance(group, (int, np.integer)) and not isinstance(group, bool) and 0 <= group < len(labels):
        return int(group)
    raise InputError("pairs must name groups of the table", f"{group!r} is none", f"The groups are {list(labels)}.")
