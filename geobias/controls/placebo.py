"""Placebo groups: random partitions of the regions' clusters, and the gaps in scores between their groups."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

import numpy as np

from geobias.controls.regions import Regions
from geobias.means import known_mean
from geobias.measures.scores import WeightedGroups, score, split_halves, weighted_names
from geobias.seeds import generator
from geobias.tables import AT_M, GAP, Predictions, Quantity

Progress = Callable[[int, int], None]


def partitions(owners: np.ndarray, count: int, seed: int) -> np.ndarray:
    """Assignments of clusters to groups, int64 (1 + count, clusters): the true one, and permutations of it."""
    rng = generator(seed, "control partitions")
    return np.stack([owners, *(rng.permutation(owners) for _ in range(count))])


def gaps_of(
    regions: Regions,
    predictions: Predictions,
    assignments: np.ndarray,
    metrics: tuple[str, ...],
    splits: int,
    seed: int,
    *,
    first: int = 0,
) -> dict[str, np.ndarray]:
    """Gaps between the groups of every assignment, quantity -> float64 (B, pairs), in points.

    "gap_at_m[metric]", as the study has it: the mean gap between halves of the groups that share no cluster, of like
    numbers of texts, over `splits` draws. "gap[metric]" is of all texts; of metrics that know no weights, of like
    numbers of texts. first : the place of the first assignment, where these are a part of others.
    """
    weighted = [name for name in metrics if name in weighted_names(predictions.task)]
    others = [name for name in metrics if name not in weighted]
    units, found = _units(regions, predictions), defaultdict(list)
    for place, assignment in enumerate(assignments, first):
        rng = generator(seed, "control scores", place)
        groups = dict(zip(regions.names, regions.documents(assignment), strict=True))
        rows = {name: regions.rows[documents] for name, documents in groups.items()}
        if weighted:
            scored = WeightedGroups.of(predictions, rows, weighted, units=units)
            for quantity, values in _weighted_gaps(scored, splits, rng).items():
                found[quantity].append(values)
        if others:
            least = min(map(len, rows.values()))
            table = score(predictions, [{name: rng.permutation(some)[:least] for name, some in rows.items()}])
            for name in others:
                means = known_mean(table.metrics[name], (0, 1))
                found[str(Quantity(GAP, name))].append(_apart(means))
    return {quantity: np.stack(values) for quantity, values in found.items()}


def _units(regions: Regions, predictions: Predictions) -> np.ndarray | None:
    """The cluster of every text of the corpus, -1 of those of no region; None where each text is its own."""
    if len(regions.clusters) == len(regions.rows):
        return None
    units = np.full(1 + max(int(predictions.rows.max()), int(regions.rows.max())), -1)
    for cluster, documents in enumerate(regions.clusters):
        units[regions.rows[documents]] = cluster
    return units


def _weighted_gaps(groups: WeightedGroups, splits: int, rng: np.random.Generator) -> dict[str, np.ndarray]:
    """quantity -> float64 (pairs,) of one assignment."""
    whole = groups.scores({name: np.ones((1, len(some))) for name, some in groups.at.items()})
    halves = split_halves(groups, splits=splits, rng=rng)
    out = {}
    for name in groups.metrics:
        means = known_mean(halves.values[name], -2)  # (splits, 2, G)
        every = np.abs(means[:, :, None, :, None] - means[:, None, :, None, :])
        out[str(Quantity(GAP, name, estimate=AT_M))] = 100 * pairs_of(known_mean(every, (0, 1, 2)))
        out[str(Quantity(GAP, name))] = _apart(known_mean(whole[name][0], 0))
    return out


def _apart(means: np.ndarray) -> np.ndarray:
    """Absolute differences of the groups' means (G,), in points, float64 (pairs,)."""
    return 100 * pairs_of(np.abs(means[:, None] - means))


def pairs_of(tables: Any) -> np.ndarray:
    """(..., G, G) as (..., pairs)."""
    rows, columns = np.triu_indices(tables.shape[-1], 1)
    return tables[..., rows, columns]
