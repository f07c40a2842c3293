"""Pseudo-groups: their distances are those of the samples drawn, and permuted ones centre at no excess."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from geobias.clouds import TokenClouds
from geobias.errors import InputError
from geobias.measures.geometry import DistanceSettings
from geobias.measures.keeping import Keeping
from geobias.measures.separation import Dealing, partition_distances

BLUR = DistanceSettings(blur=0.3)
TRUE = np.repeat([0, 1, 2], [20, 14, 16])


@pytest.fixture(scope="module")
def clouds() -> TokenClouds:
    points = np.random.default_rng(0).normal(size=(50, 2, 3))
    points[34:] += 1.5
    return TokenClouds(torch.from_numpy(points).float().reshape(-1, 3), torch.arange(51) * 2)


@pytest.fixture(scope="module")
def assignments() -> np.ndarray:
    permuted = np.random.default_rng(1).permuted(np.tile(TRUE, (39, 1)), axis=1)
    return np.concatenate([TRUE[None], permuted])


def test_true_groups_stand_out_of_placebo_groups(clouds, assignments):
    found = partition_distances(clouds, assignments, Dealing(5), distance=BLUR)
    assert found.shape == (40, 3, 3)
    assert np.array_equal(found, found.transpose(0, 2, 1))
    assert not found[:, range(3), range(3)].any()
    assert found[0, 0, 2] > found[1:, 0, 2].max()
    placebo = found[1:, 0, 1]
    assert abs(placebo.mean()) < 3 * placebo.std() / np.sqrt(39)


def test_value_less_floor_is_excess_and_an_assignment_has_a_stream_of_its_place(clouds, assignments):
    value = partition_distances(
        clouds, assignments[:12], Dealing(5), measure="value", distance=BLUR, keeping=Keeping(workers=1)
    )
    excess = partition_distances(clouds, assignments[:12], Dealing(5), distance=BLUR, keeping=Keeping(workers=3))
    floors = value[:, range(3), range(3)]
    expected = value - (floors[:, :, None] + floors[:, None]) / 2
    assert np.allclose(excess, expected, rtol=0, atol=1e-12)
    again = partition_distances(clouds, assignments[:11], Dealing(5), distance=BLUR)
    assert np.allclose(again, excess[:11], rtol=0, atol=1e-6)


def test_one_sample_a_group_has_a_value_and_no_floor(clouds, assignments):
    found = partition_distances(clouds, assignments[:3], Dealing(14, samples=1), measure="value", distance=BLUR)
    assert np.isnan(found[:, range(3), range(3)]).all()
    assert np.isfinite(found[:, 0, 1:]).all()


def test_units_are_assigned_whole_and_left_out_by_a_negative_group(clouds):
    assignment = np.array([[0] * 10 + [1] * 10 + [-1] * 5])
    clusters = np.arange(50) // 2
    names = np.array([f"{cluster:02d}" for cluster in clusters])
    kept = []

    def memo(name, inputs, compute):
        kept.append(inputs["dealt"][0])
        return compute()

    found = partition_distances(clouds, assignment, Dealing(5), clusters=names, distance=BLUR, keeping=Keeping(memo))
    assert found.shape == (1, 2, 2)
    assert np.sort(kept[0][:2].ravel()).tolist() == list(range(10))
    assert np.sort(kept[0][2:].ravel()).tolist() == list(range(10, 20))


def test_errors_say_what_is_wrong(clouds, assignments):
    with pytest.raises(InputError, match=r"every assignment must have 2 x 8 clusters, but one has 14. Lower size"):
        partition_distances(clouds, assignments, Dealing(8))
    with pytest.raises(InputError, match=r"assignments must be int \(B, 50\)"):
        partition_distances(clouds, TRUE, Dealing(5))
    with pytest.raises(InputError, match="'excess' with at least 2 samples, but it is 'excess' with 1"):
        partition_distances(clouds, assignments, Dealing(5, samples=1))
