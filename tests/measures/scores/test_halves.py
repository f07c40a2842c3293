"""Split halves: disjoint in units, of one size, and none where a group is too small."""

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.measures.scores import WeightedGroups, score, split_halves
from geobias.tables import Predictions

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


def test_halves_share_no_unit_and_take_as_many_texts_of_each():
    """A group's label is its unit's parity: of the units of a half so many texts are right as k times the even ones."""
    units = np.repeat(np.arange(20), np.tile([2, 5], 10))
    right = (units[None] % 2 == 0).astype(np.float32)
    predictions = Predictions(("m",), np.arange(70), np.ones(70, np.int8), right, ("neg", "pos"))
    rows = {"a": np.flatnonzero(units < 12), "b": np.flatnonzero(units >= 12)}
    groups = WeightedGroups.of(predictions, rows, ["accuracy"], units=units)
    halves = split_halves(groups, splits=400, rng=np.random.default_rng(0))
    assert halves.m == 8  # 4 of the 8 units of b, 2 texts each
    found = halves.values["accuracy"][:, :, 0]
    np.testing.assert_allclose(found * 4 % 1, 0)  # units are right or wrong as wholes
    np.testing.assert_allclose(found[:, :, 1].mean(1), 0.5)  # both halves of b are all of it
    # Units weigh the same whatever their texts: 6 of 12 are even, though they give 12 of 42 texts.
    assert found[:, :, 0].mean() == pytest.approx(0.5, abs=0.03)
    halves = split_halves(groups, m=5, splits=3, rng=np.random.default_rng(0))
    assert halves.m == 4
    with pytest.raises(InputError, match="halves of m=1 documents must fit twice into every group"):
        split_halves(groups, m=1, rng=np.random.default_rng(0))


def test_texts_of_a_unit_take_turns():
    """The last of 6 texts is drawn in a third of the splits where every unit gives 2."""
    units = np.repeat(np.arange(30), [6] * 15 + [2] * 15)
    right = ((np.arange(120) % 6 == 5) & (units < 15))[None].astype(np.float32)
    predictions = Predictions(("m",), np.arange(120), np.ones(120, np.int8), right, ("neg", "pos"))
    groups = WeightedGroups.of(
        predictions, {"a": np.flatnonzero(units < 15), "b": np.flatnonzero(units >= 15)}, ["accuracy"], units=units
    )
    found = split_halves(groups, splits=600, rng=np.random.default_rng(1)).values["accuracy"]
    assert found[..., 0].mean() == pytest.approx(1 / 6, abs=0.01)
