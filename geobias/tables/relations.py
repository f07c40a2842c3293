"""RelationTable: how one pairwise table goes with another, and what may be said of it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from geobias.tables.rows import RowTable
from geobias.tables.summaries import number
from geobias.tables.verdicts import NOT_JUDGED


@dataclass(frozen=True)
class Relation:
    """How one pairwise table goes with another, by one coefficient.

    `x` and `y` are quantities, by name or as `Quantity`; `n_groups` and `n_pairs` say what was used; `coefficient`
    names the statistic and its variant ("spearman", "kendall_tau_b", "pearson"), `strength` puts it in a word.
    `p_qap` comes from permuting the groups of one table (`qap_method` "exact" over all G! or "sampled"),
    `p_seed_sd` is its standard deviation over seeds (0 when exact), `p_smallest` the least value it could take.
    `p_asymptotic` and `p_naive` treat pairs as independent, which they are not: both are anti-conservative.

    Over the declared `family`, `q_bh` is `p_qap` after Benjamini-Hochberg (false discovery rate), `p_holm`
    after Holm, and `p_max` by the largest statistic of each permutation (Westfall and Young, step-down); both control
    the family-wise error rate. `excluded` names the groups left out on purpose. `note` says why a value is NaN.

    What `geobias.relations.judge` decides: `verdict` (a word of `tables.verdicts`; "" = not judged) at the level
    `alpha`, by `p_decisive`, which is the p after `decided_by`, by `p_attainable`, the least that this p could be, and
    by `p_control`, that of the negative control (NaN where none was run). `passes` names those of its p-values that are
    at most `alpha`; `stopped_by` says what a relation with a small p is not supported for (`CONTROL`, `CORRECTION`);
    `lacking` says what keeps the test from a small p.

    `primary` marks the one relation that was declared beforehand, which needs no correction. `p_opposite` is the p of
    the other direction where the test is one-sided. `low` and `high` are an interval for the coefficient at `level`, by
    the method that `interval` names, units, models and, where there are enough, groups resampled. `reliability_x` and
    `reliability_y` are those of the two tables, `ceiling` the highest coefficient that they let show, and `corrected`
    the coefficient divided by it.

    `power` is the share of cases in which the primary relation would be found if the true coefficient were
    `true_coefficient`. So many groups at these numbers of texts as `groups_needed`, or `texts_needed` times as many
    texts of every group, would find it in 80 % (NaN = not known, or more than 10,000; inf = no number of texts would).
    """

    x: str
    y: str
    coefficient: str
    statistic: float
    n_groups: int
    n_pairs: int
    groups: str
    alternative: str
    p_qap: float
    qap_method: str
    n_permutations: int
    p_smallest: float
    p_asymptotic: float
    p_naive: float
    family: str = ""
    q_bh: float = float("nan")
    p_holm: float = float("nan")
    p_max: float = float("nan")
    p_seed_sd: float = float("nan")
    strength: str = ""
    excluded: str = ""
    note: str = ""
    verdict: str = ""
    alpha: float = float("nan")
    p_decisive: float = float("nan")
    decided_by: str = ""
    p_attainable: float = float("nan")
    p_control: float = float("nan")
    passes: str = ""
    stopped_by: str = ""
    lacking: str = ""
    primary: bool = False
    p_opposite: float = float("nan")
    low: float = float("nan")
    high: float = float("nan")
    level: float = float("nan")
    interval: str = ""
    reliability_x: float = float("nan")
    reliability_y: float = float("nan")
    ceiling: float = float("nan")
    corrected: float = float("nan")
    true_coefficient: float = float("nan")
    power: float = float("nan")
    groups_needed: float = float("nan")
    texts_needed: float = float("nan")

    def __post_init__(self) -> None:
        for side in ("x", "y"):
            object.__setattr__(self, side, str(getattr(self, side)))


@dataclass(frozen=True, repr=False)
class RelationTable(RowTable):
    """Relations, one per row; `to_frame` has the fields of `Relation` as columns.

    `summary` tells of every family the verdicts, and the relations with the largest coefficients, those that are
    supported first, with the p that decided (`p_qap` where none was judged).
    """

    rows: tuple[Relation, ...]

    row_type = Relation
    key = ("family", "x", "y", "coefficient", "excluded")
    noun = "relation"
    block = "family"

    @staticmethod
    def told(row: Relation) -> dict[str, str]:
        return {
            "x": row.x,
            "y": row.y + (f" ({row.excluded})" if row.excluded else ""),
            "coefficient": row.coefficient,
            "value": number(row.statistic, "+"),
            "p": number(row.p_qap if math.isnan(row.p_decisive) else row.p_decisive),
            "after": row.decided_by,
            "groups": str(row.n_groups),
            "verdict": row.verdict or NOT_JUDGED,
        }

    @staticmethod
    def size(row: Relation) -> float:
        return abs(row.statistic)
