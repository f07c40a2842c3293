"""Wilson's interval where units give several texts: the design effect of textbooks, and its ends."""

import numpy as np

from geobias.measures.scores import WeightedGroups, wilson_scores
from geobias.stats import student_widening, wilson_interval
from geobias.tables import Predictions


def interval(right, units):
    """Of the accuracy of one model that is right on some texts of units."""
    n = len(right)
    one = Predictions(("m",), np.arange(n), np.ones(n, np.int8), np.asarray(right, float)[None], ("neg", "pos"))
    rows = {"a": np.arange(n)}
    [row] = wilson_scores(WeightedGroups.of(one, rows, ["accuracy"], units=units)).rows
    return row.low, row.high


def test_units_of_one_text_are_texts():
    right = np.random.default_rng(0).random(60) < 0.8
    expected = tuple(map(float, wilson_interval(right.sum(), 60)))
    assert interval(right, None) == interval(right, np.arange(60) * 7) == expected


def test_the_design_effect_is_that_of_the_intraclass_correlation():
    """Kish: for units of one size n it is 1 + (n - 1) rho, rho from the one-way analysis of variance."""
    rng = np.random.default_rng(1)
    of_units = np.clip(rng.normal(0.6, 0.25, 40), 0, 1)
    right = rng.random((40, 8)) < of_units[:, None]
    between, within = 8 * right.mean(1).var(ddof=1), ((right - right.mean(1, keepdims=True)) ** 2).sum() / (40 * 7)
    rho = (between - within) / (between + 7 * within)
    counted = 320 / (1 + 7 * rho)
    expected = wilson_interval(right.mean() * counted, counted, 0.95, float(student_widening(39)))
    np.testing.assert_allclose(interval(right.ravel(), np.repeat(np.arange(40), 8)), expected, atol=2e-3)


def test_where_all_answers_are_alike_a_unit_counts_as_one_text():
    expected = wilson_interval(12, 12, 0.95, float(student_widening(11)))
    found = interval(np.ones(120), np.repeat([f"author {i}" for i in range(12)], 10))
    np.testing.assert_allclose(found, expected, atol=1e-12)


def test_texts_repeated_within_their_unit_say_nothing_more():
    right = np.random.default_rng(2).random(50) < 0.7
    once = interval(right, np.arange(50))
    low, high = interval(np.repeat(right, 4), np.repeat(np.arange(50), 4))
    expected = wilson_interval(right.sum(), 50, 0.95, float(student_widening(49)))
    np.testing.assert_allclose([low, high], expected, atol=0.002)
    assert low < once[0] < once[1] < high


def test_one_unit_gives_no_interval():
    assert np.isnan(interval(np.array([1, 0, 1]), np.zeros(3, int))).all()
