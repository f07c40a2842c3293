"""AlignmentIntervalTable: coefficients of alignment of groups, with intervals over items and annotators."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from geobias.tables.rows import RowTable
from geobias.tables.summaries import annotators, interval, number

NAN = float("nan")
ALPHA = "alpha"
"""The statistic of Krippendorff's alpha, whose rows have no source."""


@dataclass(frozen=True)
class AlignmentInterval:
    """One coefficient of one group with one source; what was not measured is NaN, with its reason in `note`.

    Attributes
    ----------
    statistic : "r", "matched", "corrected" or "latent" (see `geobias.measures.alignment`), or `ALPHA`.
    source, attribute, group : "" of alpha; both "" of everybody.
    value, low, high : the coefficient with its interval at `level`, items and annotators both drawn anew. Corrected
        coefficients are no correlations of anything that was seen, and their intervals may reach beyond 1.
    error, df : standard error, of "r" and "matched" that of Fisher's z, of alpha that of -log(1 - alpha); its degrees
        of freedom.
    p : of the test that it is 0; p_holm, q_bh : over the groups of all attributes with this source, by Holm and by
        Benjamini and Hochberg.
    per_item : annotators of an item at which "matched" stands.
    reliability : the share of the variance of the group's mean answers that is no noise of who answered.
    split_half : the same by random halves of the annotators of each item (of "corrected" alone).
    n_annotators, n_items, n_judgements : that it rests on.
    note : why there is no value, or "".
    """

    statistic: str
    source: str = ""
    attribute: str = ""
    group: str = ""
    value: float = NAN
    low: float = NAN
    high: float = NAN
    level: float = 0.95
    error: float = NAN
    df: float = NAN
    p: float = NAN
    p_holm: float = NAN
    q_bh: float = NAN
    per_item: float = NAN
    reliability: float = NAN
    split_half: float = NAN
    n_annotators: int = 0
    n_items: int = 0
    n_judgements: int = 0
    note: str = ""


@dataclass(frozen=True, repr=False)
class AlignmentIntervalTable(RowTable):
    """Coefficients with intervals, one row a statistic, group and source."""

    row_type: ClassVar[type] = AlignmentInterval
    key: ClassVar[tuple[str, ...]] = ("statistic", "source", "attribute", "group")
    noun: ClassVar[str] = "coefficient"
    block: ClassVar[str] = "statistic"

    @staticmethod
    def told(row: Any) -> dict[str, str]:
        return {
            "source": row.source,
            "group": annotators(row.attribute, row.group),
            "value": interval(row.value, row.low, row.high),
            "p": number(row.p_holm),
            "annotators": str(row.n_annotators),
        }

    @staticmethod
    def size(row: Any) -> float:
        return row.value
