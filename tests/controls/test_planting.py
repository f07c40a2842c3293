"""The positive control: what is planted is found by the verdict, which the negative control may stop."""

from __future__ import annotations

import numpy as np
import torch

from geobias.controls.planting import group_means, moved_clouds, planted, positive_control
from geobias.tables import MAHALANOBIS

PRIMARY = (MAHALANOBIS, "gap_at_m[accuracy]")


def test_a_shift_moves_a_groups_vectors_alike_and_no_other(alike):
    regions, direction = alike().regions, np.array([0.0, 3, 0, 0, 0, 4])
    found = planted(regions, regions.owners, np.array([0.0, 2, 0, 0]), direction)
    by = found.texts - regions.texts
    assert np.abs(by[regions.owners != 1]).max() == 0
    assert np.allclose(by[regions.owners == 1], 2 * direction)
    again = found.vectors(regions.rows[::-1])
    assert np.allclose(again, found.texts[::-1])
    clouds = moved_clouds(regions, regions.owners, np.array([0.0, 2, 0, 0]), direction)
    assert torch.allclose(clouds.points, torch.from_numpy(found.texts).float(), atol=1e-5)


def test_what_is_planted_is_found_and_nothing_where_nothing_is(alike):
    world = alike(shifts=(0.0, 2.0), runs=10)
    found = positive_control(*world.parts(), PRIMARY, None, world.progress)
    assert found.runs.tolist() == [10, 10]
    # Of 24 labellings of four groups one in twenty at most is as extreme: all six pairs in order.
    assert found.power[0] <= 0.3 < found.power[1]
    assert found.vetoed.tolist() == [0, 0]


def test_the_negative_control_stops_what_random_groups_give_as_often(alike):
    world = alike(shifts=(2.0,), runs=10)
    free = positive_control(*world.parts(), PRIMARY, np.full(99, -1.0), world.progress)
    stopped = positive_control(*world.parts(), PRIMARY, np.full(99, 1.0), world.progress)
    assert stopped.power[0] == 0
    assert stopped.vetoed[0] == free.power[0] > 0


def test_a_relation_that_no_control_measures_has_no_power(alike):
    world = alike(shifts=(1.0,), runs=2)
    found = positive_control(*world.parts(), ("wasserstein", "gap_at_m[accuracy]"), None, world.progress)
    assert found.runs.tolist() == [0]


def test_scores_of_groups_are_shares_of_right_answers(alike):
    regions, performance, _ = alike().parts()
    predictions = performance.predictions
    right = ((predictions.probabilities >= 0.5) == predictions.labels).mean(0)
    order = np.argsort(predictions.rows)
    for group, found in enumerate(group_means(regions, predictions, regions.owners, "accuracy")):
        rows = regions.rows[regions.owners == group]
        assert np.isclose(found, right[order[np.searchsorted(predictions.rows, rows)]].mean())
