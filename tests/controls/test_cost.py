"""What controls cost: the divergences of a plan are those of a run."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from geobias.controls import ControlPlan, ControlSettings, count_controls
from geobias.measures import DistanceSettings, Stopping
from geobias.measures.separation import SeparationSettings
from geobias.pipeline import RelationSettings
from geobias.pipeline.cost import ClusterCounts

MATERIALS = SimpleNamespace(
    task="binary", kinds={"short": SimpleNamespace(pools=SimpleNamespace(regions=("au", "ca", "nz")))}
)
COUNTS = ClusterCounts({"au": 30, "ca": 17, "nz": 90, "all": 4}, 2.5)
EXCESS = ("sinkhorn_excess", "gap_at_m[accuracy]")


def _plan(control: ControlSettings, primary: tuple[str, str] | None = None) -> ControlPlan:
    separation = SeparationSettings(least_blocks=4, blocks=6)
    return ControlPlan(control, DistanceSettings(), RelationSettings(), 100, separation=separation, primary=primary)


@pytest.mark.parametrize(
    ("control", "primary", "runs"),
    [
        (ControlSettings(partitions=9, sinkhorn=True), None, 10),
        (ControlSettings(partitions=9, sinkhorn=True, shifts=(0.0, 0.5), runs=3), EXCESS, 16),
        (ControlSettings(partitions=9, shifts=(0.5,), runs=3), EXCESS, 3),
    ],
)
def test_every_two_samples_of_three_regions_in_every_run(control, primary, runs):
    # m = 17 // 4 = 4 clusters: 6, 4 and 6 samples.
    found = count_controls(COUNTS, MATERIALS, _plan(control, primary))
    assert (found.problems, found.tokens) == (runs * (16 * 17 // 2), round(4 * 2.5))


def test_without_sinkhorn_a_control_or_a_task_there_is_none():
    assert count_controls(COUNTS, MATERIALS, _plan(ControlSettings(shifts=(0.5,)))) is None
    assert count_controls(COUNTS, MATERIALS, _plan(ControlSettings(partitions=0, sinkhorn=True))) is None
    untold = SimpleNamespace(**{**vars(MATERIALS), "task": "none"})
    assert count_controls(COUNTS, untold, _plan(ControlSettings(sinkhorn=True))) is None


def test_partitions_that_may_stop_are_so_many_at_most():
    plan = _plan(ControlSettings(partitions=9, sinkhorn=True))
    assert not count_controls(COUNTS, MATERIALS, plan).at_most
    found = count_controls(COUNTS, MATERIALS, replace(plan, stopping=Stopping()))
    assert (found.problems, found.at_most) == (10 * (16 * 17 // 2), True)
