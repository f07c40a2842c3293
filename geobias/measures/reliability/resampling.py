"""Pairwise tables of halves and of resamples of one set of units: distances and gaps under the same weights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from geobias.measures.reliability.gap_tables import WeighedGaps, half_spread
from geobias.measures.reliability.sample import UnitSample
from geobias.measures.reliability.settings import ReliabilitySettings
from geobias.measures.reliability.unit_tables import UnitPoints, weighted_distances
from geobias.measures.scores import split_halves
from geobias.parallel import single_threaded
from geobias.sampling import set_of
from geobias.seeds import generator
from geobias.stats import document_weights, nested_weights

INNER = 4
"""Halvings of every resample, for the interval of a reliability."""

Weighed = Sequence[tuple[np.ndarray, np.ndarray | None]]


@dataclass(frozen=True)
class ResampledTables:
    """Tables of G groups under weights of their units, each quantity -> float64 (..., G, G).

    observed : all units, (G, G). halves : both halves of S halvings, (2, S, G, G). replicates : units and models
    resampled, (B, G, G). halved : both halves of `INNER` halvings of every resample of units, (2, B, INNER, G, G).
    factors : quantity -> how many times the units of a half the whole table has. settings : what made them.
    """

    groups: tuple[str, ...]
    observed: Mapping[str, np.ndarray]
    halves: Mapping[str, np.ndarray]
    replicates: Mapping[str, np.ndarray]
    halved: Mapping[str, np.ndarray]
    factors: Mapping[str, float]
    settings: ReliabilitySettings = field(default_factory=ReliabilitySettings)


def resampled_tables(
    sample: UnitSample, settings: ReliabilitySettings | None = None, *, seed: int = 0
) -> ResampledTables:
    """Measure distances and gaps again on halves and on resamples of the units.

    A unit has one weight for its vector and all its documents, in whichever table and group it stands, so what tables
    share stays shared. Resampling gives every unit an independent exponential weight (Rubin 1981), and every model one
    by `nested_weights`; a halving deals each group's units at random into two parts. Halves of a resample are of
    whole units too: no unit stands in both. The same seed gives the same bits on any number of cores.
    """
    chosen = settings or ReliabilitySettings()
    thin, more = sample.thinned(chosen, seed)
    every = np.unique(np.concatenate([*thin.units().values(), np.empty(0, np.int64)]))
    halves = _halvings(thin, every, chosen.splits, generator(seed, "halvings"))
    weights = document_weights(len(every), chosen.replicates, generator(seed, "resampled units"))
    inner = _halvings(thin, every, chosen.replicates * INNER, generator(seed, "halvings of resamples"))
    repeated = np.repeat(weights, INNER, 0)
    weighed: Weighed = [
        (np.ones((1, len(every))), None),
        (np.concatenate([halves, 1 - halves]), None),
        (weights, _model_weights(thin, chosen.replicates, seed)),
        (np.concatenate([repeated * inner, repeated * (1 - inner)]), None),
    ]
    with single_threaded():
        distances = _distances(thin, every, weighed, chosen, seed)
        gaps = _gaps(thin, every, weighed, seed)
    found = {**distances, **gaps}
    shapes = [(), (2, chosen.splits), (chosen.replicates,), (2, chosen.replicates, INNER)]
    observed, halved, replicates, both = (
        {name: tables[i].reshape(*shape, *tables[i].shape[-2:]) for name, tables in found.items()}
        for i, shape in enumerate(shapes)
    )
    factors = {name: 2.0 * (more if name in distances else 1.0) for name in found}
    return ResampledTables(thin.base_groups, observed, halved, replicates, both, factors, chosen)


def _halvings(sample: UnitSample, every: np.ndarray, splits: int, rng: np.random.Generator) -> np.ndarray:
    """Zeros and ones, float64 (splits, units): a unit's half, half of each group's units in either."""
    out, dealt = np.zeros((splits, len(every))), np.zeros(len(every), bool)
    for names in sample.units().values():
        places = np.searchsorted(every, names)
        places = places[~dealt[places]]
        dealt[places] = True
        # of an odd number the one that is left over goes to either half
        sides = (np.arange(len(places)) + rng.integers(2, size=(splits, 1))) % 2
        out[:, places] = rng.permuted(sides, axis=1)
    return out


def _model_weights(sample: UnitSample, replicates: int, seed: int) -> np.ndarray | None:
    if sample.scored is None:
        return None
    models = sample.scored.predictions.models
    sets = np.array([set_of(name) for name in models]) if sample.sets is None else np.asarray(sample.sets)
    return nested_weights(sets, replicates, generator(seed, "resampled models"))


def _distances(
    sample: UnitSample, every: np.ndarray, weighed: Weighed, settings: ReliabilitySettings, seed: int
) -> dict[str, list[np.ndarray]]:
    """One matrix of units at a time, which all weights go through."""
    names = sample.base_groups
    if not names or not settings.distances:
        return {}
    points = UnitPoints.of({name: sample.groups[name] for name in names}, seed)
    at = np.concatenate([np.searchsorted(every, sample.ids[name]) for name in names])
    found = {}
    for distance in settings.distances:
        matrix = points.matrix(distance, seed)
        found[str(distance)] = [weighted_distances(matrix, points.slices(), weights[:, at]) for weights, _ in weighed]
    return found


def _gaps(sample: UnitSample, every: np.ndarray, weighed: Weighed, seed: int) -> dict[str, list[np.ndarray]]:
    if sample.scored is None or not sample.base_groups:
        return {}
    scored = replace(sample.scored, at={name: sample.scored.at[name] for name in sample.base_groups})
    halves = split_halves(scored, m=sample.m, rng=generator(seed, "halves of scores"))
    units = {name: np.searchsorted(every, sample.documents(name)) for name in sample.base_groups}
    gaps = WeighedGaps(sample.base_groups, scored, units, half_spread(halves))
    tables = [gaps.tables(weights, models) for weights, models in weighed]
    return {name: [some[name] for some in tables] for name in tables[0]}
