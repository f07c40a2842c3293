"""The negative control: the true groups first, everything on all texts, and the statistic that the verdict goes by."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from scipy.stats import spearmanr

from geobias.controls.negative import LARGEST, metrics_of, negative_control, primary_of, statistics
from geobias.tables import MAHALANOBIS

PRIMARY = (MAHALANOBIS, "gap_at_m[accuracy]")


def test_statistics_are_of_the_tables_the_true_groups_first(alike):
    world = alike()
    found = negative_control(*world.parts(), count=19)
    assert set(found.distances) == {MAHALANOBIS, "energy", "mmd"}
    assert set(found.gaps) == {"gap_at_m[accuracy]", "gap[accuracy]"}
    for partition in (0, 7):
        x, y = found.distances[MAHALANOBIS][partition], found.gaps["gap_at_m[accuracy]"][partition]
        assert np.isclose(found.values[PRIMARY][partition], spearmanr(x, y).statistic)
        assert np.isclose(found.values[MAHALANOBIS, ""][partition], x.mean())
    assert found.results[PRIMARY].n_placebo == 19
    assert primary_of(world.compare.plan, metrics_of(world.performance)) == PRIMARY


def test_the_largest_is_so_in_the_direction_that_is_asked_for(alike):
    plan = alike().compare.plan
    tables = {"x": np.array([[1.0, 2, 3], [3, 2, 1]])}, {"y": np.array([[1.0, 2, 3], [1, 2, 3]])}
    for alternative, largest in {"greater": [1, -1], "less": [-1, 1], "two-sided": [1, 1]}.items():
        turned = replace(plan, relation=replace(plan.relation, alternative=alternative))
        assert np.allclose(statistics(*tables, turned)[LARGEST, ""], largest)


def test_placebo_groups_are_known_as_well_as_the_true_ones(alike):
    # Of one law all partitions are alike: the true groups' distances are none of the extremes of a hundred.
    found = negative_control(*alike().parts(), count=99)
    table = found.distances[MAHALANOBIS]
    assert np.abs(table[0]).max() < np.abs(table[1:]).max()
    # Unbiased, so that means over partitions are 0 within three of their errors, small groups or not.
    assert (np.abs(table[1:].mean(0)) < 3 * table[1:].std(0) / np.sqrt(99)).all()


def test_sinkhorn_takes_part_by_name_sampled_as_the_true_groups(alike):
    world = alike(sinkhorn=True)
    separation = replace(world.compare.plan.separation, largest_size=5, blocks=4)
    compare = replace(world.compare, plan=replace(world.compare.plan, separation=separation))
    found = negative_control(world.regions, world.performance, compare, count=2)
    assert found.distances["sinkhorn_excess"].shape == (3, 6)
