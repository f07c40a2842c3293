"""What the methods share: the scale of a test over all items, and the level that it keeps."""

from __future__ import annotations

import numpy as np

from geobias.measures.explaining import estimates
from geobias.measures.explaining.estimates import spread_of


def test_the_observed_estimate_is_one_of_those_that_the_scale_is_made_of():
    observed, null = np.array([3.0, 0.0]), np.array([[1.0, -1.0, 1.0], [0.0, 0.0, 0.0]])
    assert spread_of(observed, null).tolist() == [np.sqrt(12 / 4), 1.0]


def test_no_item_stands_out_more_often_than_the_level_says():
    """39 permutations, 100 items of one law: some p over all items is .05 or less in .05 of runs (99 % of counts of 400
    lie between 9 and 32; over a scale without the observed one it were 72)."""
    rng = np.random.default_rng(0)
    found = 0
    for _ in range(400):
        of_all = rng.normal(size=(100, 40))
        observed, null = of_all[:, 0], of_all[:, 1:]
        tested = estimates.tested_items(observed, null, spread_of(observed, null), exact=False, alternative="two-sided")
        found += bool((tested.p_max <= 0.05).any())
    assert 9 <= found <= 32
