from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.spatial.distance import cdist, pdist

from geobias.report.sections.distances.scaling import align, classical_scaling, measured_groups

coordinates = st.floats(-10, 10, width=16)


@given(arrays(float, (6, 2), elements=coordinates))
def test_points_of_the_plane_come_back_up_to_turning(points):
    scaling = classical_scaling(cdist(points, points))
    np.testing.assert_allclose(pdist(scaling.points), pdist(points), atol=1e-5)
    if pdist(points).max() > 1e-3:
        np.testing.assert_allclose([scaling.share, scaling.stress], [1, 0], atol=1e-6)


def test_share_and_stress_of_a_simplex_in_closed_form():
    # G points at equal distances: all G - 1 eigenvalues are equal, and the plane shows two of them.
    size = 8
    scaling = classical_scaling(np.ones((size, size)) - np.eye(size))
    np.testing.assert_allclose(scaling.share, 2 / (size - 1))
    drawn = pdist(scaling.points)
    np.testing.assert_allclose(scaling.stress, np.sqrt(((drawn - 1) ** 2).mean()))


def test_two_groups_lie_on_a_line():
    scaling = classical_scaling(np.array([[0, 3.0], [3.0, 0]]))
    np.testing.assert_allclose(sorted(scaling.points[:, 0]), [-1.5, 1.5])
    np.testing.assert_allclose(scaling.points[:, 1], 0, atol=1e-7)


def test_negative_and_zero_distances_are_one_place():
    scaling = classical_scaling(np.array([[0, -1.0, 0], [-1.0, 0, 0], [0, 0, 0]]))
    assert (scaling.points == 0).all()
    assert np.isnan([scaling.share, scaling.stress]).all()


def test_group_with_most_unknown_distances_is_given_up():
    mean = np.ones((4, 4))
    mean[1, [0, 2, 3]] = mean[[0, 2, 3], 1] = np.nan
    assert measured_groups(mean).tolist() == [0, 2, 3]
    assert measured_groups(np.ones((3, 3))).tolist() == [0, 1, 2]
    alone = np.full((3, 3), np.nan)
    np.fill_diagonal(alone, 0)
    assert len(measured_groups(alone)) == 1


@given(arrays(float, (5, 2), elements=coordinates), st.floats(0, 6), st.booleans())
def test_turned_and_mirrored_points_are_turned_back(points, angle, mirrored):
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    if mirrored:
        turn = turn * [1, -1]
    np.testing.assert_allclose(align(points @ turn, [0, 1, 2, 3, 4], points), points, atol=1e-8)
