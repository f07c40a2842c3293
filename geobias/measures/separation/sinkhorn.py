"""Sinkhorn divergences between groups at one size, beside those of a group with itself.

The clusters of a group are dealt into disjoint samples of m clusters, and every two samples are compared once: samples
of one group give its floor, those of two groups their distance. A sample is then a point and the divergence a
dissimilarity, so the excess is a U-statistic, unbiased for the expected excess at m; its interval and its test take
samples as what is left out and permuted, and need no further divergence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np

from geobias.clouds import TokenClouds
from geobias.measures.geometry import DistanceSettings, Memo, Progress, no_memo
from geobias.measures.separation.clusters import clusters_of_groups, deal
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
    size: int | None = None,
    seed: int = 0,
    quantity: str = "sinkhorn",
    memo: Memo = no_memo,
    inputs: Mapping[str, Any] | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> SeparationTable:
    """How far apart groups are at one size m, how far a group is from itself, and what is left.

    Parameters
    ----------
    clouds : group -> its documents. Groups that share documents are not to be tested against each other.
    settings : see `SeparationSettings`; `size` takes the place of its size.
    clusters : group -> the cluster of each document (author, day ...), int or str; None = every document is one.
    distance : how samples are compared; its blur, scaling, weighting and device count.
    seed : of the dealing and the permutations; each group and pair has a stream of its own.
    memo, inputs : each group's and each pair's divergences are kept under what made them; `inputs` must name the
        clouds.
    workers : threads; the bits do not depend on it. progress : called with (divergences done, all).

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
    of_clusters = clusters_of_groups({name: len(cloud) for name, cloud in clouds.items()}, clusters)
    counts = {name: len(of_group) for name, of_group in of_clusters.items()}
    m = chosen.common_size(counts, size)
    samples = {}
    for name, cloud in clouds.items():
        dealt = deal(counts[name], m, chosen.blocks, seed, name)
        samples[name] = Samples.of_clusters(name, cloud, of_clusters[name], dealt)
    made = {**how.deciding, "diameter": common_diameter(list(samples.values()))}
    keep = partial(_kept, memo, f"{quantity}-m{m}", {**(inputs or {}), **made})
    solved = _solve(samples, how, made["diameter"], keep, workers, progress)
    rows = []
    for a, b in combinations(samples, 2):
        named = {"quantity": quantity, "group_a": a, "group_b": b, "n_a": counts[a], "n_b": counts[b], "m": m}
        rows.append(_row(solved, (a, b), chosen, permutation_rng(seed, quantity, a, b), named))
    made |= {"m": m, "samples": {name: len(of_group) for name, of_group in samples.items()}, "seed": seed}
    return SeparationTable(tuple(rows), made)


def size_curve(
    clouds: Mapping[str, TokenClouds], settings: SeparationSettings, *, seed: int = 0, **options: Any
) -> SeparationTable:
    """`sinkhorn_separation` at each of `settings.size_curve`, one after another; rows differ in `m`."""
    tables = [sinkhorn_separation(clouds, settings, size=size, seed=seed, **options) for size in settings.size_curve]
    return SeparationTable(tuple(row for table in tables for row in table.rows), {"sizes": settings.size_curve})


Blocks = dict[tuple[str, str], np.ndarray]
Keep = Callable[[Sequence[Samples], Callable[[], np.ndarray]], np.ndarray]


def _solve(
    samples: Mapping[str, Samples],
    distance: DistanceSettings,
    diameter: float,
    keep: Keep,
    workers: int | None,
    progress: Progress | None,
) -> Blocks:
    """Divergences between the samples of every two groups, and of every group's with each other under (name, name)."""
    tasks = [(name, name) for name in samples] + list(combinations(samples, 2))
    sizes = {name: len(of_group) for name, of_group in samples.items()}
    work = [sizes[a] * (sizes[a] - 1) // 2 if a == b else sizes[a] * sizes[b] for a, b in tasks]
    solved: Blocks = {}
    for number, (a, b) in enumerate(tasks):
        pair = (samples[a],) if a == b else (samples[a], samples[b])
        solved[a, b] = keep(pair, partial(divergences, pair, distance, diameter, workers))
        if progress is not None:
            progress(sum(work[: number + 1]), sum(work))
    return solved


def _kept(
    memo: Memo,
    name: str,
    inputs: Mapping[str, Any],
    groups: Sequence[Samples],
    compute: Callable[[], np.ndarray],
) -> np.ndarray:
    """What a memo remembers of a task: its groups, the settings, and the documents of the samples."""
    names = [group.name for group in groups]
    documents = [sample for group in groups for sample in group.documents]
    return memo("-".join([name, *names]), {**inputs, "groups": names, "documents": documents}, compute)


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
