"""Agreement with its uncertainty: Wilson's interval, and words that follow from it."""

from __future__ import annotations

from collections import Counter

import pytest
from statsmodels.stats.proportion import proportion_confint

from geobias.collect.store import Given
from geobias.collect.web.agreement import Agreement, with_others, with_source


@pytest.mark.parametrize("agreeing", [0, 3, 7, 10])
def test_intervals_are_wilson_s(study, agreeing):
    names = list(study.items)[:10]
    given = [Given(name, place, 1.0, "") for place, name in enumerate(names, 1)]
    others = {name: Counter({2.0 if place < agreeing else -1.0: 4}) for place, name in enumerate(names)}
    all_together = with_others(study, given, others)[0]
    assert (all_together.stratum, all_together.items, all_together.share) == (None, 10, agreeing / 10)
    low, high = proportion_confint(agreeing, 10, method="wilson")
    assert (all_together.low, all_together.high) == pytest.approx((low, high), abs=1e-4)


def test_shares_are_of_items_whatever_the_number_of_people(study):
    one, two = list(study.items)[:2]
    given = [Given(one, 1, 1.0, ""), Given(two, 2, 0.0, ""), Given("gone", 3, 1.0, "")]
    others = {one: Counter({1.0: 9, None: 5}), two: Counter({1.0: 1}), "gone": Counter({-1.0: 1})}
    assert with_others(study, given, others)[0].share == pytest.approx(1 / 3)
    assert with_others(study, [Given(one, 1, None, "")], others) == []


def test_a_source_is_compared_by_the_side_of_the_scale(study):
    said = {name: item.sources["label"] for name, item in study.items.items()}
    given = [
        Given(name, place, float((value > 0) - (value < 0)), "") for place, (name, value) in enumerate(said.items())
    ]
    found = with_source(study, given, "label")
    assert {one.share for one in found} == {1.0}
    assert [one.stratum for one in found] == [None, *study.strata]


@pytest.mark.parametrize(
    ("items", "share", "low", "high", "word", "sure"),
    [
        (2, 1.0, 0.3, 1.0, "few", False),
        (10, 0.5, 0.24, 0.76, "agree_unclear", False),
        (10, 1.0, 0.72, 1.0, "agree_most", False),
        (10, 0.0, 0.0, 0.28, "agree_little", False),
        (200, 0.5, 0.43, 0.57, "agree_half", True),
        (150, 0.61, 0.49, 0.68, "agree_most", True),
        (150, 0.39, 0.32, 0.51, "agree_little", True),
    ],
)
def test_words_follow_from_the_interval(items, share, low, high, word, sure):
    found = Agreement(None, items, share, low, high)
    assert (found.word, found.sure) == (word, sure)
