"""Krippendorff's alpha, against the package of that name."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.errors import InputError
from geobias.stats import WeightedAlpha, alpha_without_each, krippendorff_alpha

LEVELS = ("nominal", "ordinal", "interval", "ratio")


def _long(table):
    """(annotators, items) with NaN for what was not answered, as items and answers."""
    annotator, item = np.nonzero(~np.isnan(table))
    return item, table[annotator, item]


def _random(seed, annotators=9, items=14, values=5, missing=0.4):
    rng = np.random.default_rng(seed)
    true = rng.integers(0, values, items)
    table = np.clip(true + rng.integers(-1, 2, (annotators, items)), 0, values - 1).astype(float)
    table[rng.random(table.shape) < missing] = np.nan
    return table


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(5))
def test_alpha_equals_the_package_of_that_name(level, seed):
    peer = pytest.importorskip("krippendorff")
    table = _random(seed)
    expected = peer.alpha(reliability_data=table, level_of_measurement=level)
    assert krippendorff_alpha(*_long(table), level=level).alpha == pytest.approx(expected, abs=1e-12)


def test_one_annotator_an_item_gives_no_alpha_and_says_why():  # N01
    alone = krippendorff_alpha([0, 1, 2, 3], [1, 2, 1, 2])
    assert np.isnan(alone.alpha)
    assert (alone.reason, alone.items) == ("no item has answers of two annotators", 0)
    table = np.full((2, 4), np.nan)
    table[0, :2], table[1, 2:] = 1, 2
    assert krippendorff_alpha(*_long(table)).reason == "no item has answers of two annotators"


def test_without_variation_there_is_no_alpha_unless_one_is_named():  # N02
    item, answer = [0, 0, 1, 1], [1, 1, 1, 1]
    plain = krippendorff_alpha(item, answer)
    assert np.isnan(plain.alpha)
    assert (plain.reason, plain.items, plain.answers) == ("no_variation: every answer is the same", 2, 4)
    assert krippendorff_alpha(item, answer, without_variation=1.0).alpha == 1


def test_negative_answers_have_no_ratio_scale():
    assert krippendorff_alpha([0, 0], [-1, 1], level="ratio").reason == (
        "answers of a ratio scale must not be negative"
    )


@pytest.mark.parametrize("level", LEVELS)
def test_an_item_of_weight_two_is_nearly_two_such_items(level):
    """But for answers that meet themselves in the margins, which are left out: one part in their number."""
    item, answer = _long(_random(0, annotators=20, items=60))
    copied = krippendorff_alpha(np.concatenate([item, item + 60]), np.tile(answer, 2), level=level).alpha
    weighed = WeightedAlpha.of(item, answer, level=level)(np.full(len(item), 2.0))
    assert weighed == pytest.approx(copied, abs=2 / len(item))


@given(st.integers(0, 10_000))
def test_a_weight_of_zero_leaves_an_answer_out(seed):
    item, answer = _long(_random(seed))
    kept = np.random.default_rng(seed).random(len(item)) < 0.7
    weighed = WeightedAlpha.of(item, answer)(kept.astype(float))
    alone = krippendorff_alpha(item[kept], answer[kept]).alpha
    assert weighed == pytest.approx(alone, abs=1e-12, nan_ok=True)


@given(st.integers(0, 10_000), st.floats(0.1, 7))
def test_one_weight_for_all_changes_what_it_rests_on_alone(seed, weight):
    item, answer = _long(_random(seed))
    weigh = WeightedAlpha.of(item, answer)
    assert weigh(np.full(len(item), weight)) == pytest.approx(weigh(np.ones(len(item))), rel=1e-9, nan_ok=True)


def test_what_does_not_fit_is_named():
    with pytest.raises(InputError, match="level must be one of"):
        krippendorff_alpha([0], [1], level="cardinal")
    with pytest.raises(InputError, match="two arrays of one length"):
        krippendorff_alpha([0, 1], [1])
    with pytest.raises(InputError, match="one is infinite"):
        krippendorff_alpha([0], [np.inf])


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio"])
def test_alpha_without_each_is_alpha_computed_anew(level):
    rng = np.random.default_rng(4)
    item = np.sort(rng.integers(12, size=40))
    item = np.unique(item, return_inverse=True)[1]
    answer = (item % 3 + rng.integers(3, size=40)).astype(float)
    alpha, items, answers, reason = alpha_without_each(item, answer, level=level)
    assert reason == ""
    assert alpha == pytest.approx(krippendorff_alpha(item, answer, level=level).alpha)
    for place in range(item.max() + 1):
        kept = item != place
        assert items[place] == pytest.approx(krippendorff_alpha(item[kept], answer[kept], level=level).alpha)
    for place in range(40):
        kept = np.arange(40) != place
        assert answers[place] == pytest.approx(krippendorff_alpha(item[kept], answer[kept], level=level).alpha)


def test_alpha_without_each_says_why_there_is_none():
    alpha, items, answers, reason = alpha_without_each(np.arange(3), np.ones(3))
    assert (reason, items.shape, answers.shape) == ("no item has answers of two annotators", (3,), (3,))
    assert np.isnan(alpha)
