"""The Sinkhorn excess with sizes and blur of the data's own scale, where it has most power against other laws.

Measured on tweets (MiniLM, 120 a group, means moved by 4.5 % of the tokens' spread): with samples of 4, 8 and 20
texts at a blur of the spread the excess is 3.2, 2.9 and 3.0 of its standard deviations; at half the spread 2.3, 2.2 and
1.7; at the published .05 1.1, .6 and .4. So what counts is the blur, and how many units all samples hold together, not
how many one holds: of 10 they take the least time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import comb, isqrt

import numpy as np
import torch
from torch import Tensor

from geobias.clouds import TokenClouds
from geobias.distances import SinkhornOptions, TableOptions, cloud_diameter, pairwise_table
from geobias.measures.differences.drawing import LikeUnits
from geobias.measures.differences.settings import DifferenceSettings
from geobias.measures.differences.statistics import standardised
from geobias.measures.keeping import Keeping
from geobias.seeds import generator
from geobias.stats import excess_of_splits, random_splits

LEAST_SAMPLES = 8
"""Samples of a group at least: two groups of 8 can be split in 12,870 ways."""
_LARGEST_SAMPLE, _USUAL_SAMPLES, _MOST_SAMPLES = 10, 15, 36
_DIVERGENCES = 40_000  # of a table, about

Pair = tuple[str, str]


def sample_size(units: Sequence[int], settings: DifferenceSettings) -> int:
    """Units of every sample, m, one for all groups of so many units: `settings.sinkhorn_size`, or as many as leave the
    smallest group 15 samples, from 1 to 10.

    >>> sample_size([810, 240], DifferenceSettings()), sample_size([810, 60], DifferenceSettings())
    (10, 4)
    """
    if settings.sinkhorn_size is not None:
        return settings.sinkhorn_size
    return min(max(1, min(units) // _USUAL_SAMPLES), _LARGEST_SAMPLE)


def samples_of(units: int, size: int, groups: int, settings: DifferenceSettings) -> int:
    """Samples of a group: `settings.sinkhorn_samples`, or as many as there can be, at most 36, and fewer where there
    are so many groups that their table would have more than about 40,000 divergences, but `LEAST_SAMPLES`."""
    most = settings.sinkhorn_samples
    if most is None:
        most = max(LEAST_SAMPLES, min(_MOST_SAMPLES, isqrt(2 * _DIVERGENCES) // groups))
    return min(most, units // size)


def spread(clouds: Sequence[Tensor]) -> float:
    """Root mean square distance of all points to their mean: the blur of the data's scale; 1 where all are one.

    >>> spread([torch.tensor([[0.0, 0.0]]), torch.tensor([[6.0, 8.0]])])
    5.0
    """
    points = torch.cat(list(clouds)).double()
    found = float((points - points.mean(0)).square().sum(1).mean().sqrt())
    return found if found > 0 else 1.0


@dataclass(frozen=True)
class SampleTable:
    """Divergences between samples, float64 (T, T), NaN where none is wanted; `places` are those of each group's.

    m : units of every sample. blur : of the divergences.
    """

    matrix: np.ndarray
    places: Mapping[str, np.ndarray]
    m: int
    blur: float

    def statistic(self, pair: Pair, permutations: int, rng: np.random.Generator) -> tuple[float, np.ndarray]:
        """Excess of the pair, and it and those of permuted samples standardised, float64 (1 + permutations,)."""
        places = [self.places[name] for name in pair]
        both = np.concatenate(places)
        values = self.matrix[np.ix_(both, both)]
        first = np.repeat([1.0, 0.0], [len(of_group) for of_group in places])
        splits = (first[None], *random_splits(first, permutations, rng))
        found = np.concatenate([excess_of_splits(values, split) for split in splits])
        return float(found[0]), standardised(found)

    def splits(self, pair: Pair) -> int:
        """In how many ways that the excess tells apart the pair's samples can be split: halves can be exchanged."""
        a, b = (len(self.places[name]) for name in pair)
        return comb(a + b, a) // (1 + (a == b))


