"""Settings of the controls, and the parts of a study's settings that the pipeline under control shares."""

from __future__ import annotations

from dataclasses import dataclass

from geobias.measures import DistanceSettings
from geobias.pipeline import RelationSettings
from geobias.typed import check_least


@dataclass(frozen=True)
class ControlSettings:
    """Controls of the whole pipeline.

    Attributes
    ----------
    partitions : random partitions of the regions' texts into groups of the same sizes, for the negative control; 0 =
        none, and 99 are the least for p = .01.
    size : clusters of every sample of a placebo group at most; the true groups are sampled alike beside them.
    shifts : of the positive control, in standard deviations: what is planted in `runs` partitions each; none = no
        such control.
    """

    partitions: int = 99
    size: int = 20
    shifts: tuple[float, ...] = ()
    runs: int = 20

    def __post_init__(self) -> None:
        check_least(self, "control", partitions=0, size=1, runs=1)


@dataclass(frozen=True)
class ControlPlan:
    """What the controls are, and how the study that they repeat measures and relates.

    lda_documents : of a group at most, for discriminants; see `SamplingPlan`.
    """

    control: ControlSettings
    distance: DistanceSettings
    relation: RelationSettings
    lda_documents: int

    @property
    def coefficient(self) -> str:
        """The one that controls go by."""
        return self.relation.coefficients[0]
