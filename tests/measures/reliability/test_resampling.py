"""Halves and resamples: whole units, the same in all tables, and no more of them than settings allow."""

from dataclasses import replace

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.measures.differences import UnitGroup
from geobias.measures.reliability import ReliabilitySettings, UnitSample, resampled_tables
from geobias.measures.reliability.resampling import _halvings

FEW = ReliabilitySettings(splits=4, replicates=20)
LONGER = ReliabilitySettings(splits=1, replicates=100)
RIGHT = np.array([0.9, 0.8, 0.75, 0.6])


@pytest.fixture(scope="module")
def sample(sample_of):
    return sample_of(np.arange(4)[:, None] * np.ones((4, 3)) * 0.4, RIGHT)


@pytest.fixture(scope="module")
def tables(sample):
    return resampled_tables(sample, FEW, seed=3)


def test_every_table_is_there_in_its_shape(tables):
    names = ["mahalanobis", "energy", "mmd", "gap[accuracy]", "gap_at_m[accuracy]"]
    assert list(tables.observed) == list(tables.halves) == list(tables.replicates) == names
    for name in names:
        assert tables.observed[name].shape == (4, 4)
        assert tables.halves[name].shape == (2, 4, 4, 4)
        assert tables.replicates[name].shape == (20, 4, 4)
        assert tables.halved[name].shape == (2, 20, 4, 4, 4)
        assert np.isfinite(tables.halved[name]).all()
    assert set(tables.factors.values()) == {2.0}


def test_the_same_seed_gives_the_same_bits(sample, tables):
    again = resampled_tables(sample, FEW, seed=3)
    other = resampled_tables(sample, FEW, seed=4)
    for name, values in tables.replicates.items():
        assert np.array_equal(again.replicates[name], values)
        assert not np.array_equal(other.replicates[name], values)


def test_halves_share_no_unit_and_are_alike_in_size(sample):
    every = np.unique(np.concatenate(list(sample.units().values())))
    sides = _halvings(sample, every, 2_000, np.random.default_rng(0)).reshape(2_000, 4, 60)
    assert set(np.unique(sides)) == {0.0, 1.0}
    assert (sides.sum(-1) == 30).all()
    assert 0.45 < sides.mean(0).min() < sides.mean(0).max() < 0.55


def test_the_mean_gap_of_two_halves_is_that_of_all(sample_of):
    # accuracies are means, so the signed gaps of equal halves average to the whole's; absolute ones to no less
    tables = resampled_tables(sample_of(np.zeros((4, 2)), RIGHT), FEW)
    halves = tables.halves["gap[accuracy]"].mean(0)
    assert (halves >= tables.observed["gap[accuracy]"] - 1e-9).all()
    far = tables.observed["gap[accuracy]"] > 25
    assert halves[:, far] == pytest.approx(np.tile(tables.observed["gap[accuracy]"][far], (4, 1)))


def test_a_unit_weighs_the_same_in_vectors_and_scores(sample_of):
    # The vector of a text says whether it is judged right, so distance and gap are one thing. They go together where
    # both see the same weights, and not where the vectors go by the names of other units.
    base = sample_of(np.zeros((4, 1)), RIGHT, texts=80, models=1)
    predictions = base.scored.predictions
    right = ((predictions.probabilities[0] >= 0.5) == predictions.labels).astype(np.float32).reshape(4, 80, 1)
    groups = {name: UnitGroup(some, base.groups[name].units) for name, some in zip(base.groups, right, strict=True)}
    mixed = {name: np.random.default_rng(0).permutation(of) for name, of in base.ids.items()}
    same, other = (resampled_tables(replace(base, groups=groups, ids=ids), LONGER) for ids in (base.ids, mixed))
    a, b = 0, 3  # the largest gap
    for tables, least, most in ((same, 0.9, 1), (other, -0.4, 0.4)):
        x, y = (np.sqrt(tables.replicates["energy"][:, a, b]), tables.replicates["gap[accuracy]"][:, a, b])
        assert least < np.corrcoef(x, y)[0, 1] < most


def test_pooled_groups_and_groups_without_scores_stay_out(sample):
    pooled = replace(sample, scored=replace(sample.scored, pooled_groups=("g3",)))
    assert pooled.base_groups == ("g0", "g1", "g2")
    assert resampled_tables(pooled, FEW).observed["energy"].shape == (3, 3)


def test_distances_stand_alone_without_scores(sample):
    alone = UnitSample(sample.groups, sample.ids)
    assert list(resampled_tables(alone, FEW).observed) == ["mahalanobis", "energy", "mmd"]


def test_large_groups_are_thinned_and_their_halves_count_for_more(sample):
    found = resampled_tables(sample, replace(FEW, largest_group=20))
    assert found.factors["energy"] == 2.0 * 3
    assert found.factors["gap[accuracy]"] == 2.0
    assert np.array_equal(found.observed["gap[accuracy]"], resampled_tables(sample, FEW).observed["gap[accuracy]"])


def test_units_without_names_are_refused(sample):
    with pytest.raises(InputError, match=r"^ids must name every unit of every group, but g0 has 60 units and 2 names"):
        UnitSample(sample.groups, {**sample.ids, "g0": np.arange(2)})
    with pytest.raises(InputError, match=r"^unit_of must be given with scores"):
        UnitSample(sample.groups, sample.ids, sample.scored)
