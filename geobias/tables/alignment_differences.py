"""AlignmentDifferenceTable: is a source more aligned with one group of annotators than with another?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from geobias.tables.rows import RowTable
from geobias.tables.summaries import interval, number, pair
from geobias.tables.verdicts import NOT_JUDGED

NAN = float("nan")


@dataclass(frozen=True)
class AlignmentDifference:
    """Two groups of one attribute and one source, on the items that both answered.

    Attributes
    ----------
    statistic : the coefficient compared, see `AlignmentInterval`. decisive : whether the answer goes by this row.
    a, b : the coefficient of each group. difference, low, high : a - b with its interval at `level`.
    error, t, df : standard error of the difference, of "r" and "matched" of Fisher's z; how many errors the interval
        allows for that ends at 0, with the sign of the difference; degrees of freedom.
    p : of the test that there is no difference; p_holm, q_bh, p_max : over the pairs of the attribute with all sources,
        by Holm, by Benjamini and Hochberg, and by the largest of all differences (max-T).
    detectable : the difference that so many annotators and items would have shown in 80 % of cases, by p_max.
    per_item : annotators of an item at which "matched" compares.
    n_a, n_b : annotators of each; n_items : items that both answered.
    note : why there is no difference, or "".
    verdict : left to who judges, as are the fields after it: the level of the verdict; the p that decided, by which
        correction; the margin of equivalence and the p of its test, over the same pairs by Holm; the p of the same
        groups dealt at random, and how often they were (NaN and 0: they were not); what stopped a small p ("negative
        control", "correction"); what a test lacks that could not be made.
    """

    statistic: str
    source: str
    attribute: str
    group_a: str
    group_b: str
    a: float = NAN
    b: float = NAN
    difference: float = NAN
    low: float = NAN
    high: float = NAN
    level: float = 0.95
    error: float = NAN
    t: float = NAN
    df: float = NAN
    p: float = NAN
    p_holm: float = NAN
    q_bh: float = NAN
    p_max: float = NAN
    detectable: float = NAN
    per_item: float = NAN
    n_a: int = 0
    n_b: int = 0
    n_items: int = 0
    decisive: bool = False
    verdict: str = ""
    note: str = ""
    alpha: float = NAN
    p_decisive: float = NAN
    decided_by: str = ""
    margin: float = NAN
    p_equivalent: float = NAN
    p_control: float = NAN
    n_control: int = 0
    stopped_by: str = ""
    lacking: str = ""


@dataclass(frozen=True, repr=False)
class AlignmentDifferenceTable(RowTable):
    """Differences in alignment, one row a statistic, source and pair of groups."""

    row_type: ClassVar[type] = AlignmentDifference
    key: ClassVar[tuple[str, ...]] = ("statistic", "source", "attribute", "group_a", "group_b")
    noun: ClassVar[str] = "difference in alignment"
    block: ClassVar[str] = "statistic"

    @staticmethod
    def told(row: Any) -> dict[str, str]:
        return {
            "source": row.source,
            "pair": pair(row.group_a, row.group_b),
            "difference": interval(row.difference, row.low, row.high, "+"),
            "p": number(row.p_max),
            "would show": number(row.detectable),
            "verdict": row.verdict or NOT_JUDGED,
        }

    @staticmethod
    def size(row: Any) -> float:
        return abs(row.difference)
