"""Gaps under weights: the gaps of the scored documents, and their expectation at m documents."""

import numpy as np
import pytest

from geobias.measures.reliability.gap_tables import WeighedGaps, _differences, folded_mean, half_spread
from geobias.measures.scores import gap_intervals, pigeonhole_bootstrap, split_halves


@pytest.fixture(scope="module")
def measured(sample_of):
    sample = sample_of(np.zeros((4, 2)), np.array([0.9, 0.8, 0.75, 0.6]), texts=120)
    halves = split_halves(sample.scored, splits=2_000, rng=np.random.default_rng(0))
    units = {name: sample.documents(name) for name in sample.base_groups}
    return sample, halves, WeighedGaps(sample.base_groups, sample.scored, units, half_spread(halves))


def test_equal_weights_give_the_gaps(measured):
    sample, _, gaps = measured
    found = gaps.signed(np.ones((1, 480)))["accuracy"][0]
    predictions = sample.scored.predictions
    right = ((predictions.probabilities >= 0.5) == predictions.labels).mean(0).reshape(4, 120).mean(1)
    assert found == pytest.approx(100 * (right[:, None] - right))
    assert gaps.tables(np.ones((1, 480)))["gap[accuracy]"][0] == pytest.approx(np.abs(found))


def test_units_and_models_weigh_in(measured):
    sample, _, gaps = measured
    rng = np.random.default_rng(1)
    weights, models = rng.integers(3, size=(2, 480)).astype(float), np.array([[1.0, 0, 2], [0, 3.0, 0]])
    found = gaps.signed(weights, models)["accuracy"]
    predictions = sample.scored.predictions
    right = ((predictions.probabilities >= 0.5) == predictions.labels).reshape(3, 4, 120)
    for w, m, table in zip(weights.reshape(2, 1, 4, 120), models, found, strict=True):
        scores = m @ ((right * w).sum(-1) / w.sum(-1)) / m.sum()
        assert table == pytest.approx(100 * (scores[:, None] - scores))


def test_gaps_at_m_are_those_of_the_halves(measured):
    sample, halves, gaps = measured
    found = gaps.tables(np.ones((1, 480)))["gap_at_m[accuracy]"][0]
    pigeonhole = pigeonhole_bootstrap(sample.scored, replicates=2, rng=np.random.default_rng(0))
    for row in gap_intervals(pigeonhole, halves).rows:
        a, b = (sample.base_groups.index(name) for name in (row.group_a, row.group_b))
        assert found[a, b] == pytest.approx(row.gap_at_m, abs=0.15)  # points; scores of halves are steps, not normal


def test_the_folded_mean_is_that_of_draws():
    rng = np.random.default_rng(0)
    for centre, spread in ((0.0, 1.0), (0.7, 1.0), (-4.0, 2.0)):
        expected = np.abs(rng.normal(centre, spread, 400_000)).mean()
        assert folded_mean(np.array(centre), np.array(spread)) == pytest.approx(expected, abs=0.01)
    assert np.isnan(folded_mean(np.array(np.nan), np.array(1.0)))
    assert folded_mean(np.array([-2.0, 0.0]), np.zeros(2)).tolist() == [2.0, 0.0]


def test_a_model_that_scores_one_group_alone_is_left_out_of_the_pair():

    scores = np.array([[[0.9, 0.5], [0.1, np.nan]]])
    assert _differences(scores, None)[0, 0, 1] == pytest.approx(40.0)
