"""A task's performance by group, from stored predictions: scores, gaps, and their intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from geobias.errors import InputError
from geobias.measures.scores import (
    WeightedGroups,
    dependence,
    distinct_rows,
    gaps,
    related_names,
    score,
    score_uncertainty,
    weighted_names,
)
from geobias.pipeline.materials import Materials
from geobias.pipeline.predicting import Predicted
from geobias.pipeline.session import Session
from geobias.relations import judge_gaps
from geobias.tables import (
    GapIntervalTable,
    PairTable,
    Predictions,
    ScoreIntervalTable,
    ScoreTable,
)
from geobias.typed import check_least, check_share


@dataclass(frozen=True)
class IntervalSettings:
    """Uncertainty of scores and gaps.

    Attributes
    ----------
    level : of the intervals.
    replicates : of the pigeonhole bootstrap over models and units (texts, or what `sampling.cluster` names).
    splits : of every group in halves, for the floor of gaps.
    smallest_gap : the smallest gap of interest, in percentage points; groups closer than that are equivalent. Five
        points are one more text in twenty that is answered wrongly.
    """

    level: float = 0.95
    replicates: int = 1_000
    splits: int = 200
    smallest_gap: float = 5.0

    def __post_init__(self) -> None:
        check_least(self, "intervals", replicates=1, splits=1)
        check_share(self, "intervals", "level")
        if not 0 < self.smallest_gap < 100:
            raise InputError(
                "intervals.smallest_gap must lie between 0 and 100 points", f"it is {self.smallest_gap}", "Pass 5."
            )


@dataclass(frozen=True)
class Performance:
    """Predictions, the scores computed from them, and the pairwise tables computed from the scores.

    draws : the rows that each repeat scored a group on. models : one record per fine-tuned model, else none.
    intervals : scores and signed gaps with their uncertainty, on distinct texts, for the metrics that have one.
    weighted : the distinct texts behind them, by group.
    """

    predictions: Predictions
    draws: list[dict[str, np.ndarray]]
    scores: ScoreTable
    gaps: list[PairTable]
    dependences: list[PairTable]
    intervals: tuple[ScoreIntervalTable, GapIntervalTable]
    weighted: WeightedGroups
    models: list[dict[str, Any]] = field(default_factory=list)

    @property
    def documents_of_halves(self) -> int | None:
        """Texts of each half of a group, for gaps at one size; None where there is no gap."""
        return next((row.m for row in self.intervals[1].rows), None)

    def judged(self, pooled_groups: tuple[str, ...], alpha: float) -> Performance:
        """The same with a verdict on every gap of two regions, at this level."""
        scores, of_pairs = self.intervals
        return replace(self, intervals=(scores, judge_gaps(of_pairs, pooled_groups, alpha)))

    def equal_size_gaps(self) -> list[PairTable]:
        """Expected absolute gaps between like numbers of texts of every two groups, a table per metric."""
        return self.intervals[1].at_m(self.scores.groups, self.scores.pooled_groups)


def measure_performance(
    materials: Materials,
    predicted: Predicted | None,
    intervals: IntervalSettings,
    session: Session,
    *,
    score_repeats: int,
    metrics: Sequence[str] | None = None,
) -> Performance | None:
    """Score the predictions; None where there are none.

    Parameters
    ----------
    score_repeats : draws of texts that scores are computed on.
    metrics : scores whose gaps and dependence are measured; None = `related_names` of the task.
    """
    if predicted is None:
        return None
    predictions = predicted.predictions
    draws = [_score_rows(materials, repeat) for repeat in range(score_repeats)]
    scores = score(predictions, draws, pooled_groups=materials.pools.pooled_groups)
    names = metrics or related_names(predictions.task)
    with session.bar("Intervals of scores", "steps") as progress:
        weighted = [name for name in names if name in weighted_names(predictions.task)]
        groups = WeightedGroups.of(
            predictions,
            distinct_rows(draws),
            weighted,
            materials.pools.pooled_groups,
            units=materials.clusters,
            counted=materials.units.counted,
        )
        uncertainty = score_uncertainty(
            groups,
            level=intervals.level,
            replicates=intervals.replicates,
            splits=intervals.splits,
            margin=intervals.smallest_gap,
            rng=session.rng("score intervals"),
        )
        progress(1, 1)
    return Performance(
        predictions,
        draws,
        scores,
        [gaps(scores, name) for name in names],
        [dependence(scores, name) for name in names] if len(predictions.models) > 3 else [],
        uncertainty,
        groups,
        predicted.models,
    )


def _score_rows(materials: Materials, repeat: int) -> dict[str, np.ndarray]:
    """Rows that each group is scored on; the baseline's are all training rows, of which a model has its own fold."""
    draws = materials.score_draws
    rows = {group: values for group, values in draws.rows(repeat).items() if materials.is_evaluated(group)}  # type: ignore[union-attr]
    baseline = materials.pools.baseline
    if baseline is not None and baseline not in rows:
        rows[baseline] = np.unique(np.concatenate([fold.held_out for fold in materials.folds]))
    return rows
