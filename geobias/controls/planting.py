"""Positive control: a relation is planted in random groups, and found or not.

A shift of the token vectors and a loss of right answers are planted together; distances and gaps are then made and
related as those of the true groups are.
"""

from __future__ import annotations

import numpy as np
import torch

from geobias.clouds import TokenClouds
from geobias.controls.placebo import Comparison, Progress, Regions, pairs_of, partitions, scores_of
from geobias.controls.settings import ControlPlan
from geobias.means import known_mean
from geobias.measures.scores import model_means
from geobias.pipeline import Performance
from geobias.seeds import generator
from geobias.stats import PermutationSource, PowerCurve, permutation_test, power_curve
from geobias.tables import Quantity, ScoreTable


def positive_control(
    regions: Regions,
    performance: Performance,
    plan: ControlPlan,
    compare: Comparison,
    progress: Progress,
) -> PowerCurve:
    """How often the relation is found where a shift is planted in both measurements of random groups.

    Every group has a place t on a line, standard normal. Its token vectors move by shift x t standard deviations (the
    root of their total variance) along one direction; of its right answers, shift x (t - least t) / 2 turn wrong.
    """
    runs, shifts, relation, seed = plan.control.runs, plan.control.shifts, plan.relation, compare.seed
    assignments = partitions(regions, runs, seed)[1:]
    metric = Quantity.parse(performance.gaps[0].quantity).metric
    scores = [scores_of(regions, performance.predictions, one[None], seed) for one in assignments]
    means = np.stack([_means(some, metric) for some in scores])
    spread = float(regions.clouds.points.double().var(0, correction=0).sum().sqrt())
    source = PermutationSource(seed, relation.exact_limit, relation.n_resamples)
    pvalues = np.empty((len(shifts), runs))
    for row, shift in enumerate(shifts):
        for run, assignment in enumerate(assignments):
            rng = generator(seed, "positive control", run)
            place = rng.standard_normal(len(regions.names))
            moved = _moved(regions, assignment, shift * spread * place, rng)
            planted = {"shift": shift, "run": run, "seed": seed}
            found = pairs_of(compare.excesses(regions, assignment[None], clouds=moved, planted=planted))[0]
            left = means[run] * (1 - np.clip(shift * (place - place.min()) / 2, 0, 1))
            apart = pairs_of(np.abs(left[:, None] - left[None])[None])
            pvalues[row, run] = permutation_test(
                found,
                apart,
                source.of_groups(len(regions.names)),
                coefficient=plan.coefficient,
                alternative=relation.alternative,
            ).pvalue[0]
            progress(row * runs + run + 1, len(shifts) * runs)
    return power_curve(shifts, pvalues, alpha=relation.alpha)


def _means(scores: ScoreTable, metric: str) -> np.ndarray:
    """Mean over models of every group's score, float64 (G,)."""
    return known_mean(model_means(scores, metric), 0)


def _moved(regions: Regions, assignment: np.ndarray, by: np.ndarray, rng: np.random.Generator) -> TokenClouds:
    """The clouds with every group's points moved by its number along one random direction."""
    clouds = regions.clouds
    direction = rng.standard_normal(clouds.points.shape[1])
    direction /= np.linalg.norm(direction)
    amount = np.zeros(len(clouds))
    for group, documents in enumerate(regions.documents(assignment)):
        amount[documents] = by[group]
    moves = torch.from_numpy(amount).to(clouds.points)[clouds.owners.to(clouds.points.device)]
    return TokenClouds(clouds.points + moves[:, None] * torch.from_numpy(direction).to(clouds.points), clouds.offsets)