def sample_table(
    units: Mapping[str, LikeUnits],
    clouds: Mapping[str, TokenClouds],
    pairs: Sequence[Pair],
    settings: DifferenceSettings,
    seed: int,
    keeping: Keeping,
) -> SampleTable | None:
    """Samples of every group that has enough units, compared within groups and between those of `pairs`; None where no
    pair is left. Units are dealt to samples at random; a token weighs as much as any other of its sample."""
    size, drawn = _deal(units, clouds, settings, seed)
    wanted = [pair for pair in pairs if pair[0] in drawn and pair[1] in drawn]
    kept = [name for name in drawn if any(name in pair for pair in wanted)]
    if not kept:
        return None
    samples = [sample for name in kept for sample in drawn[name]]
    counts = [len(drawn[name]) for name in kept]
    places = dict(zip(kept, np.split(np.arange(len(samples)), np.cumsum(counts)[:-1]), strict=True))
    blur = settings.sinkhorn_blur or spread(samples)
    cells = [(int(i), int(j)) for name in kept for i in places[name] for j in places[name] if i < j]
    cells += [(int(i), int(j)) for a, b in wanted for i in places[a] for j in places[b]]
    points = torch.cat(samples).numpy()
    made = {"points": points, "tokens": [len(sample) for sample in samples], "cells": np.array(cells), "blur": blur}

    def compute() -> np.ndarray:
        # float64 at once: divergences at so large a blur are small beside their clouds' costs.
        wide = [sample.double() for sample in samples]
        table = TableOptions(cells, None, float(cloud_diameter(wide)), keeping.workers)
        return pairwise_table(wide, None, SinkhornOptions(blur=blur), table).cpu().numpy()

    matrix = keeping.keep(f"omnibus-sinkhorn-m{size}", made, compute)
    return SampleTable(np.asarray(matrix), places, size, blur)


def _deal(
    units: Mapping[str, LikeUnits], clouds: Mapping[str, TokenClouds], settings: DifferenceSettings, seed: int
) -> tuple[int, dict[str, list[Tensor]]]:
    """Units of a sample, and the points of every sample of each group that has enough of them, none empty."""
    size, numbers = _dealt({name: len(group) for name, group in units.items() if name in clouds}, settings)
    drawn = {}
    for name, number in numbers.items():
        order = generator(seed, "omnibus samples", name).permutation(len(units[name]))
        documents = units[name].documents[order[: number * size]].reshape(number, -1)
        points = [clouds[name].select(torch.from_numpy(sample)).points.float() for sample in documents]
        if all(len(sample) for sample in points):
            drawn[name] = points
    return size, drawn


def _dealt(units: Mapping[str, int], settings: DifferenceSettings) -> tuple[int, dict[str, int]]:
    """Units of a sample, and the samples of every group that has enough units."""
    least = settings.sinkhorn_samples or LEAST_SAMPLES
    large = {name: count for name, count in units.items() if count >= least}
    if not large:
        return 0, {}
    size = sample_size(list(large.values()), settings)
    numbers = {name: samples_of(count, size, len(large), settings) for name, count in large.items()}
    return size, {name: number for name, number in numbers.items() if number >= least}


def count_divergences(units: Mapping[str, int], pairs: Sequence[Pair], settings: DifferenceSettings) -> tuple[int, int]:
    """Divergences of the table of groups of so many units, each sample's of itself among them, and m; 0 where there
    would be none.

    >>> count_divergences({"au": 80, "nz": 80}, [("au", "nz")], DifferenceSettings(sinkhorn_samples=8))
    (136, 5)
    """
    size, numbers = _dealt(units, settings)
    wanted = [pair for pair in pairs if pair[0] in numbers and pair[1] in numbers]
    own = sum(numbers[name] * (numbers[name] + 1) // 2 for name in {name for pair in wanted for name in pair})
    return own + sum(numbers[a] * numbers[b] for a, b in wanted), size
