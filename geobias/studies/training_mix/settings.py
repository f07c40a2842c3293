"""Settings of the training-mix study."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from geobias.errors import InputError
from geobias.pipeline import TextStudySettings
from geobias.sampling import MixPlan, SamplingPlan
from geobias.typed import check_least, check_share


@dataclass(frozen=True)
class MixSettings(MixPlan):
    """The training sets, as `MixPlan` says, and how their models are compared.

    Attributes
    ----------
    replicates, level : of the intervals.
    metrics : scores that are compared; None = those of the task that are related by default and have an interval.
    """

    replicates: int = 1_000
    level: float = 0.95
    metrics: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        check_least(self, "mix", replicates=1)
        check_share(self, "mix", "level")
        if self.metrics is not None and not self.metrics:
            raise InputError("mix.metrics must name a score", "it is empty", "Leave it out for the scores of the task.")


@dataclass(frozen=True)
class EvaluationPlan(SamplingPlan):
    """A `SamplingPlan` of pools to evaluate on: small ones, so that texts are left over to train on.

    No draws for distances are made, so no pool is too small for them; neither a mixed group nor a baseline is.
    """

    pool: int | None = 120
    on_small: Literal["error", "all", "drop"] = "all"
    mixed: bool = False
    baseline: bool = False


@dataclass(frozen=True, kw_only=True)
class TrainingMixSettings(TextStudySettings):
    """All of it; `build` makes one from nested mappings and checks every key and value.

    task : of its settings, sets, folds and documents do not count: `mix` says which models are trained, on what.
    """

    UNDECIDING: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **TextStudySettings.UNDECIDING,
        "task": (*TextStudySettings.UNDECIDING["task"], "sets", "folds", "documents"),
    }

    sampling: EvaluationPlan = field(default_factory=EvaluationPlan)
    mix: MixSettings = field(default_factory=MixSettings)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.encoder.layer, int):
            raise InputError(
                "encoder.layer must be one layer in study=training_mix",
                f"it is {self.encoder.layer if self.encoder.layer == 'all' else list(self.encoder.layer)}",
                "Pass one of them; study=regional relates several.",
            )
