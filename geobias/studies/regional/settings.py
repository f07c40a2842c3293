"""Settings of the regional study: what `conf/` composes and `run` takes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from geobias.controls import ControlPlan, ControlSettings
from geobias.measures import DistanceSettings, Stopping
from geobias.measures.differences import DifferenceSettings
from geobias.measures.reliability import ReliabilitySettings
from geobias.measures.separation import SeparationSettings
from geobias.pipeline import IntervalSettings, RelationSettings, TextStudySettings


@dataclass(frozen=True, kw_only=True)
class RegionalSettings(TextStudySettings):
    """All of it; `build` makes one from nested mappings and checks every key and value.

    Attributes
    ----------
    stopping : "fixed" = every permutation, partition and repeat that is set is drawn; "sequential" = fewer, where those
        drawn settle what is said (`stats.sequential`).
    """

    stopping: Literal["fixed", "sequential"] = "fixed"
    distance: DistanceSettings = field(default_factory=DistanceSettings)
    separation: SeparationSettings = field(default_factory=SeparationSettings)
    difference: DifferenceSettings = field(default_factory=DifferenceSettings)
    intervals: IntervalSettings = field(default_factory=IntervalSettings)
    reliability: ReliabilitySettings = field(default_factory=ReliabilitySettings)
    control: ControlSettings = field(default_factory=ControlSettings)
    relation: RelationSettings = field(default_factory=RelationSettings)

    def stops(self, pooled_groups: tuple[str, ...]) -> Stopping | None:
        """When permutations are no longer drawn, in a study with these pooled groups; None where all are."""
        return Stopping(self.relation.alpha, pooled_groups) if self.stopping == "sequential" else None

    @property
    def controls(self) -> ControlPlan:
        """What the controls do, and what they repeat."""
        return ControlPlan(
            self.control,
            self.distance,
            self.relation,
            self.sampling.lda_documents,
            separation=self.separation,
            largest_group=self.difference.largest_group,
            primary=self.relation.primary,
            task=self.task,
            stopping=self.stops(()),
        )
