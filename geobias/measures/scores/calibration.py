"""Whether probabilities mean what they say: the expected calibration error."""

from __future__ import annotations

import numpy as np

BINS = 10


def calibration_error(probabilities: np.ndarray, labels: np.ndarray, bins: int = BINS) -> np.ndarray:
    """Expected calibration error over bins of like mass (Nixon et al. 2019); float64 (M,).

    probabilities (M, k), NaN = none; labels (k,) of 0 and 1, -1 = not labelled. NaN where nothing is left.

    The bins end at the quantiles of a model's probabilities, as those of scikit-learn's
    `calibration_curve(strategy="quantile")`; the error is the mean of |share of positives - mean probability| over
    the bins, each weighing as many texts as it holds. Chance alone makes it larger than 0, and more so with few
    texts: compare groups at one number of texts.
    """
    out = np.full(len(probabilities), np.nan)
    for model, row in enumerate(probabilities.astype(np.float64)):
        used = ~np.isnan(row) & (labels >= 0)
        if used.any():
            out[model] = _error(row[used], labels[used] == 1, bins)
    return out


def _error(values: np.ndarray, positive: np.ndarray, bins: int) -> float:
    edges = np.percentile(values, np.linspace(0, 1, bins + 1) * 100)
    place = np.searchsorted(edges[1:-1], values)
    difference = np.bincount(place, positive - values, minlength=bins)
    return float(np.abs(difference).sum() / len(values))
