"""The one judge of relations: what the evidence of a family allows to say, in one of a few words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from geobias.arguments import number
from geobias.stats import DISTANCE, ControlResult, write_p
from geobias.tables import CONTROL, CORRECTION, NOT_COMPUTED, NOT_SEPARABLE, SUPPORTED, UNTESTABLE, Relation

_CORRECTIONS = {"max-T": "p_max", "Holm": "p_holm", "no correction": "p_qap"}
_PVALUES = ("p_qap", "q_bh", "p_holm", "p_max")
Control = ControlResult | float | None


@dataclass(frozen=True)
class Verdict:
    """`word` is one of `SUPPORTED`, `NOT_SEPARABLE` and `UNTESTABLE`; `answer` says it in plain words.

    `sentence` is the evidence for it.

    `row` is the relation with the least adjusted p (None where none could be tested), `p_adjusted` that p after
    `correction` over `n_tested` relations, `p_attainable` the least that so many groups allow, `p_control` that of the
    negative control (NaN where none was run), and `alpha` the level.
    """

    word: str
    sentence: str
    row: Relation | None = None
    p_adjusted: float = float("nan")
    correction: str = ""
    n_tested: int = 0
    p_attainable: float = float("nan")
    p_control: float = float("nan")
    alpha: float = 0.05
    answer: str = ""


def judge(rows: Iterable[Relation], control: Control = None, *, alpha: float = 0.05) -> tuple[Relation, ...]:
    """The relations with their verdicts filled in, each judged beside those that it was corrected with.

    A relation is "supported" where its p, adjusted over its family by max-T (or by Holm where that has none), is at
    most `alpha`, and so is the p of the negative control if one was run; it "cannot be tested" where
    no permutation could have given such a p, is "not computed" where it has no p, and else "not separable".

    control : of the whole pipeline, a `ControlResult` or its p-value.
    """
    alpha, p_control = level(alpha), _control_p(control)
    judged = list(rows)
    families: dict[tuple[str, str, str], list[int]] = defaultdict(list)
    for place, row in enumerate(judged):
        families[row.family, row.coefficient, row.excluded].append(place)
    for places in families.values():
        for place, row in zip(places, _judged([judged[at] for at in places], p_control, alpha), strict=True):
            judged[place] = row
    return tuple(judged)


def level(alpha: float) -> float:
    """`alpha`, checked."""
    return number("alpha", alpha, "lie in (0, 1)", lambda v: 0 < v < 1, "Pass alpha=0.05.")


def _control_p(control: Control) -> float:
    """The p-value of a control; NaN where none was run, or where it gave none."""
    value = control.pvalue if isinstance(control, ControlResult) else control
    if value is None or (isinstance(value, (float, np.floating)) and np.isnan(value)):
        return float("nan")
    must = "be a ControlResult, a p-value or None"
    return number("control", value, must, lambda v: 0 <= v <= 1, "Pass what geobias.stats.control_pvalue gives.")


def _judged(family: Sequence[Relation], p_control: float, alpha: float) -> list[Relation]:
    """Rows of one family, coefficient and set of groups."""
    tested = [row for row in family if not np.isnan(row.p_qap)]
    correction = next(
        name for name, field in _CORRECTIONS.items() if not any(np.isnan(getattr(row, field)) for row in tested)
    )
    out = []
    for row in family:
        if np.isnan(row.p_qap):
            out.append(replace(row, verdict=NOT_COMPUTED, alpha=alpha, p_control=p_control))
            continue
        p, least = getattr(row, _CORRECTIONS[correction]), _attainable(row, tested, correction)
        passed = p <= alpha and not p_control > alpha
        word = UNTESTABLE if least > alpha else SUPPORTED if passed else NOT_SEPARABLE
        decided = {"p_decisive": p, "decided_by": correction, "p_attainable": least}
        decided |= {"passes": _passes(row, alpha), "stopped_by": _stopped_by(row, p, word, alpha)}
        out.append(replace(row, verdict=word, alpha=alpha, p_control=p_control, **decided))
    return out


def _passes(row: Relation, alpha: float) -> str:
    """The fields of a row that hold a p-value of at most alpha."""
    return ", ".join(name for name in _PVALUES if getattr(row, name) <= alpha)


def _stopped_by(row: Relation, p: float, word: str, alpha: float) -> str:
    """Why a relation with a p-value of at most alpha is not supported all the same."""
    if word != NOT_SEPARABLE:
        return ""
    return CONTROL if p <= alpha else CORRECTION if row.p_qap <= alpha else ""


def _attainable(row: Relation, tested: Sequence[Relation], correction: str) -> float:
    """The least that the p of a row could be after the correction.

    Holm multiplies by the number of relations; the largest statistic over a family can be as rare as one alone.
    """
    if correction != "Holm":
        return row.p_smallest
    return min(1.0, max(row.p_smallest, len(tested) * min(other.p_smallest for other in tested)))


def verdict(rows: Iterable[Relation], control: Control = None, *, alpha: float = 0.05) -> Verdict:
    """Judge the relations of one family and coefficient as a whole: `judge` does it one by one.

    "supported" where at least one relation is; "cannot be tested" where none can be; else "not
    separable from noise". Rows with named exclusions do not count.

    >>> from geobias.relations import relate_all
    >>> from geobias.tables import PairTable
    >>> square = np.array([[0, 1, 2], [1, 0, 3], [2, 3, 0.0]])
    >>> x, y = PairTable(("a", "b", "c"), square[None], "x"), PairTable(("a", "b", "c"), square[None] ** 2, "y")
    >>> verdict(relate_all([(x, y)], coefficients=["spearman"]).rows).word
    'cannot be tested'
    """
    judged = judge((row for row in rows if not row.excluded), control, alpha=alpha)
    tested = [row for row in judged if row.verdict != NOT_COMPUTED]
    if not tested:
        return _without_a_test(judged, alpha)
    best = min(tested, key=lambda row: (row.p_decisive, -abs(row.statistic)))
    least = min(row.p_attainable for row in tested)
    numbers = (best, best.p_decisive, best.decided_by, len(tested), least, best.p_control, alpha)
    over = f"{best.decided_by} over {len(tested)} relation{'s' * (len(tested) > 1)}"
    words = {row.verdict for row in tested}
    if words == {UNTESTABLE}:
        groups = max(row.n_groups for row in tested)
        reason = f"With {groups} groups the smallest p attainable is {write_p(least)} after {over}"
        answer = f"It cannot be said: {groups} groups are too few for any test to tell a relation from chance."
        return Verdict(UNTESTABLE, f"{reason}, above {alpha:g}.", *numbers, answer)
    found = (
        f"{best.x} and {best.y}: {best.coefficient} {best.statistic:+.2f} over {best.n_pairs} pairs of {best.n_groups} "
        f"groups, {write_p(best.p_decisive, 'p')} after {over}"
    )
    no_control = np.isnan(best.p_control)
    checked = "no negative control was run" if no_control else f"negative control {write_p(best.p_control, 'p')}"
    word = SUPPORTED if SUPPORTED in words else NOT_SEPARABLE
    return Verdict(word, f"{found}; {checked}.", *numbers, _answer(word, best, tested))


def _answer(word: str, best: Relation, tested: Sequence[Relation]) -> str:
    """A verdict on relations that could be tested, in plain words."""
    if word == NOT_SEPARABLE:
        who = "random groups of the same texts" if best.stopped_by == CONTROL else "chance"
        return f"Not as far as these groups show: {who} could give relations as strong."
    supported = sum(row.verdict == SUPPORTED for row in tested)
    rest = f" {supported} of {len(tested)} such relations are supported." if len(tested) > 1 else ""
    if best.coefficient in DISTANCE:
        return f"Yes: {best.x} and {best.y} depend on each other.{rest}"
    return f"Yes: the larger the {best.x}, the {'larger' if best.statistic > 0 else 'smaller'} the {best.y}.{rest}"


def _without_a_test(rows: Sequence[Relation], alpha: float) -> Verdict:
    """The verdict where no relation has a p-value: too few groups, or constant tables."""
    most = max((row.n_groups for row in rows), default=0)
    p_control = rows[0].p_control if rows else float("nan")
    if most < 3:
        sentence = f"Groups that distances and gaps have in common: {most}; 3 are the least."
        answer = "It cannot be said: too few groups have both."
        return Verdict(UNTESTABLE, sentence, p_control=p_control, alpha=alpha, answer=answer)
    notes = ", ".join(dict.fromkeys(row.note for row in rows if row.note))
    sentence, answer = f"No coefficient could be computed ({notes}).", "It cannot be said: nothing could be computed."
    return Verdict(NOT_SEPARABLE, sentence, p_control=p_control, alpha=alpha, answer=answer)
