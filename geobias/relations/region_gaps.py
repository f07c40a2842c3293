"""Whether models answer as well, and as often, about all regions: one question a model and score, with its verdict."""

from __future__ import annotations

from collections.abc import Mapping

from geobias.relations.gaps import gap_verdict
from geobias.relations.questions import AnswerTable, answer_to
from geobias.tables import GAP, GapIntervalTable, Quantity

QUESTIONS = {
    "accuracy": "Is {} right more often about some {}s than about others?",
    "accuracy_all": "Is {} right more often about some {}s where no answer counts as a wrong one?",
    "distance": "Is {} nearer to what is right of some {}s than of others?",
    "distance_all": "Is {} nearer to what is right of some {}s where no answer counts as one that is far off?",
    "coverage": "Does {} answer more often about some {}s than about others?",
}
"""Metric -> what is asked of a model and of what is compared."""


def answer_region_gaps(
    tables: Mapping[str, GapIntervalTable], noun: str = "region", texts: str = "statements"
) -> AnswerTable:
    """The verdicts on what `judge_gaps` filled in, a model after the other, in the order of `QUESTIONS`.

    tables : model -> its gaps. `family` is "gap[accuracy]", with ", <model>" behind it where there are several. A score
    that a table has no pair of two regions of is not asked about. noun : what is compared. texts : what was resampled.
    """
    rows = []
    for model, table in tables.items():
        for metric, question in QUESTIONS.items():
            if any(row.metric == metric and row.verdict for row in table.rows):
                family = f"{Quantity(GAP, metric)}" + (f", {model}" if len(tables) > 1 else "")
                found = gap_verdict(table, metric, noun, texts)
                rows.append(answer_to(question.format(f"'{model}'", noun), family, found))
    return AnswerTable(tuple(rows))
