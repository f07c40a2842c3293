"""Draws: the documents of every repeat and group, as positions in the groups' pools."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from geobias.errors import InputError
from geobias.seeds import generator


@dataclass(frozen=True)
class Draw:
    """One resample: for every group the distinct rows drawn (int64, rising) and how often each came (int64)."""

    rows: dict[str, np.ndarray]
    weights: dict[str, np.ndarray]

    @classmethod
    def from_rows(cls, drawn: Mapping[str, np.ndarray]) -> Draw:
        """Merge repeated rows into weights."""
        merged = {group: np.unique(rows, return_counts=True) for group, rows in drawn.items()}
        return cls({g: m[0] for g, m in merged.items()}, {g: m[1] for g, m in merged.items()})

    def repeated(self) -> dict[str, np.ndarray]:
        """Rows as often as they were drawn, rising."""
        return {group: np.repeat(rows, self.weights[group]) for group, rows in self.rows.items()}


@dataclass(frozen=True)
class Draws:
    """B repeats over the same pools.

    Attributes
    ----------
    pools : group -> rows of the corpus, int64.
    positions : group -> int64 (B, n), positions in the group's pool; what `bootstrap_sinkhorn_divergence` takes.
    outer : int64 (B,), the outer sample that each repeat belongs to; repeats of one outer sample are alike.
    first : the number of the first repeat, where these are a part of others; it names the streams of what is random.
    """

    pools: dict[str, np.ndarray]
    positions: dict[str, np.ndarray]
    outer: np.ndarray
    first: int = 0

    def __len__(self) -> int:
        return len(self.outer)

    def __getitem__(self, repeat: int) -> Draw:
        return Draw.from_rows(self.rows(repeat))

    def __iter__(self) -> Iterator[Draw]:
        return (self[repeat] for repeat in range(len(self)))

    @property
    def groups(self) -> tuple[str, ...]:
        return tuple(self.positions)

    def part(self, some: range) -> Draws:
        """Some of the repeats, one after another, each the same as among all."""
        places = slice(some.start, some.stop)
        positions = {group: of_group[places] for group, of_group in self.positions.items()}
        return Draws(self.pools, positions, self.outer[places], self.first + some.start)

    def rows(self, repeat: int) -> dict[str, np.ndarray]:
        """Rows of the corpus in the order drawn, as often as drawn."""
        return {group: self.pools[group][places[repeat]] for group, places in self.positions.items()}

    def drawn_rows(self) -> np.ndarray:
        """Every row that occurs in some repeat, once, int64."""
        return np.unique(np.concatenate([self.pools[g][np.unique(p)] for g, p in self.positions.items()]))


def nested_bootstrap(
    pools: Mapping[str, np.ndarray],
    *,
    outer: int,
    outer_documents: int,
    inner: int,
    documents: int,
    seed: int,
    purpose: str,
) -> Draws:
    """`outer` samples of a pool, each resampled `inner` times, both with replacement (Regional bias, notebooks).

    pools : group -> int64 rows. Every group draws from a stream of its own, so its draws do not depend on which other
    groups take part.
    """
    positions = {}
    for group, rows in pools.items():
        rng = generator(seed, purpose, group)
        chosen = rng.integers(len(rows), size=(outer, outer_documents))
        again = rng.integers(outer_documents, size=(outer, inner, documents))
        positions[group] = np.take_along_axis(chosen[:, None], again, axis=2).reshape(outer * inner, documents)
    return Draws(dict(pools), positions, np.repeat(np.arange(outer), inner))


def subsamples(
    pools: Mapping[str, np.ndarray],
    *,
    repeats: int,
    documents: int,
    seed: int,
    purpose: str,
    equal: bool = False,
    strata: np.ndarray | None = None,
) -> Draws:
    """`repeats` samples without replacement, of `documents` a group or all that a smaller group has.

    Parameters
    ----------
    pools : group -> int64 rows.
    equal : cut every group to the size of the smallest, so that none is larger than another.
    strata : integers by row of the corpus; every sample holds like numbers of each stratum.

    Raises
    ------
    InputError : an empty pool, or fewer documents than strata.
    """
    sizes = {group: min(documents, len(rows)) for group, rows in pools.items()}
    if equal:
        sizes = dict.fromkeys(sizes, min(sizes.values()))
    if not sizes or min(sizes.values()) < 1:
        empty = [group for group, size in sizes.items() if size < 1]
        raise InputError(
            "every pool must hold a document", f"the pools of {empty} are empty", "Leave these groups out."
        )
    positions = {}
    for group, rows in pools.items():
        rng = generator(seed, purpose, group)
        parts = _strata_places(rows, strata, sizes[group], group)
        samples = [[rng.choice(part, size, replace=False) for part, size in parts] for _ in range(repeats)]
        positions[group] = np.stack([np.concatenate(sample) for sample in samples]).astype(np.int64)
    return Draws(dict(pools), positions, np.arange(repeats))


def _strata_places(rows: np.ndarray, strata: np.ndarray | None, size: int, group: str) -> list[tuple[np.ndarray, int]]:
    """Places in the pool of each stratum, and how many to draw of it; one stratum where there are none."""
    if strata is None:
        return [(np.arange(len(rows)), size)]
    found = [np.flatnonzero(strata[rows] == stratum) for stratum in np.unique(strata[rows])]
    shares = [size // len(found) + (number < size % len(found)) for number in range(len(found))]
    if min(shares) < 1 or any(share > len(part) for share, part in zip(shares, found, strict=True)):
        raise InputError(
            f"a sample of '{group}' must have a document of each of its {len(found)} blocks, and no more than it has",
            f"it wants {shares} of {[len(part) for part in found]}",
            "Change sampling.lda_documents, sampling.long_documents or sampling.long_blocks.",
        )
    return list(zip(found, shares, strict=True))
