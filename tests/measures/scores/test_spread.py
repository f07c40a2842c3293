"""Errors of scores and gaps: those of textbooks where there is one model; shared texts, and few training sets."""

import numpy as np
import pytest
from scipy import stats

from geobias.measures.scores import WeightedGroups, pigeonhole_bootstrap
from geobias.measures.scores.spread import spread
from geobias.tables import Predictions


def bootstrap(right, rows, units=None, replicates=6_000):
    """Accuracies of models (M, n) that are right on some texts."""
    models, n = right.shape
    names = tuple(f"set{m}-fold0" for m in range(models))
    predictions = Predictions(names, np.arange(n), np.ones(n, np.int8), right.astype(np.float32), ("neg", "pos"))
    groups = WeightedGroups.of(predictions, rows, ["accuracy"], units=units)
    return pigeonhole_bootstrap(groups, replicates=replicates, rng=np.random.default_rng(0))


def test_the_error_of_a_gap_is_that_of_agresti_and_caffo():
    right = np.zeros((1, 300))
    right[0, :58] = right[0, 60:216] = 1  # 58 of 60, and 156 of 240
    found = spread(bootstrap(right, {"a": np.arange(60), "b": np.arange(60, 300)}), "accuracy", [(0, 1)])
    shares = [(58 + 1) / 62, (156 + 1) / 242]
    expected = np.sqrt(sum(p * (1 - p) / n for p, n in zip(shares, (62, 242), strict=True)))
    assert found.error[0] == pytest.approx(expected, rel=0.02)
    welch = stats.ttest_ind([*right[0, :60], 0, 1], [*right[0, 60:], 0, 1], equal_var=False)
    assert found.df[0] == pytest.approx(welch.df, rel=0.1)


def test_the_error_of_authors_is_that_of_their_means():
    rng = np.random.default_rng(1)
    right = rng.random((1, 240)) < np.repeat(np.clip(rng.normal(0.6, 0.3, 24), 0, 1), 10)
    rows, units = {"a": np.arange(120), "b": np.arange(120, 240)}, np.repeat(np.arange(24), 10)
    found = spread(bootstrap(right, rows, units), "accuracy", [(0, 1), (0,)])
    means = right.reshape(2, 12, 10).mean(2)
    expected = np.sqrt(means.var(1, ddof=1) / 12)
    assert found.error[1] == pytest.approx(expected[0], rel=0.03)
    assert found.error[0] == pytest.approx(np.sqrt((expected**2).sum()), rel=0.03)
    assert found.df[0] == pytest.approx(stats.ttest_ind(*means, equal_var=False).df, rel=0.05)
    assert found.df[1] == pytest.approx(11)


def test_few_training_sets_leave_few_degrees_of_freedom():
    """Models that are right on all or no texts: texts do not matter, and five sets have four degrees of freedom."""
    right = np.array([1, 1, 0, 1, 0])[:, None] * np.ones((5, 4_000))
    right[:, :2_000] = 1
    found = spread(
        bootstrap(right, {"a": np.arange(2_000), "b": np.arange(2_000, 4_000)}, replicates=2_000), "accuracy", [(0, 1)]
    )
    assert found.value[0] == pytest.approx(0.4)
    assert found.error[0] == pytest.approx(np.std([0, 0, 1, 0, 1], ddof=1) / np.sqrt(5), rel=0.05)
    assert found.df[0] == pytest.approx(4, rel=0.02)


def test_groups_that_share_texts_have_the_error_of_what_they_do_not_share():
    rng = np.random.default_rng(2)
    right = rng.random((1, 400)) < 0.7
    rows = {"whole": np.arange(400), "most": np.arange(380), "rest": np.arange(380, 400)}
    found = spread(bootstrap(right, rows), "accuracy", [(0, 1), (1, 2)])
    # whole - most = .05 (rest - most)
    assert found.error[0] == pytest.approx(0.05 * found.error[1], rel=0.15)


def test_a_group_of_one_unit_has_no_error():
    right = np.ones((1, 40))
    found = spread(bootstrap(right, {"a": np.arange(39), "one": np.array([39])}), "accuracy", [(0,), (1,), (0, 1)])
    assert np.isnan(found.error).tolist() == [False, True, True]
    assert found.error[0] == pytest.approx(1 / 41, rel=0.02)  # all right: two texts are added, one of them wrong
