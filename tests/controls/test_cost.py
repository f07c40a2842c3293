"""What controls cost: the divergences of a plan are those of a run."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from geobias.controls import ControlSettings, count_controls
from geobias.pipeline.cost import ClusterCounts

MATERIALS = SimpleNamespace(
    task="binary", kinds={"short": SimpleNamespace(pools=SimpleNamespace(pooled_groups=("all",)))}
)
COUNTS = ClusterCounts({"au": 30, "ca": 17, "nz": 90, "all": 4}, 2.5)


@pytest.mark.parametrize(
    ("control", "runs", "size"),
    [
        (ControlSettings(partitions=9), 10, 8),
        (ControlSettings(partitions=9, shifts=(0.0, 0.5), runs=3), 16, 8),
        (ControlSettings(partitions=0, shifts=(0.5,), runs=3, size=5), 3, 5),
    ],
)
def test_every_two_samples_of_three_regions_in_every_run(control, runs, size):
    found = count_controls(COUNTS, MATERIALS, control)
    assert (found.problems, found.tokens) == (runs * (6 * 7 // 2), round(size * 2.5))


def test_without_a_control_or_a_task_there_is_none():
    assert count_controls(COUNTS, MATERIALS, ControlSettings(partitions=0)) is None
    untold = SimpleNamespace(**{**vars(MATERIALS), "task": "none"})
    assert count_controls(COUNTS, untold, ControlSettings()) is None
