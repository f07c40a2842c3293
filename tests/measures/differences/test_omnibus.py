"""The omnibus test: its level, what it finds, and what it says where units are few."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch
from scipy.stats import binom

from geobias.clouds import TokenClouds
from geobias.errors import InputError
from geobias.measures import Keeping
from geobias.measures.differences import STATISTICS, DifferenceSettings, UnitGroup, omnibus_tests
from geobias.memo import key

ONE = Keeping(workers=1)
VECTORS = DifferenceSettings(statistics=("energy", "mmd", "contrast", "classifier"), permutations=99)


def group(rng, count, shift=0.0, clouds=False):
    """Texts of three tokens in 5 dimensions, each its own unit."""
    tokens = (rng.normal(size=(count, 3, 5)) + rng.normal(size=(count, 1, 5)) + shift).astype(np.float32)
    found = TokenClouds.from_list(list(torch.from_numpy(tokens))) if clouds else None
    return UnitGroup(tokens.mean(1), list(np.arange(count)[:, None]), found)


@pytest.fixture(scope="module")
def three():
    rng = np.random.default_rng(0)
    return {"a": group(rng, 30, clouds=True), "b": group(rng, 45, clouds=True), "c": group(rng, 30, 1.0, clouds=True)}


def test_every_statistic_takes_part_and_finds_a_shift(three):
    same, *different = omnibus_tests(three, DifferenceSettings(permutations=199), seed=1, keeping=ONE)
    assert [(row.group_a, row.group_b) for row in (same, *different)] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert (same.n_a, same.n_b, same.texts_per_unit, same.n_permutations) == (30, 45, 1, 199)
    for row in different:
        assert [getattr(row, f"p_{name}") for name in STATISTICS] == [0.005] * 5
        assert row.p_permutation == row.p_max == row.p_smallest == 0.005
        assert row.z > 4
        assert row.strongest in STATISTICS
        assert (row.sinkhorn_m, row.note) == (2, "")
        assert row.sinkhorn_excess > 0
    assert same.p_permutation > 0.05
    assert same.p_max >= same.p_permutation


def test_threads_order_and_other_groups_move_nothing(three):
    vectors = {name: UnitGroup(found.vectors, found.units) for name, found in three.items()}
    first = omnibus_tests(vectors, VECTORS, seed=2, keeping=ONE)
    assert omnibus_tests(vectors, VECTORS, seed=2, keeping=Keeping(workers=3)) == first
    turned = omnibus_tests(vectors, VECTORS, seed=2, pairs=[("b", "c"), ("a", "b"), ("a", "c")], keeping=ONE)
    assert {row.group_a + row.group_b: row.p_max for row in turned} == {r.group_a + r.group_b: r.p_max for r in first}


def test_alone_a_pair_needs_no_correction_and_others_have_none(three):
    vectors = {name: UnitGroup(found.vectors, found.units) for name, found in three.items()}
    rows = omnibus_tests(vectors, VECTORS, family=["a", "b"], seed=3, keeping=ONE)
    assert rows[0].p_max == rows[0].p_permutation
    assert np.isnan([row.p_max for row in rows[1:]]).all()
    assert all(row.p_permutation == 0.01 for row in rows[1:])


@pytest.mark.slow
def test_under_one_law_a_family_is_right_in_95_of_100():
    rng, rejected = np.random.default_rng(4), 0
    settings = DifferenceSettings(statistics=("energy", "contrast", "classifier"), permutations=59)
    for seed in range(60):
        groups = {str(n): group(rng, n) for n in (8, 12, 24)}
        rejected += min(row.p_max for row in omnibus_tests(groups, settings, seed=seed, keeping=ONE)) <= 0.05
    assert rejected <= binom.ppf(0.995, 60, 0.05)


def test_units_of_a_stratum_are_exchanged_among_themselves():
    rng = np.random.default_rng(5)
    strata = {name: (rng.random(60) < share).astype(np.int64) for name, share in (("a", 0.15), ("b", 0.85))}
    groups = {name: group(rng, 60, 2.0 * of[:, None, None], clouds=True) for name, of in strata.items()}
    settings = DifferenceSettings(permutations=99)
    within = omnibus_tests(groups, settings, strata=strata, keeping=ONE)[0]
    assert within.p_permutation > 0.05
    assert "one distribution over strata" in within.note
    assert np.isnan(within.p_sinkhorn)
    assert omnibus_tests(groups, settings, keeping=ONE)[0].p_permutation == 0.01
    alike = {name: np.tile([0, 1], 30) for name in groups}
    assert not np.isnan(omnibus_tests(groups, settings, strata=alike, keeping=ONE)[0].p_sinkhorn)


def test_units_give_as_many_texts_each():
    rng = np.random.default_rng(6)
    vectors = rng.normal(size=(60, 4)).astype(np.float32)
    groups = {
        "a": UnitGroup(vectors, np.split(np.arange(30), 10)),
        "b": UnitGroup(vectors, [np.arange(30 + 2 * i, 32 + 2 * i) for i in range(15)]),
    }
    row = omnibus_tests(groups, VECTORS, keeping=ONE)[0]
    assert (row.n_a, row.n_b, row.texts_per_unit) == (10, 15, 2)
    few = DifferenceSettings(statistics=("energy",), largest_group=8, permutations=9)
    assert (omnibus_tests(groups, few, keeping=ONE)[0].n_b) == 8


def test_what_so_few_units_do_not_allow_is_said():
    rng = np.random.default_rng(7)
    groups = {"one": group(rng, 1, clouds=True), "three": group(rng, 3, clouds=True), "many": group(rng, 20)}
    alone, other, tested = omnibus_tests(groups, DifferenceSettings(permutations=19), keeping=ONE)
    for row in (alone, other):
        assert np.isnan([row.z, row.p_permutation, row.p_max, row.p_smallest]).all()
        assert row.n_permutations == 0
    assert "energy needs 2 units of each group" in alone.note
    assert "classifier needs 4 units of each group; sinkhorn needs 8 samples with tokens" in tested.note
    assert np.isnan([tested.p_classifier, tested.p_sinkhorn]).all()
    assert not np.isnan([tested.p_energy, tested.p_mmd, tested.p_contrast, tested.p_max]).any()
    equal = {name: UnitGroup(np.ones((6, 2), dtype=np.float32), list(np.arange(6)[:, None])) for name in "ab"}
    assert omnibus_tests(equal, VECTORS, keeping=ONE)[0].p_energy == 1.0
    pairs = {name: UnitGroup(rng.normal(size=(3, 2)), list(np.arange(3)[:, None])) for name in "ab"}
    assert omnibus_tests(pairs, VECTORS, keeping=ONE)[0].p_smallest == 1 / 20


def test_the_least_p_of_samples_alone_is_that_of_their_splits(three):
    """Three samples of each group fall into two halves in ten ways, so that no p can be below .1."""
    settings = DifferenceSettings(statistics=("sinkhorn",), sinkhorn_samples=3, permutations=1_999)
    equal = omnibus_tests({name: three[name] for name in ("a", "c")}, settings, keeping=ONE)[0]
    assert equal.p_smallest == 0.1
    assert 0.08 <= equal.p_permutation <= 0.12
    with_units = omnibus_tests(three, replace(settings, statistics=("sinkhorn", "energy")), keeping=ONE)[0]
    assert with_units.p_smallest == 1 / 2_000


def test_settings_that_leave_nothing_to_measure_are_refused():
    with pytest.raises(InputError, match="bandwidths must be positive, at least one"):
        DifferenceSettings(bandwidths=())
    with pytest.raises(InputError, match=r"sinkhorn_blur must be positive, but it is 0\.0"):
        DifferenceSettings(sinkhorn_blur=0.0)


def test_a_pairs_statistics_are_kept_under_what_made_them(three):
    parts = {}

    def memo(name, inputs, compute):
        return parts.setdefault((name, key("part", name, inputs)), compute())

    settings = DifferenceSettings(statistics=("energy", "sinkhorn"), permutations=19, sinkhorn_samples=8)
    omnibus_tests(three, settings, keeping=Keeping(memo, workers=1))
    assert sorted(name for name, _ in parts) == ["omnibus-a-b", "omnibus-a-c", "omnibus-b-c", "omnibus-sinkhorn-m2"]
    omnibus_tests(three, settings, keeping=Keeping(memo, workers=1))
    assert len(parts) == 4
    moved = {**three, "a": UnitGroup(three["a"].vectors + 1, three["a"].units, three["a"].clouds)}
    omnibus_tests(moved, settings, keeping=Keeping(memo, workers=1))
    assert len(parts) >= 6


def test_errors_say_what_is_wrong(three):
    with pytest.raises(InputError, match="at least two groups"):
        omnibus_tests({"a": three["a"]}, VECTORS)
    with pytest.raises(InputError, match=r"one is \('a', 'zz'\)"):
        omnibus_tests(three, VECTORS, pairs=[("a", "zz")])
    with pytest.raises(InputError, match=r"one per unit \(30\), but their shape is \(2,\)"):
        omnibus_tests(three, VECTORS, strata={name: np.zeros(2) for name in three})
