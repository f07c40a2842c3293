"""The negative control: the true groups first, everything on all texts, and the statistic that the verdict goes by."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import spearmanr

from geobias.controls.negative import (
    LARGEST,
    Negative,
    _settled,
    metrics_of,
    negative_control,
    primary_of,
    statistics,
)
from geobias.measures import DistanceSettings, Stopping
from geobias.stats import control_pvalue
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


@pytest.mark.parametrize("control", [{}, {"sinkhorn": True}])
def test_partitions_stop_once_the_verdicts_p_is_settled_and_are_the_first_of_all(alike, control):
    world = alike(**control)
    plan = replace(world.compare.plan, distance=DistanceSettings(lda=("short",), lda_folds=2), lda_documents=25)
    plan = replace(plan, separation=replace(plan.separation, largest_size=5, blocks=2))
    every, fewer = (
        negative_control(*replace(world, compare=replace(world.compare, plan=one)).parts(), count=99)
        for one in (plan, replace(plan, stopping=Stopping(0.05)))
    )
    assert set(fewer.values) == set(every.values)
    number = fewer.results[PRIMARY].n_placebo
    assert number in (12, 24, 48)
    for key, test in fewer.results.items():
        assert (test.n_placebo, test.planned, test.drawn_until) == (number, 99, "settled")
        assert (test.smallest, every.results[key].drawn_until) == (0.01, "all drawn")
        assert np.allclose(fewer.values[key], every.values[key][: 1 + number], rtol=1e-5, atol=1e-7)
    for key in (PRIMARY, (LARGEST, "")):
        assert every.results[key].pvalue > 0.05 < fewer.results[key].pvalue


def test_a_control_that_a_relation_passes_draws_enough_partitions_to_say_so(alike):
    plan = replace(alike().compare.plan, stopping=Stopping(0.05))
    found = Negative(results={PRIMARY: control_pvalue(0.9, np.zeros(48), planned=99)})
    assert not _settled(found, [PRIMARY], plan.rule, 99)
    later = Negative(results={PRIMARY: control_pvalue(0.9, np.zeros(96), planned=99)})
    assert _settled(later, [PRIMARY], plan.rule, 99)


@pytest.mark.parametrize("control", [{"repeat": ("cleaning",)}, {"shifts": (0.5,)}])
def test_what_is_done_anew_or_planted_is_compared_with_all_partitions(alike, control):
    assert replace(alike(**control).compare.plan, stopping=Stopping(0.05)).rule is None
