"""What the evidence of a family of relations allows to say, in one of three ways."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from geobias.stats.controls import ControlResult
from geobias.tables import Relation

SUPPORTED = "supported"
NOT_SEPARABLE = "not separable from noise"
UNTESTABLE = "cannot be tested with so few groups"
_CORRECTIONS = (("max-T", "p_max"), ("Holm", "p_holm"), ("no correction", "p_relabel"))


@dataclass(frozen=True)
class Verdict:
    """`word` is one of `SUPPORTED`, `NOT_SEPARABLE` and `UNTESTABLE`; `sentence` is the evidence for it.

    `row` is the relation with the least adjusted p (None where none could be tested), `p_adjusted` that p after
    `correction` over `n_tested` relations, `p_attainable` the least that so many groups allow, and `p_control` that of
    the negative control (NaN where none was run).
    """

    word: str
    sentence: str
    row: Relation | None = None
    p_adjusted: float = float("nan")
    correction: str = ""
    n_tested: int = 0
    p_attainable: float = float("nan")
    p_control: float = float("nan")


def verdict(rows: Iterable[Relation], control: ControlResult | float | None = None, *, alpha: float = 0.05) -> Verdict:
    """Judge the relations of one family and coefficient by what survives its corrections.

    "supported": the least p adjusted over the family (max-T, or Holm where there is none) is at most `alpha`, and so is
    the p of the negative control if one was run. "cannot be tested with so few groups": no relabelling could have given
    such a p. "not separable from noise": neither. `control` is a `ControlResult` or its p-value; rows with named
    exclusions do not count.

    >>> from geobias.relations import relate_all
    >>> from geobias.tables import PairTable
    >>> square = np.array([[0, 1, 2], [1, 0, 3], [2, 3, 0.0]])
    >>> x, y = PairTable(("a", "b", "c"), square[None], "x"), PairTable(("a", "b", "c"), square[None] ** 2, "y")
    >>> verdict(relate_all([(x, y)], coefficients=["spearman"]).rows).word
    'cannot be tested with so few groups'
    """
    given = [row for row in rows if not row.excluded]
    tested = [row for row in given if not np.isnan(row.p_relabel)]
    p_control = float(control.pvalue if isinstance(control, ControlResult) else np.nan if control is None else control)
    if not tested:
        return _without_a_test(given, p_control)
    correction, field = next(
        (name, field) for name, field in _CORRECTIONS if not any(np.isnan(getattr(row, field)) for row in tested)
    )
    best = min(tested, key=lambda row: (getattr(row, field), -abs(row.statistic)))
    adjusted = float(getattr(best, field))
    # Holm multiplies by the number of relations; the largest statistic over a family can be as rare as one alone.
    attainable = min(min(row.p_smallest for row in tested) * (len(tested) if correction == "Holm" else 1), 1.0)
    numbers = (best, adjusted, correction, len(tested), attainable, p_control)
    if attainable > alpha:
        groups = max(row.n_groups for row in tested)
        reason = f"With {groups} groups the smallest p attainable is {attainable:.3f} after {_over(correction, tested)}"
        return Verdict(UNTESTABLE, f"{reason}, above {alpha:g}.", *numbers)
    passed = adjusted <= alpha and (np.isnan(p_control) or p_control <= alpha)
    found = (
        f"{best.x} and {best.y}: {best.coefficient} {best.statistic:+.2f} over {best.n_pairs} pairs of {best.n_groups} "
        f"groups, p {_p(adjusted)} after {_over(correction, tested)}"
    )
    checked = "no negative control was run" if np.isnan(p_control) else f"negative control p {_p(p_control)}"
    return Verdict(SUPPORTED if passed else NOT_SEPARABLE, f"{found}; {checked}.", *numbers)


def _without_a_test(rows: list[Relation], p_control: float) -> Verdict:
    """The verdict where no relation has a p-value: too few groups, or constant tables."""
    most = max((row.n_groups for row in rows), default=0)
    if most < 3:
        return Verdict(UNTESTABLE, f"There are {most} groups in common, 3 are the least.", p_control=p_control)
    notes = ", ".join(dict.fromkeys(row.note for row in rows if row.note))
    return Verdict(NOT_SEPARABLE, f"No coefficient could be computed ({notes}).", p_control=p_control)


def _over(correction: str, tested: list[Relation]) -> str:
    return f"{correction} over {len(tested)} relation{'s' * (len(tested) > 1)}"


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"= {value:.3f}"
