from __future__ import annotations

import pandas as pd

from geobias.report.sections.dividing_items.items import TOP, item_labels, item_texts, top_items

HATE = "I hate <b>them</b> & 'all'"


def items(*rows):
    return pd.DataFrame(rows, columns=["item", "text"]).assign(n_annotators=3, mean=0.0, sd=1.0)


def test_items_of_each_attribute_that_divide_most_come_in_its_order():
    rows = [("b", f"i{place}", 0.1 * place) for place in range(TOP + 3)] + [("a", "x", -0.5), ("a", "y", 0.5)]
    top = top_items(pd.DataFrame(rows, columns=["attribute", "item", "between"]))
    assert top["item"].tolist() == [f"i{place}" for place in range(TOP + 2, 2, -1)] + ["y"]


def test_short_names_stand_and_texts_in_the_place_of_names_do_not(make_judged):
    run = make_judged({"items": items(("SBIC-1", HATE), (HATE, ""), ("word", "word"))}, synthetic=False)
    assert item_labels(run, ["SBIC-1", HATE, "word"]) == {"SBIC-1": "SBIC-1", HATE: "item 2", "word": "item 3"}
    assert item_texts(run) == {"SBIC-1": HATE, HATE: "", "word": "word"}


def test_names_of_made_up_items_stand(make_judged):
    assert item_labels(make_judged({"items": items((HATE, HATE))}), [HATE]) == {HATE: HATE}


def test_without_a_table_of_items_places_are_among_those_shown(make_judged):
    run = make_judged({"items": None}, synthetic=False)
    assert item_labels(run, ["a b", "c", "d e"]) == {"a b": "item 1", "c": "c", "d e": "item 3"}
    assert item_texts(run) == {}
