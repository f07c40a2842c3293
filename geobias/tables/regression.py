"""RegressionTable: what several pairwise tables together say of one."""

from __future__ import annotations

from dataclasses import dataclass

from geobias.tables.rows import RowTable
from geobias.tables.summaries import number


@dataclass(frozen=True)
class RegressionTerm:
    """One predictor of a regression on pairs.

    `coefficient` is in units of the response by those of the term, `standardised` in standard deviations of both.
    `p_qap` permutes groups (double semi-partialling; `method` "exact" over all G! or "sampled") and `p_smallest` is
    the least value it could take; `p_ols` takes pairs as independent and is anti-conservative. `df` are residual
    degrees of freedom, `r2` the share of the response's variance that all terms explain. `note` names groups left out.
    """

    response: str
    term: str
    coefficient: float
    standardised: float
    t: float
    p_qap: float
    p_smallest: float
    p_ols: float
    df: int
    r2: float
    method: str
    n_permutations: int
    alternative: str
    n_groups: int
    n_pairs: int
    groups: str
    note: str = ""


@dataclass(frozen=True, repr=False)
class RegressionTable(RowTable):
    """Terms of one or more regressions, one per row; `to_frame` has the fields of `RegressionTerm` as columns."""

    rows: tuple[RegressionTerm, ...]

    row_type = RegressionTerm
    noun = "term"

    @staticmethod
    def told(row: RegressionTerm) -> dict[str, str]:
        return {
            "response": row.response,
            "term": row.term,
            "standardised": number(row.standardised, "+"),
            "p": number(row.p_qap),
            "smallest p": number(row.p_smallest),
            "R²": number(row.r2),
            "groups": str(row.n_groups),
        }
