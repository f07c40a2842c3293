"""Calibration error against scikit-learn."""

import numpy as np
import pytest
from sklearn.calibration import calibration_curve

from geobias.measures.scores.calibration import calibration_error

NAN = float("nan")


def curve_error(labels, values, bins):
    """From the two shares of scikit-learn's curve, and how many texts its bins hold."""
    true, said = calibration_curve(labels, values, n_bins=bins, strategy="quantile")
    edges = np.percentile(values, np.linspace(0, 1, bins + 1) * 100)
    held = np.bincount(np.searchsorted(edges[1:-1], values), minlength=bins)
    return (held[held > 0] * np.abs(true - said)).sum() / held.sum()


@pytest.mark.parametrize("bins", [1, 5, 10])
def test_equal_to_scikit_learn_on_what_each_model_predicts(bins):
    rng = np.random.default_rng(0)
    values = rng.beta(0.5, 0.5, (4, 300)).astype(np.float32)
    values[rng.random(values.shape) < 0.2] = NAN
    values[3] = values[3].round(1)  # ties
    labels = np.where(rng.random(300) < 0.1, -1, rng.integers(0, 2, 300)).astype(np.int8)
    for model, row in enumerate(values):
        used = ~np.isnan(row) & (labels >= 0)
        one, truth = row[used].astype(np.float64), labels[used]
        assert calibration_error(values, labels, bins)[model] == pytest.approx(curve_error(truth, one, bins), abs=1e-12)


def test_honest_probabilities_are_off_by_chance_alone_and_bold_ones_by_their_boldness():
    rng = np.random.default_rng(1)
    honest = rng.random(50_000)
    labels = (rng.random(50_000) < honest).astype(np.int8)
    bold = (honest > 0.5) * 0.98 + 0.01
    errors = calibration_error(np.stack([honest, bold, honest]), labels)
    assert errors[0] < 0.01
    assert errors[1] == pytest.approx(0.24, abs=0.01)
    few = calibration_error(honest[None, :200], labels[:200])[0]
    assert few > errors[0]


def test_nothing_to_score_is_nan():
    values, labels = np.array([[NAN, 0.5], [0.5, 0.5]]), np.array([1, -1])
    np.testing.assert_array_equal(calibration_error(values, labels), [NAN, 0.5])
