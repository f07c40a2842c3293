"""Verdicts on orders of nations: words, levels, and what so few nations can say."""

from __future__ import annotations

from geobias.relations import judge_orders
from geobias.relations.nation_orders import answer_orders
from geobias.tables import NationOrder, NationOrderTable


def judged(*rows: NationOrder) -> NationOrderTable:
    return judge_orders(NationOrderTable(rows))


def test_holm_over_references_decides():
    clear = NationOrder("survey", 0.9, 0.6, 1.0, p=0.004, p_attainable=1e-4, method="exact", n_nations=8)
    border = NationOrder("cultural map", 0.6, 0.1, 0.9, p=0.06, p_attainable=1e-4, method="exact", n_nations=8)
    table = judged(clear, border)
    assert [row.verdict for row in table.rows] == ["supported", "not separable"]
    assert [row.p_holm for row in table.rows] == [0.008, 0.06]
    first, second = answer_orders(table)
    assert first.question == "Does the model put nations in the order of the survey?"
    assert first.answer == ("Yes, as far as 8 nations can show: Spearman +0.90 (95 % interval +0.60 to +1.00).")
    assert second.answer == "No order is shown: Spearman +0.60 (95 % interval +0.10 to +0.90) of 8 nations."
    assert (first.family, first.word) == ("order[survey]", "supported")


def test_three_nations_cannot_be_tested():
    [row] = judged(NationOrder("survey", 1.0, p=1 / 6, p_attainable=1 / 6, method="exact", n_nations=3)).rows
    assert (row.verdict, row.lacking) == ("cannot be tested", "so few groups")
    [answer] = answer_orders(NationOrderTable((row,)))
    assert answer.answer == "It cannot be said: 3 nations give no p below 0.17."


def test_what_has_no_coefficient_is_not_computed():
    table = judged(NationOrder("survey", note="fewer than three nations", n_nations=2))
    [answer] = answer_orders(table)
    assert (table.rows[0].verdict, answer.word) == ("not computed", "cannot be tested")
    assert answer.answer == "It cannot be said: fewer than three nations."
