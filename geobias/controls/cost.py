"""What the controls cost: their divergences, counted, where the Sinkhorn excess takes part."""

from __future__ import annotations

from geobias.controls.distances import SINKHORN
from geobias.controls.settings import ControlPlan
from geobias.pipeline import Materials
from geobias.pipeline.cost import ClusterCounts, Counted, pairs


def count_controls(counts: ClusterCounts, materials: Materials, plan: ControlPlan) -> Counted | None:
    """Every two samples of all groups of every run of both controls; None where there is none."""
    control, regions = plan.control, materials.kinds["short"].pools.regions
    found = {group: count for group, count in counts.clusters.items() if group in regions}
    runs = 1 + control.partitions if control.partitions and control.sinkhorn else 0
    runs += len(control.shifts) * control.runs * (plan.primary is not None and plan.primary[0] == SINKHORN)
    if not runs or materials.task == "none" or not found:
        return None
    size = plan.separation.common_size(found)
    samples = sum(min(plan.separation.blocks, count // size) for count in found.values())
    tokens = round(size * counts.tokens)
    return Counted("controls", runs * pairs(samples), tokens, at_most=plan.rule is not None)
