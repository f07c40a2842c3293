from __future__ import annotations

import numpy as np
import pytest

from geobias.report.coefficients import two
from geobias.report.phrases import number
from geobias.report.sections.dividing_items.example import example_figure, example_of, example_sentence


@pytest.fixture
def example(judged_run):
    return example_of(judged_run)


def test_the_example_divides_most_by_the_attribute_with_most_opinions_of_its_own(example, judged_tables):
    dividing, sources = judged_tables["dividing_items"], judged_tables["item_sources"]
    region = dividing[dividing["attribute"] == "region"]
    assert example.attribute == "region"
    assert example.item == region.loc[region["between"].idxmax(), "item"]
    said = sources[sources["item"] == example.item].set_index("source")["value"]
    assert dict(zip(example.sources["source"], example.sources["value"], strict=True)) == said.to_dict()
    assert example.sources["low"].tolist() == [sources.loc[sources["source"] == s, "value"].min() for s in said.index]
    assert example.mean == judged_tables["items"].set_index("item").loc[example.item, "mean"]


def test_another_attribute_is_taken_where_its_own_share_is_larger(judged_tables, make_judged):
    components = judged_tables["variance_components"]
    own = (components["component"] == "own share of opinions") & (components["attribute"] == "gender")
    run = make_judged({"variance_components": components.assign(low=components["low"].mask(own, 0.9))})
    assert example_of(run).attribute == "gender"


def test_the_figure_has_mean_answers_and_sources_between_their_ends(example):
    left, right = example_figure(example, "item 1").axes
    [dots] = [line.get_xdata() for line in left.lines if line.get_marker() == "o"]
    np.testing.assert_allclose([x for x in dots if not np.isnan(x)], sorted(example.groups["mean"], reverse=True))
    marks = [float(line.get_xdata()[0]) for line in right.lines if line.get_marker() == "D"]
    at = example.sources
    np.testing.assert_allclose(marks, (at["value"] - at["low"]) / (at["high"] - at["low"]))
    assert [text.get_text() for text in right.texts] == [number(value) for value in at["value"]]


def test_the_sentence_names_both_ends_and_what_sources_say(example):
    rows = example.groups.sort_values("mean")
    low, high = rows.iloc[0], rows.iloc[-1]
    said = ", ".join(
        f"{s} {number(v)}" for s, v in zip(example.sources["source"], example.sources["value"], strict=True)
    )
    assert example_sentence(example, "item 7") == (
        f"By region item 7 divides most: mean answers go from {two(low['mean'])} of {low['group']} ({low['n']} "
        f"annotators) to {two(high['mean'])} of {high['group']} ({high['n']} annotators); {said}."
    )


@pytest.mark.parametrize("name", ["item_answers", "dividing_items"])
def test_without_answers_or_items_there_is_no_example(make_judged, name):
    assert example_of(make_judged({name: None})) is None


def test_without_sources_and_components_the_answers_stand_alone(make_judged):
    example = example_of(make_judged({"item_sources": None, "variance_components": None, "items": None}))
    assert (len(example.sources), example.attribute) == (0, "region")
    assert np.isnan(example.mean)
    assert example_sentence(example, "i").endswith("annotators).")
    assert len(example_figure(example, "i").axes) == 2
