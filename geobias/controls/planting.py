"""Positive control: a relation is planted in random groups, and the study's verdict finds it or not.

A shift of the document vectors and a loss of right answers are planted together; distances and gaps are then made,
related and judged as those of the true groups are.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import torch

from geobias.clouds import TokenClouds
from geobias.controls.distances import SINKHORN, Comparison
from geobias.controls.negative import Key
from geobias.controls.placebo import Progress, partitions
from geobias.controls.regions import Regions
from geobias.means import known_mean
from geobias.measures.scores import score
from geobias.pipeline import Performance
from geobias.relations import judge, relate_all
from geobias.seeds import generator
from geobias.stats import PowerCurve, control_pvalue, power_curve
from geobias.tables import PairTable, Predictions, Quantity, Relation


def positive_control(
    regions: Regions,
    performance: Performance,
    compare: Comparison,
    primary: Key,
    placebo: np.ndarray | None,
    progress: Progress,
) -> PowerCurve:
    """How often the verdict supports the relation where a shift is planted in both measurements of random groups.

    Every group has a place t on a line, standard normal. Its vectors move by shift x t standard deviations of the
    clusters along one random direction; of its right answers some turn wrong, a share that rises with t in a straight
    line from 0 in the group of the least t to shift / 2 (1 at most) in that of the largest.

    Parameters
    ----------
    primary : the relation that the verdict goes by; its distance is measured, and its coefficient tested and judged
        with the study's alternative and level.
    placebo : its coefficient in the random partitions of the negative control, (m,), which stops a relation that these
        reach as often; None = no negative control was run. Where a shift is planted they are those of the study's own
        texts, since a coefficient of random groups does not know what was planted in other ones.
    """
    runs, shifts, relation, seed = (
        compare.plan.control.runs,
        compare.plan.control.shifts,
        compare.plan.relation,
        compare.seed,
    )
    assignments = partitions(regions.owners, runs, seed)[1:]
    metric = Quantity.parse(primary[1]).metric
    pvalues, checks = np.full((2, len(shifts), runs), np.nan)
    for run, assignment in enumerate(assignments):
        rng = generator(seed, "positive control", run)
        place, direction = rng.standard_normal(len(regions.names)), rng.standard_normal((regions.points.shape[1],))
        direction *= (regions.points @ direction).std() / (direction @ direction)
        means = group_means(regions, performance.predictions, assignment, metric)
        for row, shift in enumerate(shifts):
            left = means * (1 - min(shift / 2, 1) * (place - place.min()) / np.ptp(place))
            moved = planted(regions, assignment, shift * place, direction)
            clouds = moved_clouds(regions, assignment, shift * place, direction) if primary[0] == SINKHORN else None
            apart = compare.of(primary[0], moved, assignment[None], clouds, shift=shift, run=run, planted=seed)
            if apart is None:
                continue
            found = _related(regions.names, apart[0], 100 * np.abs(left[:, None] - left), compare, primary)
            if placebo is not None:
                control = control_pvalue(found.statistic, placebo, alternative=relation.alternative)
                checks[row, run] = control.pvalue
            [judged] = judge([found], checks[row, run], alpha=relation.alpha)
            pvalues[row, run] = judged.p_decisive
            progress(run * len(shifts) + row + 1, len(shifts) * runs)
    return power_curve(shifts, pvalues, controls=checks, alpha=relation.alpha)


def _related(
    names: tuple[str, ...], apart: np.ndarray, gaps: np.ndarray, compare: Comparison, primary: Key
) -> Relation:
    """The relation of a distance (pairs,) and a gap (G, G), with its test."""
    distances, relation = np.zeros(gaps.shape), compare.plan.relation
    distances[np.triu_indices(len(names), 1)] = apart
    x = PairTable(names, (distances + distances.T)[None], primary[0])
    y = PairTable(names, gaps[None], primary[1])
    table = relate_all(
        [(x, y)],
        coefficients=[compare.plan.coefficient],
        alternative=relation.alternative,
        exact_limit=relation.exact_limit,
        n_resamples=relation.n_resamples,
        rng=compare.seed,
    )
    return table.rows[0]


def group_means(regions: Regions, predictions: Predictions, assignment: np.ndarray, metric: str) -> np.ndarray:
    """Mean over models of the score of every group of an assignment, float64 (G,)."""
    documents = regions.documents(assignment)
    rows = {name: regions.rows[some] for name, some in zip(regions.names, documents, strict=True)}
    return known_mean(score(predictions, [rows]).metrics[metric][:, 0], 0)


def _amounts(regions: Regions, assignment: np.ndarray, by: np.ndarray) -> np.ndarray:
    """What the group of every text has of `by` (G,)."""
    amounts = np.zeros(len(regions.rows))
    for group, documents in enumerate(regions.documents(assignment)):
        amounts[documents] = by[group]
    return amounts


def planted(regions: Regions, assignment: np.ndarray, by: np.ndarray, direction: np.ndarray) -> Regions:
    """The regions with the vectors of every group of an assignment moved by its number along a direction (d,)."""
    moved = regions.texts + _amounts(regions, assignment, by)[:, None] * direction
    order = np.argsort(regions.rows)
    return replace(regions, vectors=lambda rows: moved[order[np.searchsorted(regions.rows, rows, sorter=order)]])


def moved_clouds(regions: Regions, assignment: np.ndarray, by: np.ndarray, direction: np.ndarray) -> TokenClouds:
    """The token clouds moved in the same way."""
    clouds = regions.clouds(regions.rows)
    amounts = torch.from_numpy(_amounts(regions, assignment, by)).to(clouds.points)
    moves = amounts[clouds.owners.to(clouds.points.device)]
    return TokenClouds(clouds.points + moves[:, None] * torch.from_numpy(direction).to(clouds.points), clouds.offsets)
