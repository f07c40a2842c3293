"""What the controls cost: their divergences, counted."""

from __future__ import annotations

from geobias.controls.placebo import SAMPLES
from geobias.controls.settings import ControlSettings
from geobias.pipeline import Materials
from geobias.pipeline.cost import ClusterCounts, Counted, pairs


def count_controls(counts: ClusterCounts, materials: Materials, control: ControlSettings) -> Counted | None:
    """Every two samples of all groups of every run of both controls; None where there is none."""
    regions = [group for group in counts.clusters if group not in materials.kinds["short"].pools.pooled_groups]
    runs = 1 + control.partitions if control.partitions else 0
    runs += len(control.shifts) * control.runs
    if not runs or materials.task == "none" or not regions:
        return None
    size = min(control.size, min(counts.clusters[group] for group in regions) // SAMPLES)
    return Counted("controls", runs * pairs(SAMPLES * len(regions)), round(size * counts.tokens))
