"""What the differences in alignment of one attribute say together, in plain words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from geobias.errors import InputError
from geobias.relations.alignment_evidence import evidence, reasons
from geobias.relations.alignments import LEAST_ANNOTATORS, attainable, deciding
from geobias.relations.pairs import word_of_all
from geobias.relations.questions import AnswerTable, answer_to
from geobias.relations.stating import CHANCES, Verdict, counted, ends
from geobias.stats import holm, write_p
from geobias.tables import (
    ALIGNMENT,
    CONTROL,
    DIFFERENT,
    EQUIVALENT,
    NOT_COMPUTED,
    NOT_SEPARABLE,
    UNTESTABLE,
    AlignmentDifference,
    AlignmentDifferenceTable,
)

QUESTION = "Is a source more aligned with some groups of {} than with others?"
Rows = Sequence[AlignmentDifference]
WHOLE = 1.0
"""The difference between a group that a source goes with exactly and one that it has nothing to do with."""
_UNCOMPARED = Verdict(
    UNTESTABLE,
    "Groups with fewer annotators or items than alignment.suppression asks for are not told.",
    answer="It cannot be said: it has no two groups that are large enough to be told.",
)


def answer_alignments(table: AlignmentDifferenceTable, uncompared: Sequence[str] = ()) -> AnswerTable:
    """One question an attribute, in their order, of a table that `judge_alignments` filled in.

    `family` is "alignment[gender]". Each has its level for itself; what is left of its p when all attributes are
    looked at, by Holm, stands at the end of its `sentence`. Attributes without a judged row are not asked about, but
    those of `uncompared` are, after the others: no two groups of theirs are large enough to be told.
    """
    asked = list(dict.fromkeys(row.attribute for row in table.rows if row.verdict))
    found = [alignment_verdict(table, attribute) for attribute in asked]
    over_all = holm([one.p_adjusted for one in found])
    rows = []
    for attribute, one, p in zip(asked, found, over_all, strict=True):
        told = (
            f" Over all {len(asked)} attributes {write_p(p, 'p')} (Holm)."
            if len(asked) > 1 and not math.isnan(p)
            else ""
        )
        question, family = QUESTION.format(attribute), f"{ALIGNMENT}[{attribute}]"
        rows.append(answer_to(question, family, replace(one, sentence=one.sentence + told)))
    rows += [answer_to(QUESTION.format(name), f"{ALIGNMENT}[{name}]", _UNCOMPARED) for name in uncompared]
    return AnswerTable(tuple(rows))


def alignment_verdict(table: AlignmentDifferenceTable, attribute: str) -> Verdict:
    """The verdict on all groups of one attribute with all sources, as `judge_alignments` filled them in.

    It is "different" where any comparison is, and "equivalent within the margin" where all are. Raises `InputError`
    where no row of the attribute was judged.
    """
    rows = deciding(table, attribute)
    if not rows:
        raise InputError(
            "a verdict on alignment needs differences that were judged",
            f"there is none of {attribute!r}",
            f"There are {sorted({row.attribute for row in table.rows if row.verdict})}; pass judge_alignments' table.",
        )
    tested = [row for row in rows if row.verdict != NOT_COMPUTED]
    if not tested:
        answer = f"It cannot be said: no two groups could be compared ({reasons(rows)})."
        sentence = f"None of {counted(len(rows), 'comparison')} of two groups could be computed."
        return Verdict(UNTESTABLE, sentence, answer=answer, alpha=rows[0].alpha, p_control=rows[0].p_control)
    best = min(tested, key=_clearness)
    word = word_of_all(row.verdict for row in tested)
    return Verdict(
        word, evidence(rows, tested, best), p_adjusted=best.p_decisive, correction=best.decided_by,
        n_tested=len(tested), p_attainable=attainable(tested), p_control=best.p_control, alpha=best.alpha,
        answer=_answer(word, tested, best),
    )  # fmt: skip


def _clearness(row: AlignmentDifference) -> tuple[bool, float, float]:
    """The clearest first; what cannot be tested last."""
    return row.verdict == UNTESTABLE, row.p_decisive, -abs(row.t)


def _answer(word: str, tested: Rows, best: AlignmentDifference) -> str:
    if word == UNTESTABLE:
        return f"It cannot be said: one of every two groups has fewer than {LEAST_ANNOTATORS} annotators."
    if word == EQUIVALENT:
        return f"No: {_every(tested)} {EQUIVALENT}, a difference of {best.margin:.2f}."
    if word == DIFFERENT:
        apart = sum(row.verdict == DIFFERENT for row in tested)
        how = f"In part: in {apart} of {_comparisons(tested)}" if apart < len(tested) else f"Yes: in {_all(tested)}"
        return (
            f"{how} a source is more aligned with one group. Clearest: {_told(best)}.{_alike(tested)}{_shown(tested)}"
        )
    if any(row.stopped_by == CONTROL for row in tested):
        return f"Not as far as these annotators show: groups dealt at random differ as much.{_alike(tested)}"
    said = "Not as far as these annotators show: no difference between two groups is beyond chance."
    return f"{said}{_alike(tested)}{_shown(tested)}"


def _comparisons(rows: Rows) -> str:
    return f"{counted(len(rows), 'comparison')} of two groups"


def _all(rows: Rows) -> str:
    return "the one comparison of two groups" if len(rows) == 1 else f"all {_comparisons(rows)}"


def _every(rows: Rows) -> str:
    return f"{_all(rows)} {'is' if len(rows) == 1 else 'are'}"


def _told(row: AlignmentDifference) -> str:
    """With which group a source goes more, and by how much."""
    more, less, sign = (row.group_a, row.group_b, 1) if row.difference >= 0 else (row.group_b, row.group_a, -1)
    low, high = sorted((sign * row.low, sign * row.high))
    within = ends(low, high, row.level)
    return f"{row.source} goes more with {more} than with {less}, by {abs(row.difference):.2f}{within}"


def _alike(tested: Rows) -> str:
    alike = sum(row.verdict == EQUIVALENT for row in tested)
    if not alike:
        return ""
    are = f"{counted(alike, 'comparison')} {'is' if alike == 1 else 'are'}"
    return f" {are} {EQUIVALENT}, a difference of {tested[0].margin:.2f}."


def _shown(tested: Rows) -> str:
    """The difference that would have been found where most was measured, and in half of what is not separable."""
    needed = [row.detectable for row in tested if row.verdict == NOT_SEPARABLE and not math.isnan(row.detectable)]
    if not needed:
        return ""
    least, middle = min(needed), median(needed)
    if least > WHOLE:
        where = "" if len(needed) == 1 else " in any comparison"
        return f" With so few annotators, not even a difference of {WHOLE:.2f} would have been found {CHANCES}{where}."
    said = f" So many annotators would have shown a difference of {least:.2f} {CHANCES}"
    if len(needed) == 1:
        return f"{said}."
    of = "comparisons" if len(needed) == len(tested) else "other comparisons"
    if f"{least:.2f}" == f"{middle:.2f}":
        return f"{said} in half of the {of}."
    half = f"not even one of {WHOLE:.2f}" if middle > WHOLE else f"one of {middle:.2f}"
    return f"{said} where most was measured, and in half of the {of} {half}."
