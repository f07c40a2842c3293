"""Whether regions whose statements lie further apart are treated more differently: a question a model, and of
transfer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from geobias.relations.questions import AnswerTable, answer_to
from geobias.relations.verdict import verdict
from geobias.tables import Relation

DISTANCES, TRANSFER = "distances", "distances-transfer"
QUESTIONS = {
    DISTANCES: "Do regions whose statements lie further apart differ more in how often {} is right?",
    TRANSFER: "Does what is learned of one region serve another less the further apart their statements lie?",
}
"""Kind of family -> what is asked of it."""


def family_of(model: str, models: Sequence[str]) -> str:
    """The family of a model's relations: "distances", with ", <model>" behind it where there are several."""
    return DISTANCES if len(models) < 2 else f"{DISTANCES}, {model}"


def answer_region_distances(
    families: Mapping[str, Sequence[Relation]], models: Mapping[str, str], alpha: float = 0.05
) -> AnswerTable:
    """The verdicts on relations that `judge` filled in, by the first coefficient of each family.

    families : name -> its rows; one without rows is not asked about. models : name of a family -> the model that it is
    of; the others are of transfer.
    """
    rows = []
    for family, relations in families.items():
        first = [row for row in relations if row.coefficient == relations[0].coefficient]
        if first:
            model = models.get(family)
            question = QUESTIONS[TRANSFER] if model is None else QUESTIONS[DISTANCES].format(f"'{model}'")
            rows.append(answer_to(question, family, verdict(first, alpha=alpha, controlled=False)))
    return AnswerTable(tuple(rows))
