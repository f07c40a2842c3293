"""The studentised contrast: its formula in plain sums, and its level where means are equal and variances are not."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom

from geobias.errors import InputError
from geobias.stats import shuffle_excess, shuffle_studentised


def off_diagonal(a: np.ndarray, b: np.ndarray | None = None) -> float:
    """Mean of a_i . b_j, over i != j where both are one."""
    products = a @ (a if b is None else b).T
    return products.mean() if b is not None else (products.sum() - np.trace(products)) / (len(a) * (len(a) - 1))


def test_the_statistic_is_chen_and_qins():
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(9, 4)), rng.normal(size=(14, 4)) + 0.5
    points = np.concatenate([x, y])
    x, y = x - points.mean(0), y - points.mean(0)
    squared = [np.array([np.outer(row, row).ravel() for row in of]) for of in (x, y)]  # (a . b)^2 = vec(aa') . vec(bb')
    traces = off_diagonal(squared[0]), off_diagonal(squared[1]), off_diagonal(*squared)
    variance = 2 * traces[0] / (9 * 8) + 2 * traces[1] / (14 * 13) + 4 * traces[2] / (9 * 14)
    expected = (off_diagonal(x) + off_diagonal(y) - 2 * off_diagonal(x, y)) / np.sqrt(variance)
    found = shuffle_studentised(points @ points.T, np.repeat([0, 1], [9, 14]), n_resamples=99, rng=0)
    assert found.statistic == pytest.approx(expected, rel=1e-9)
    assert found.pvalue == (1 + (found.null >= found.statistic - 1e-9).sum()) / 100


@pytest.mark.parametrize("deviations", [(2.0, 1.0), (1.0, 2.0)])
def test_it_is_a_test_of_means_also_with_unequal_variances_and_sizes(deviations):
    rng, rejected, raw, labels = np.random.default_rng(3), 0, 0, np.repeat([0, 1], [15, 90])
    for _ in range(120):
        points = rng.normal(size=(105, 5)) * np.array(deviations)[labels][:, None]
        kernel = points @ points.T
        rejected += shuffle_studentised(kernel, labels, n_resamples=59, rng=rng).pvalue <= 0.05
        raw += shuffle_excess(-kernel, labels, n_resamples=59, rng=rng).pvalue <= 0.05
    low, high = binom.interval(0.99, 120, 0.05)
    assert low <= rejected <= high
    assert not low <= raw <= high  # as it is without the standard error


def test_points_left_out_and_strata():
    rng = np.random.default_rng(2)
    points, labels = rng.normal(size=(20, 3)), np.repeat([0, 1, -1], [8, 8, 4])
    strata = np.repeat([0, 1, 0, 1, 0], 4)
    found = shuffle_studentised(points @ points.T, labels, strata=strata, n_resamples=49, rng=0)
    kept = points[:16] @ points[:16].T
    assert found == shuffle_studentised(kept, labels[:16], strata=strata[:16], n_resamples=49, rng=0)
    alone = shuffle_studentised(kept, labels[:16], strata=labels[:16], n_resamples=49, rng=0)
    assert alone.pvalue == 1.0  # a stratum for each group leaves nothing to permute
    with pytest.raises(InputError, match=r"at least 2 points each, but there are \[3, 1\]"):
        shuffle_studentised(np.zeros((4, 4)), np.array([0, 0, 0, 1]))
