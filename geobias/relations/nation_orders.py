"""The one judge of orders: does a model put nations where people of these nations, or a map, put themselves?"""

from __future__ import annotations

import math
from dataclasses import replace

from geobias.relations.lacking import HOLM
from geobias.relations.questions import Answer, answer_to
from geobias.relations.stating import Verdict, counted, ends, level
from geobias.stats import holm, write_p
from geobias.tables import (
    FEW_GROUPS,
    NOT_COMPUTED,
    NOT_SEPARABLE,
    ORDER,
    SUPPORTED,
    UNTESTABLE,
    NationOrder,
    NationOrderTable,
)

QUESTION = "Does the model put nations in the order of {}?"


def judge_orders(table: NationOrderTable, alpha: float = 0.05) -> NationOrderTable:
    """The table with the verdict of every reference: "supported" where its p, by Holm over references, is at most
    `alpha`; "cannot be tested" where so few nations can give no such p."""
    alpha = level(alpha)
    adjusted = holm([row.p for row in table.rows])
    rows = [
        replace(row, p_holm=float(p), alpha=alpha, **_word(row, float(p), alpha))
        for row, p in zip(table.rows, adjusted, strict=True)
    ]
    return replace(table, rows=tuple(rows))


def _word(row: NationOrder, p: float, alpha: float) -> dict[str, str]:
    if math.isnan(p):
        return {"verdict": NOT_COMPUTED, "lacking": ""}
    if row.p_attainable > alpha:
        return {"verdict": UNTESTABLE, "lacking": FEW_GROUPS}
    return {"verdict": SUPPORTED if p <= alpha else NOT_SEPARABLE, "lacking": ""}


def answer_orders(table: NationOrderTable) -> list[Answer]:
    """One question a reference that was judged, in their order; `family` is "order[survey]"."""
    return [
        answer_to(QUESTION.format(f"the {row.reference}"), f"{ORDER}[{row.reference}]", order_verdict(row))
        for row in table.rows
        if row.verdict
    ]


def order_verdict(row: NationOrder) -> Verdict:
    """The verdict on one reference in words."""
    effect = f"Spearman {row.coefficient:+.2f}{ends(row.low, row.high, row.level, '+.2f')}"
    if row.verdict == NOT_COMPUTED:
        return Verdict(
            UNTESTABLE, f"No coefficient: {row.note}.", answer=f"It cannot be said: {row.note}.", alpha=row.alpha
        )
    answers = {
        SUPPORTED: f"Yes, as far as {counted(row.n_nations, 'nation')} can show: {effect}.",
        NOT_SEPARABLE: f"No order is shown: {effect} of {counted(row.n_nations, 'nation')}.",
        UNTESTABLE: f"It cannot be said: {counted(row.n_nations, 'nation')} give no p below {row.p_attainable:.2g}.",
    }
    sentence = f"{effect}, {write_p(row.p_holm, 'p')}, nations permuted ({row.method}), one-sided."
    return Verdict(
        row.verdict, sentence, p_adjusted=row.p_holm, correction=HOLM, n_tested=1, p_attainable=row.p_attainable,
        alpha=row.alpha, answer=answers[row.verdict],
    )  # fmt: skip
