"""The questions that a study asks of its tables, each with its verdict."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields

from geobias.relations.separations import separation_verdict
from geobias.relations.verdict import Control, Verdict, verdict
from geobias.stats import coefficient_name
from geobias.tables import PRIMARY, SEPARATION, Relation, RowTable, SeparationTable

QUESTIONS = {
    SEPARATION: "Do the groups' texts lie further apart than a group from itself?",
    PRIMARY: "Do distances go with gaps in performance?",
}


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
    rows: Iterable[Relation],
    separations: Sequence[SeparationTable],
    control: Control = None,
    *,
    coefficient: str = "spearman",
    alpha: float = 0.05,
) -> AnswerTable:
    """The verdicts that the tables allow: of the separations, and of the primary relations by one coefficient.

    Parameters
    ----------
    rows : relations of any families; those among distances answer no question.
    separations : as `judge_separations` filled them in, the one to go by first.
    control : the negative control of the whole pipeline, for the relations.
    """
    name = coefficient_name(coefficient)
    primary = [row for row in rows if row.family == PRIMARY and row.coefficient == name]
    found: dict[str, Verdict] = {}
    if separations:
        found[SEPARATION] = separation_verdict(separations)
    if primary:
        found[PRIMARY] = verdict(primary, control, alpha=alpha)
    return AnswerTable(tuple(_answer(family, one) for family, one in found.items()))


def _answer(family: str, found: Verdict) -> Answer:
    shared = {field.name: getattr(found, field.name) for field in fields(Answer) if hasattr(found, field.name)}
    return Answer(family=family, question=QUESTIONS[family], **shared)
