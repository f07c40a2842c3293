"""Scores, gaps and effects of training with their uncertainty, as rows, and the tables of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from geobias.tables.pairs import PairTable
from geobias.tables.quantity import AT_M, GAP, Quantity
from geobias.tables.rows import RowTable
from geobias.tables.summaries import interval, number, pair
from geobias.tables.verdicts import NOT_JUDGED

NAN = float("nan")


@dataclass(frozen=True)
class ScoreInterval:
    """A score of one group.

    `value` is a share of 1 and belongs to `method`: "wilson" puts the models' counts together (documents alone vary),
    "pigeonhole" is the mean over the models, each weighing the same (documents and models vary). `n_documents` are
    distinct ones, whatever the number of models and repeats.
    """

    metric: str
    group: str
    n_documents: int
    n_models: int
    value: float
    low: float
    high: float
    level: float
    method: str


@dataclass(frozen=True)
class GapInterval:
    """The difference of two groups in one score, in percentage points.

    `gap` is signed, a - b, with the interval from `low` to `high` that `method` gives. The rest is absolute and at one
    number of documents `m` in every group: `gap_at_m` is the expected |gap| of m documents each, `floor` that of two
    disjoint halves of one group (mean of both groups), `excess` the first minus the second.

    `units_a`, `units_b` are the clusters (texts, authors) of the groups. `p` is two-sided, under models and units both
    resampled, `p_max` the same for the largest of all pairs of regions (max-T). `margin` is the smallest gap of
    interest and `p_equivalent` that of two one-sided tests that the gap is within it; `detectable` is the gap that so
    many texts and models would have shown in 80 % of cases, NaN beside a p where not even one of 100 points would. All
    in points. `geobias.relations.judge_gaps` decides
    `verdict` at the level `alpha`; `lacking` says what keeps a test from a small p.
    """

    metric: str
    group_a: str
    group_b: str
    m: int
    gap: float
    low: float
    high: float
    floor: float
    gap_at_m: float
    excess: float
    level: float
    method: str
    units_a: int = 0
    units_b: int = 0
    p: float = NAN
    p_max: float = NAN
    margin: float = NAN
    p_equivalent: float = NAN
    detectable: float = NAN
    verdict: str = ""
    alpha: float = NAN
    lacking: str = ""


@dataclass(frozen=True, repr=False)
class ScoreIntervalTable(RowTable):
    """Scores with intervals, one per row; `to_frame` has the fields of `ScoreInterval` as columns."""

    rows: tuple[ScoreInterval, ...]

    row_type = ScoreInterval
    noun = "score"

    @staticmethod
    def told(row: ScoreInterval) -> dict[str, str]:
        return {
            "metric": row.metric,
            "group": row.group,
            "value": interval(row.value, row.low, row.high),
            "documents": str(row.n_documents),
            "models": str(row.n_models),
        }


@dataclass(frozen=True, repr=False)
class GapIntervalTable(RowTable):
    """Gaps with intervals, one per row; `to_frame` has the fields of `GapInterval` as columns."""

    rows: tuple[GapInterval, ...]

    row_type = GapInterval
    noun = "gap"

    @staticmethod
    def told(row: GapInterval) -> dict[str, str]:
        return {
            "metric": row.metric,
            "pair": pair(row.group_a, row.group_b),
            "gap [points]": interval(row.gap, row.low, row.high, "+"),
            "m": str(row.m),
            "at m": number(row.gap_at_m),
            "floor": number(row.floor),
            "p": number(row.p if math.isnan(row.p_max) else row.p_max),
            "verdict": row.verdict or NOT_JUDGED,
        }

    @staticmethod
    def size(row: GapInterval) -> float:
        return abs(row.gap)

    def at_m(self, groups: Sequence[str] = (), pooled_groups: Sequence[str] = ()) -> list[PairTable]:
        """The expected absolute gaps at one size as tables that relations take, one a metric.

        groups : their order; none = as they come. pooled_groups : see `PairTable`.
        """
        names = tuple(groups) or tuple(dict.fromkeys(name for row in self.rows for name in (row.group_a, row.group_b)))
        out = []
        for metric in dict.fromkeys(row.metric for row in self.rows):
            some = [row for row in self.rows if row.metric == metric]
            values = np.full((1, len(names), len(names)), np.nan)
            values[0, range(len(names)), range(len(names))] = 0.0
            for row in some:
                a, b = names.index(row.group_a), names.index(row.group_b)
                values[0, a, b] = values[0, b, a] = row.gap_at_m
            quantity, details = Quantity(GAP, metric, estimate=AT_M), {"m": some[0].m}
            out.append(PairTable(names, values, quantity, "points", tuple(pooled_groups), True, details))
        return out


@dataclass(frozen=True)
class CompositionEffect:
    """What a group's score is when one region has `share` of its full share of the training texts.

    `training_share` is the region's share of the training set itself. `quantity` is "score" (of `group`, a share of
    1), "change" (of that score from its value at the full share, in points) or "gap" (the score of `region` minus
    that of `group`, signed, in points; the group "others" is the mean of all other groups).
    """

    region: str
    share: float
    training_share: float
    metric: str
    quantity: str
    group: str
    value: float
    low: float
    high: float
    level: float


@dataclass(frozen=True, repr=False)
class CompositionTable(RowTable):
    """Effects of the training composition, one per row; `to_frame` has the fields of `CompositionEffect` as columns."""

    rows: tuple[CompositionEffect, ...]

    row_type = CompositionEffect
    noun = "effect"

    @staticmethod
    def told(row: CompositionEffect) -> dict[str, str]:
        return {
            "region": row.region,
            "share": number(row.share),
            "metric": row.metric,
            "of": row.quantity,
            "group": row.group,
            "value": interval(row.value, row.low, row.high),
        }
