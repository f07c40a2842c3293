"""The questions that a study asks of its tables, each with its verdict."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields

from geobias.relations.differences import difference_verdict
from geobias.relations.gaps import gap_verdict
from geobias.relations.judging import Control
from geobias.relations.separations import separation_verdict
from geobias.relations.stating import Verdict
from geobias.relations.verdict import verdict
from geobias.stats import coefficient_name
from geobias.tables import (
    GAPS,
    PRIMARY,
    SEPARATION,
    UNTESTABLE,
    DifferenceTable,
    GapIntervalTable,
    Relation,
    RowTable,
    SeparationTable,
)

QUESTIONS = {
    SEPARATION: "Do the groups' texts differ?",
    GAPS: "Do groups fare unequally?",
    PRIMARY: "Do distances go with gaps in performance?",
}
"""In the order in which they are asked."""

NONE_COMPARED = Verdict(
    UNTESTABLE,
    "No two regions have units enough (texts, or those of one author) to be compared.",
    answer="It cannot be said: there are too few units (texts, or authors) for any test to tell two regions apart.",
)


@dataclass(frozen=True)
class Answer:
    """A question with its verdict; `family` names what it is about. For the other fields see `Verdict`."""

    family: str
    question: str
    word: str
    answer: str
    sentence: str
    p_adjusted: float = float("nan")
    correction: str = ""
    n_tested: int = 0
    p_attainable: float = float("nan")
    p_control: float = float("nan")
    alpha: float = 0.05


@dataclass(frozen=True, repr=False)
class AnswerTable(RowTable):
    """Questions with their verdicts, one per row; `to_frame` has the fields of `Answer` as columns."""

    rows: tuple[Answer, ...]

    row_type = Answer
    key = ("family",)
    noun = "answer"

    @staticmethod
    def told(row: Answer) -> dict[str, str]:
        return {"question": row.question, "verdict": row.word, "answer": row.answer}


def answer_questions(
    rows: Iterable[Relation] = (),
    *,
    differences: DifferenceTable | None = None,
    gaps: GapIntervalTable | None = None,
    separations: Sequence[SeparationTable] = (),
    control: Control = None,
    coefficient: str = "spearman",
    alpha: float = 0.05,
) -> AnswerTable:
    """The verdicts that the tables allow, in the order of `QUESTIONS`; a question that no table is about is not asked.

    Parameters
    ----------
    rows : relations of any families; the primary family by `coefficient` answers, and its primary relation if one is.
    differences : as `judge_differences` filled them in; of several adjustments that of the first row answers. Without
        rows, but with the details of how they were asked for, no two regions could be compared.
    separations : as `judge_separations` filled them in, the one to go by first; they answer where `differences` do not.
    gaps : as `judge_gaps` filled them in; of several metrics that of the first row answers.
    control : the negative control of the whole pipeline, for the relations.
    """
    name = coefficient_name(coefficient)
    primary = [row for row in rows if row.family == PRIMARY and row.coefficient == name]
    found: dict[str, Verdict] = {}
    if differences is not None and differences.rows:
        found[SEPARATION] = difference_verdict(differences, differences.rows[0].adjusted)
    elif separations:
        found[SEPARATION] = separation_verdict(separations)
    elif differences is not None and differences.details:
        found[SEPARATION] = NONE_COMPARED
    if gaps is not None and any(row.verdict for row in gaps.rows):
        found[GAPS] = gap_verdict(gaps, gaps.rows[0].metric)
    if primary:
        found[PRIMARY] = verdict(primary, control, alpha=alpha)
    return AnswerTable(tuple(answer_to(QUESTIONS[family], family, one) for family, one in found.items()))


def answer_to(question: str, family: str, found: Verdict) -> Answer:
    """A question with its verdict."""
    shared = {field.name: getattr(found, field.name) for field in fields(Answer) if hasattr(found, field.name)}
    return Answer(family=family, question=question, **shared)
