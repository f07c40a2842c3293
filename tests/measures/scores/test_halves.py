"""Split halves: disjoint, of one size, and none where a group is too small."""

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.measures.scores import WeightedGroups, score, split_halves

ROWS = {"a": np.arange(60), "b": np.arange(60, 150), "own": np.arange(150, 210)}


def test_halves_are_disjoint_and_of_one_size(held_out):
    groups = WeightedGroups.of(held_out, {"a": ROWS["a"], "b": ROWS["b"]})
    halves = split_halves(groups, splits=20, rng=np.random.default_rng(6))
    assert (halves.m, halves.values["accuracy"].shape) == (30, (20, 2, 6, 2))
    # Two halves of 30 of 60 documents are all of them.
    whole = score(held_out, [ROWS]).metrics["accuracy"][:, 0, 0]
    np.testing.assert_allclose(halves.values["accuracy"][..., 0].mean(1), np.tile(whole, (20, 1)))
    assert halves.values["accuracy"][:, 0].std() > 0


def test_halves_of_too_small_a_group(held_out):
    rows = {"a": ROWS["a"], "one": np.array([70]), "none": np.array([999])}
    found = split_halves(WeightedGroups.of(held_out, rows, ["accuracy"]), rng=np.random.default_rng(7), splits=3)
    assert found.m == 30
    assert np.isnan(found.values["accuracy"][..., 1:]).all()
    with pytest.raises(InputError) as error:
        split_halves(WeightedGroups.of(held_out, rows), m=31, rng=np.random.default_rng(8))
    assert str(error.value) == (
        "halves of m=31 documents must fit twice into every group, but a has 60 that are labelled and predicted. "
        "Pass a smaller m, or None for the largest that fits."
    )
