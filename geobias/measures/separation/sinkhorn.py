"""Sinkhorn divergences between groups at one size, beside those of a group with itself.

The clusters of a group are dealt into disjoint samples of m clusters, alike in texts and tokens. Every two samples are
compared once: samples of one group give its floor, those of two groups their distance. A sample is then a point and the
divergence a dissimilarity, so the excess is a U-statistic, unbiased for the expected excess at m; its interval and its
test take samples as what is left out and permuted, and need no further divergence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np

from geobias.clouds import TokenClouds
from geobias.measures.geometry import DistanceSettings
from geobias.measures.keeping import FORGETTING, Keeping
from geobias.measures.separation.dealing import deal_samples
from geobias.measures.separation.rows import floored_row, permutation_rng
from geobias.measures.separation.samples import Samples, common_diameter, divergences
from geobias.measures.separation.settings import SeparationSettings
from geobias.stats import jackknife_excess, shuffle_excess
from geobias.tables import Separation, SeparationTable


def sinkhorn_separation(
    clouds: Mapping[str, TokenClouds],
    settings: SeparationSettings | None = None,
    *,
    clusters: Mapping[str, Any] | None = None,
    distance: DistanceSettings | None = None,
    seed: int = 0,
    quantity: str = "sinkhorn",
    keeping: Keeping = FORGETTING,
) -> SeparationTable:
    """How far apart groups are at one size m, how far a group is from itself, and what is left.

    Parameters
    ----------
    clouds : group -> its documents. Groups that share documents are not to be tested against each other.
    settings : see `SeparationSettings`.
    clusters : group -> the cluster of each document (author, day ...), int or str; None = every document is one. Each
        gives as many documents, drawn at random, as the one with fewest has in any group.
    distance : how samples are compared; its blur, scaling, weighting and device count.
    seed : of the dealing and the permutations; each group and pair has a stream of its own.
    keeping : each group's and each pair's divergences are kept under what made them; its inputs must name the clouds.

    Returns
    -------
    One row per pair. `value` is the mean over samples of m clusters of either group, `floor` that over two samples of
    one group, `excess` their signed difference with a delete-block jackknife interval for its expectation at m, and
    `p_permutation` is one-sided: samples permuted between the two groups, which are exchangeable where the groups have
    one law.

    Raises
    ------
    InputError : fewer than two groups or clusters, m above half of the smallest group, an empty sample.
    """
    chosen, how = settings or SeparationSettings(), distance or DistanceSettings()
    dealt = deal_samples(clouds, chosen, clusters, seed)
    samples, counts, m = dealt.samples, dealt.counts, dealt.m
    made = {**how.deciding, "diameter": common_diameter(list(samples.values()))}
    solved = _solve(samples, how, made["diameter"], f"{quantity}-m{m}", keeping.under(**made))
    rows = []
    for a, b in combinations(samples, 2):
        named = {"quantity": quantity, "group_a": a, "group_b": b, "n_a": counts[a], "n_b": counts[b], "m": m}
        rows.append(_row(solved, (a, b), chosen, permutation_rng(seed, quantity, a, b), named))
    made |= {"m": m, "samples": {name: len(of_group) for name, of_group in samples.items()}, "seed": seed}
    made |= {"texts_per_cluster": dealt.texts_per_cluster, "tokens_per_sample": dealt.tokens}
    return SeparationTable(tuple(rows), made)


def size_curve(clouds: Mapping[str, TokenClouds], settings: SeparationSettings, **options: Any) -> SeparationTable:
    """`sinkhorn_separation` with these options at each of `settings.size_curve`, one by one; rows differ in `m`."""
    tables = [sinkhorn_separation(clouds, at_size, **options) for at_size in settings.at_sizes()]
    return SeparationTable(tuple(row for table in tables for row in table.rows), {"sizes": settings.size_curve})


Blocks = dict[tuple[str, str], np.ndarray]


def _solve(
    samples: Mapping[str, Samples],
    distance: DistanceSettings,
    diameter: float,
    name: str,
    keeping: Keeping,
) -> Blocks:
    """Divergences between the samples of every two groups, and of every group's with each other under (name, name)."""
    tasks = [(name, name) for name in samples] + list(combinations(samples, 2))
    sizes = {name: len(of_group) for name, of_group in samples.items()}
    work = [sizes[a] * (sizes[a] - 1) // 2 if a == b else sizes[a] * sizes[b] for a, b in tasks]
    solved: Blocks = {}
    for number, (a, b) in enumerate(tasks):
        pair = (samples[a],) if a == b else (samples[a], samples[b])
        compute = partial(divergences, pair, distance, diameter, keeping.workers)
        solved[a, b] = _kept(keeping, name, pair, compute)
        keeping.tell(sum(work[: number + 1]), sum(work))
    return solved


def _kept(keeping: Keeping, name: str, groups: Sequence[Samples], compute: Callable[[], np.ndarray]) -> np.ndarray:
    """What is remembered of a task: its groups, the settings, and the documents and tokens of the samples."""
    names = [group.name for group in groups]
    made = {"groups": names, "documents": [sample for group in groups for sample in group.documents]}
    made |= {"tokens": [kept for group in groups for kept in group.kept or ()]}
    return keeping.keep("-".join([name, *names]), made, compute)


def _row(
    solved: Blocks,
    pair: tuple[str, str],
    settings: SeparationSettings,
    rng: np.random.Generator,
    named: Mapping[str, Any],
) -> Separation:
    a, b = pair
    matrix = np.block([[solved[a, a], solved[a, b]], [solved[a, b].T, solved[b, b]]])
    labels = np.repeat([0, 1], [len(solved[a, a]), len(solved[b, b])])
    test = shuffle_excess(matrix, labels, n_resamples=settings.permutations, rng=rng)
    return floored_row(matrix, labels, jackknife_excess(matrix, labels), test, settings.level, **named)
