"""Settings of the controls, and the parts of a study's settings that the pipeline under control shares."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from geobias.errors import InputError
from geobias.measures import DistanceSettings, Stopping
from geobias.measures.separation import SeparationSettings
from geobias.pipeline import ProbeSettings, RelationSettings, TaskSettings
from geobias.stats import Rule
from geobias.typed import check_least

_FIRST = 12
"""Partitions before the first look: five of 99 that reach the true groups' statistic put p above .05."""
REPEAT = Literal["training", "cleaning"]
REPEATS: tuple[REPEAT, ...] = ("training", "cleaning")


@dataclass(frozen=True)
class ControlSettings:
    """Controls of the whole pipeline.

    Attributes
    ----------
    partitions : random partitions of the regions' texts into groups of the same sizes, for the negative control; 0 =
        none, and 99 are the least for p = .01.
    sinkhorn : whether the Sinkhorn excess takes part, sampled in every partition as the true groups are; by far the
        dearest of the distances.
    repeat : what is also done anew, alike for all groups: "training" deals the texts that train and those that are
        evaluated at random from all groups and trains the probes on them, `trainings` times; "cleaning" cleans all
        texts once more, strictly, and measures the distances again.
    shifts : of the positive control, in standard deviations: what is planted in `runs` partitions each; none = no
        such control.
    """

    partitions: int = 99
    sinkhorn: bool = False
    repeat: tuple[REPEAT, ...] = ()
    trainings: int = 20
    shifts: tuple[float, ...] = ()
    runs: int = 20

    def __post_init__(self) -> None:
        check_least(self, "control", partitions=0, trainings=1, runs=1)
        unknown = [name for name in self.repeat if name not in REPEATS]
        if unknown:
            raise InputError(
                f"control.repeat must be among {list(REPEATS)}", f"{unknown[0]!r} is none", "Leave it out."
            )

    @property
    def asked(self) -> bool:
        """Whether there is any control at all."""
        return bool(self.partitions or self.shifts or self.repeat)


@dataclass(frozen=True)
class ControlPlan:
    """What the controls are, and how the study that they repeat measures and relates.

    lda_documents : of a group at most, for discriminants; see `SamplingPlan`.
    separation : how the true groups are sampled for Sinkhorn, and the bandwidth of MMD.
    largest_group : clusters of a group at most, drawn at random; those of the study's own tests.
    splits : of a group in halves, for gaps at one size.
    primary : the relation that the verdict goes by, (x, y); None = the squared Mahalanobis distance with the first gap.
    task : of the study; the training that is repeated.
    stopping : when no more partitions are drawn; None = never. Where training or cleaning is done again, or effects are
        planted, these are compared with all partitions.

    Raises InputError where training is to be repeated and the task's models are fine-tuned.
    """

    control: ControlSettings
    distance: DistanceSettings
    relation: RelationSettings
    lda_documents: int
    separation: SeparationSettings = field(default_factory=SeparationSettings)
    largest_group: int = 1_000
    splits: int = 50
    primary: tuple[str, str] | None = None
    task: TaskSettings = field(default_factory=ProbeSettings)
    stopping: Stopping | None = None

    def __post_init__(self) -> None:
        if "training" in self.control.repeat and not isinstance(self.task, ProbeSettings):
            raise InputError(
                "control.repeat=[training] needs task=probe, whose training takes seconds",
                f"the task is {self.task.name}, which would be fine-tuned {self.control.trainings} times more",
                "Leave training out of control.repeat, or control a run with task=probe.",
            )

    @property
    def rule(self) -> Rule | None:
        """When the negative control is settled, whose p is compared with alpha; None = all partitions are drawn."""
        if self.stopping is None or self.control.repeat or self.control.shifts:
            return None
        return Rule(self.stopping.alpha, self.stopping.alpha, self.stopping.risk, first=_FIRST)

    @property
    def coefficient(self) -> str:
        """The one that controls go by."""
        return self.relation.coefficients[0]

    @property
    def least_partitions(self) -> int:
        """Random partitions that a repetition is compared with, where the negative control has none."""
        return self.control.partitions or 99
