"""RaterAgreementTable: how far raters, such as models that judge, agree on the same items."""

from __future__ import annotations

from dataclasses import dataclass

from geobias.tables.rows import RowTable
from geobias.tables.summaries import interval

NAN = float("nan")


@dataclass(frozen=True)
class RaterAgreement:
    """Cohen's kappa of two raters.

    `weights` is how disagreements count: "none", "linear" or "quadratic". `agreement` is the share of the `n` items
    that both label alike; the interval of `kappa` at `level` resamples `clusters` of items. `note` says why one is NaN.
    """

    rater_a: str
    rater_b: str
    weights: str
    n: int
    clusters: int
    agreement: float = NAN
    kappa: float = NAN
    low: float = NAN
    high: float = NAN
    level: float = 0.95
    note: str = ""


@dataclass(frozen=True, repr=False)
class RaterAgreementTable(RowTable):
    """Agreements, one pair of raters and kind of weights a row."""

    rows: tuple[RaterAgreement, ...]

    row_type = RaterAgreement
    key = ("rater_a", "rater_b", "weights")
    noun = "agreement"

    @staticmethod
    def told(row: RaterAgreement) -> dict[str, str]:
        return {
            "raters": f"{row.rater_a}, {row.rater_b}",
            "weights": row.weights,
            "kappa": interval(row.kappa, row.low, row.high),
            "items": str(row.n),
        }

    @staticmethod
    def size(row: RaterAgreement) -> float:
        return row.kappa
