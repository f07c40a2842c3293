"""What the relations of a family allow to say as a whole, in one of a few words and in plain ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from geobias.relations.judging import Control, judge
from geobias.relations.lacking import ALONE
from geobias.relations.power import power_told
from geobias.relations.stating import Verdict, counted, ends, level
from geobias.stats import DISTANCE, holm, write_p
from geobias.tables import (
    CONTROL,
    FEW_GROUPS,
    FEW_PERMUTATIONS,
    NOT_COMPUTED,
    NOT_SEPARABLE,
    SUPPORTED,
    UNTESTABLE,
    Relation,
)


def verdict(
    rows: Iterable[Relation], control: Control = None, *, alpha: float = 0.05, controlled: bool = True
) -> Verdict:
    """Judge the relations of one family and coefficient as a whole: `judge` does it one by one.

    The word is that of the primary relation where one was declared, and the others are counted beside it. Else
    "supported" where at least one relation is; "cannot be tested" where none can be; else "not separable". Rows with
    named exclusions do not count, and rows that were judged before keep their words where no control is given.

    controlled : whether these relations are of a study that has a negative control, so that it is told where none was
        run.

    >>> from geobias.relations import relate_all
    >>> from geobias.tables import PairTable
    >>> square = np.array([[0, 1, 2], [1, 0, 3], [2, 3, 0.0]])
    >>> x, y = PairTable(("a", "b", "c"), square[None], "x"), PairTable(("a", "b", "c"), square[None] ** 2, "y")
    >>> verdict(relate_all([(x, y)], coefficients=["spearman"]).rows).word
    'cannot be tested'
    """
    alpha, whole = level(alpha), [row for row in rows if not row.excluded]
    known = control is None and all(row.verdict for row in whole)
    judged = tuple(whole) if known else judge(whole, control, alpha=alpha)
    declared = [row for row in judged if row.primary]
    deciding = declared or judged
    tested = [row for row in deciding if row.verdict != NOT_COMPUTED]
    if not tested:
        return _without_a_test(deciding, alpha)
    best = min(tested, key=lambda row: (row.p_decisive, -abs(row.statistic)))
    least = min(row.p_attainable for row in tested)
    numbers = (best, best.p_decisive, best.decided_by, len(tested), least, best.p_control, alpha)
    over = "declared beforehand" if declared else f"after {best.decided_by} over {counted(len(tested), 'relation')}"
    words = {row.verdict for row in tested}
    beside = _beside([row for row in judged if not row.primary]) if declared else ""
    if words == {UNTESTABLE}:
        after = "" if declared or best.decided_by == ALONE else f" {over}"
        groups = counted(max(row.n_groups for row in tested), "group")
        reason = f"With {groups} the smallest p attainable is {write_p(least)}{after}, above {alpha:g}.{beside}"
        return Verdict(UNTESTABLE, reason, *numbers, _untestable(best, len(tested)))
    sided = "one-sided " if best.alternative != "two-sided" and best.coefficient not in DISTANCE else ""
    within = ends(best.low, best.high, best.level, "+.2f")
    found = (
        f"{best.x} and {best.y}: {best.coefficient} {best.statistic:+.2f}{within}"
        f" over {best.n_pairs} pairs of {best.n_groups} groups, {sided}{write_p(best.p_decisive, 'p')} {over}"
    )
    no_control = np.isnan(best.p_control)
    without = "; no negative control was run" if controlled else ""
    checked = without if no_control else f"; negative control {write_p(best.p_control, 'p')}"
    word = SUPPORTED if SUPPORTED in words else NOT_SEPARABLE
    answer = _supported(best, tested) if word == SUPPORTED else _not_separable(best, tested, alpha)
    return Verdict(word, f"{found}{checked}.{beside}", *numbers, answer)


def _beside(others: Sequence[Relation]) -> str:
    """What is said of the family behind a declared relation."""
    tested = [row for row in others if row.verdict != NOT_COMPUTED]
    if not tested:
        return ""
    supported = sum(row.verdict == SUPPORTED for row in tested)
    of = counted(len(tested), "further relation")
    return f" Of {of} {supported or 'none'} {'are' if supported > 1 else 'is'} supported ({tested[0].decided_by})."


def _untestable(best: Relation, count: int) -> str:
    if best.lacking == FEW_GROUPS:
        few = f"It cannot be said: {best.n_groups} groups are too few for any test to tell a relation from chance."
        return few + power_told(best)
    drawn = counted(best.n_permutations, "permutation")
    if best.lacking == FEW_PERMUTATIONS:
        return f"It cannot be said: {drawn} are too few for any test to tell a relation from chance; draw more."
    return (
        f"It cannot be said: with {best.n_groups} groups no relation could pass the correction for the {count} that "
        "were looked at."
    )


def _supported(best: Relation, tested: Sequence[Relation]) -> str:
    supported = sum(row.verdict == SUPPORTED for row in tested)
    rest = f" {supported} of {len(tested)} such relations are supported." if len(tested) > 1 else ""
    if best.coefficient in DISTANCE:
        return f"Yes: {best.x} and {best.y} depend on each other.{rest}"
    return f"Yes: {_direction(best)}.{rest}"


def _direction(row: Relation) -> str:
    return f"the larger the {row.x}, the {'larger' if row.statistic > 0 else 'smaller'} the {row.y}"


def _not_separable(best: Relation, tested: Sequence[Relation], alpha: float) -> str:
    """What so noisy tables could have shown comes first, then what stopped it, then what goes the other way."""
    limit = _limit(best.ceiling)
    opposite = _opposite(tested, alpha)
    if best.stopped_by == CONTROL:
        who = "random groups of the same texts could give relations as strong"
    elif opposite is best and len(tested) == 1:
        who = f"it goes the other way, {_direction(best)} ({write_p(best.p_opposite, 'p')} in that direction)"
        return f"{limit}Not in the direction that was asked: {who}."
    else:
        who = "chance could give relations as strong"
    answer = f"{limit}Not as far as these groups show: {who}."
    if opposite is not None:
        answer += f" One goes the other way: {_direction(opposite)}."
    return answer if best.stopped_by == CONTROL else answer + power_told(best)


def _limit(ceiling: float) -> str:
    """What so noisy tables could have shown, in a sentence that ends with a blank; "" where it is not known."""
    if np.isnan(ceiling):
        return ""
    if ceiling <= 0:
        return "Tables as noisy as these show no relation on average. "
    return f"Tables as noisy as these show a coefficient of at most {ceiling:.2f} on average. "


def _opposite(tested: Sequence[Relation], alpha: float) -> Relation | None:
    """The relation that is clearest against the direction that was asked, after Holm over all; None where none is."""
    adjusted = holm([row.p_opposite for row in tested])
    at = int(np.argmin(np.where(np.isnan(adjusted), np.inf, adjusted)))
    return tested[at] if adjusted[at] <= alpha else None


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
    return Verdict(UNTESTABLE, sentence, p_control=p_control, alpha=alpha, answer=answer)
