"""Sizes of differences: right on average, the same for any workers, and said to be unknown where units are few."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.measures.differences import DifferenceSettings, UnitGroup, adjusted_groups, difference_effects
from geobias.measures.differences.distance_law import best_auc
from geobias.tables import Difference

SETTINGS = DifferenceSettings(folds=3)


def singles(vectors: np.ndarray) -> UnitGroup:
    return UnitGroup(vectors.astype(np.float32), list(np.arange(len(vectors))[:, None]))


@pytest.fixture(scope="module")
def groups() -> dict[str, UnitGroup]:
    rng = np.random.default_rng(1)
    shifts = {"au": 0.0, "ca": 0.0, "nz": 0.8}
    return {name: singles(rng.normal(size=(60 + 20 * len(name), 6)) + shift) for name, shift in shifts.items()}


def test_a_shift_has_a_size_and_equal_groups_have_none(groups):
    found = {(one.group_a, one.group_b): one for one in difference_effects(groups, SETTINGS, seed=0)}
    same, apart = found["au", "ca"], found["au", "nz"]
    assert same.low < 0 < same.high
    assert same.auc_low < 0.5 < same.auc_high
    assert apart.low < 6 * 0.8**2 < apart.high
    assert apart.best_auc == best_auc(apart.distance)
    assert apart.auc_low < best_auc(6 * 0.8**2) < apart.auc_high  # with 100 texts a group the rule is near the best
    assert (apart.best_auc_low, apart.best_auc_high) == (best_auc(apart.low), best_auc(apart.high))
    assert apart.p_equivalent > 0.999
    assert apart.margin == 0.64
    assert 0.5 < same.detectable_auc < 0.7


def test_the_same_bits_for_any_workers_and_pairs(groups):
    one = difference_effects(groups, SETTINGS, seed=3, workers=1)
    assert difference_effects(groups, SETTINGS, seed=3, workers=2) == one
    assert difference_effects(groups, SETTINGS, pairs=[("ca", "nz")], seed=3, workers=2) == [one[2]]
    assert difference_effects(groups, SETTINGS, seed=4)[0].distance != one[0].distance


def test_scale_and_place_of_the_vectors_do_not_matter(groups):
    moved = {name: singles(group.vectors * [1, 10, 1, 0.1, 1, 5] + 3) for name, group in groups.items()}
    for one, other in zip(
        difference_effects(groups, SETTINGS, seed=0), difference_effects(moved, SETTINGS, seed=0), strict=True
    ):
        assert other.distance == pytest.approx(one.distance, rel=1e-4, abs=1e-4)
        assert other.auc == pytest.approx(one.auc, abs=2e-3)


def test_large_groups_are_drawn_from_and_small_ones_left_out(groups):
    few = groups | {"za": singles(np.zeros((7, 6)))}
    found = difference_effects(few, replace(SETTINGS, largest_group=50), seed=0)
    assert [(one.n_a, one.n_b) for one in found] == [(50, 50), (50, 50), (50, 7), (50, 50), (50, 7), (50, 7)]
    assert all(np.isnan(one.distance) == (one.group_b == "za") for one in found)
    assert found[2].note == "a difference is sized from 8 units a group on; 'za' has 7"
    alone = difference_effects({"au": few["za"], "za": few["za"]}, SETTINGS, seed=0)[0]
    assert np.isnan(alone.auc)


def test_groups_far_apart_have_an_interval_and_the_same_detectable_difference():
    """Whitening differs between folds, and what that leaves of means far out is no variance of the units."""
    for seed in range(4):
        x, y = np.random.default_rng(seed).normal(size=(2, 20, 4))
        near, far = (
            difference_effects({"a": singles(x), "b": singles(y + apart * np.eye(4)[0])}, SETTINGS, seed=0)[0]
            for apart in (0, 50)
        )
        assert far.low < far.distance < far.high
        assert far.p_equivalent > 0.999
        assert far.detectable_auc == pytest.approx(near.detectable_auc, abs=0.005)


def test_eight_units_are_enough_for_numbers():
    rng = np.random.default_rng(0)
    effect = difference_effects({name: singles(rng.normal(size=(8, 40))) for name in "ab"}, SETTINGS, seed=0)[0]
    assert np.isfinite([effect.low, effect.high, effect.auc_low, effect.auc_high, effect.p_equivalent]).all()
    assert effect.detectable_auc > 0.9


def authors(rng: np.random.Generator, shift: float) -> UnitGroup:
    sizes = rng.integers(1, 9, size=30)
    vectors = np.repeat(rng.normal(size=(30, 5)), sizes, axis=0) + rng.normal(size=(sizes.sum(), 5))
    units = np.split(np.arange(sizes.sum()), np.cumsum(sizes)[:-1])
    return UnitGroup((vectors / np.sqrt(2) + shift).astype(np.float32), units)


def simulated(draw, runs: int) -> tuple[np.ndarray, float]:
    found = [draw(np.random.default_rng([7, run]), run) for run in range(runs)]
    distances = np.array([one.distance for one in found])
    return distances, sum(not one.low <= 0 <= one.high for one in found)


@pytest.mark.parametrize("shift", [0.0, 0.5])
def test_the_distance_is_right_on_average_for_authors_of_many_texts(shift):
    def draw(rng, run):
        pair = {"a": authors(rng, 0.0), "b": authors(rng, shift)}
        return difference_effects(pair, SETTINGS, seed=run, workers=1)[0]

    distances, missed = simulated(draw, 40)
    # A random text of a random author has variance 1.
    assert distances.mean() == pytest.approx(5 * shift**2, abs=3 * distances.std() / np.sqrt(40) + 0.04 * shift)
    if shift == 0:
        assert missed <= 6  # of 40; 2 are expected


def matched(rng: np.random.Generator, seed: int, told: bool) -> Difference:
    """Matched groups of one law, whose texts are much more alike within a stratum than between."""
    topics = rng.integers(0, 6, size=100)
    vectors = 2 * np.eye(6)[topics] + 0.3 * rng.normal(size=(100, 6))
    (a, b), codes = adjusted_groups((singles(vectors[:50]), singles(vectors[50:])), [topics.astype(str)], rng)
    strata = dict(zip("ab", codes, strict=True)) if told else None
    return difference_effects({"a": a, "b": b}, SETTINGS, strata=strata, seed=seed, workers=1)[0]


def test_matched_groups_of_one_law_have_no_distance_on_average():
    distances, missed = simulated(lambda rng, run: matched(rng, run, told=True), 40)
    assert distances.mean() == pytest.approx(0, abs=3 * distances.std() / np.sqrt(40))
    assert missed <= 6
    # Their means are closer than free samples' would be.
    careless, _ = simulated(lambda rng, run: matched(rng, run, told=False), 10)
    assert careless.mean() < -0.1


def test_strata_are_of_all_groups_compared(groups):
    strata = {"au": np.zeros(100, int)}
    with pytest.raises(InputError, match=r"none of \['ca'\]"):
        difference_effects(groups, SETTINGS, pairs=[("au", "ca")], strata=strata, seed=0)
