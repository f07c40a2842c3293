"""Settings of the regional study: what `conf/` composes and `run` takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from geobias.corpora.registry import resolve_options
from geobias.errors import InputError
from geobias.measures.geometry import DistanceSettings
from geobias.models.encoder import EncoderSettings
from geobias.sampling import CompositionSettings, SamplingPlan
from geobias.stats.coefficients import COEFFICIENTS
from geobias.studies.regional.tasks import ProbeSettings, TaskSettings
from geobias.studies.settings import from_mapping


@dataclass(frozen=True)
class RelationSettings:
    """Which tables are related, and how.

    Attributes
    ----------
    coefficients : among "spearman", "kendall" (tau-b), "kendall_tau_a", "pearson".
    metrics : scores whose gaps and dependence are related with distances; None = `measures.scores.related_names`.
    groups : groups that inference runs on; None = the regions, without unions and baseline.
    missing : "drop-pair" or "drop-group" where a pair is not measured.
    exact_limit, n_resamples : all relabelings are gone through up to this number, else so many are drawn.
    """

    coefficients: tuple[str, ...] = ("spearman", "kendall", "pearson")
    metrics: tuple[str, ...] | None = None
    groups: tuple[str, ...] | None = None
    alternative: Literal["two-sided", "greater", "less"] = "two-sided"
    missing: Literal["drop-pair", "drop-group"] = "drop-pair"
    exact_limit: int = 50_000
    n_resamples: int = 9_999

    def __post_init__(self) -> None:
        for name in self.coefficients:
            if name not in ("kendall", *COEFFICIENTS):
                raise InputError(
                    f"relation.coefficients must be among {['kendall', *COEFFICIENTS]}",
                    f"one is '{name}'",
                    "Correct it.",
                )


@dataclass(frozen=True)
class RegionalSettings:
    """All of it; `build` makes one from nested mappings and checks every key and value.

    Attributes
    ----------
    corpus : "name" of a loader and its options (see `geobias.corpora`).
    composition : the sweep of the training sets' composition in place of the study; None = the study.
    seed : of every random choice.
    name : label of the run's folder; None = the corpus' name.
    output, store : folders of runs and of embeddings, made if absent.
    workers : threads; None = every core. The numbers do not depend on it.
    """

    corpus: Mapping[str, Any] = field(default_factory=lambda: {"name": "synthetic"})
    sampling: SamplingPlan = field(default_factory=SamplingPlan)
    encoder: EncoderSettings = field(default_factory=EncoderSettings)
    distance: DistanceSettings = field(default_factory=DistanceSettings)
    task: TaskSettings = field(default_factory=ProbeSettings)
    relation: RelationSettings = field(default_factory=RelationSettings)
    composition: CompositionSettings | None = None
    seed: int = 0
    name: str | None = None
    output: str = "outputs"
    store: str = "outputs/store"
    workers: int | None = None
    progress: bool = True

    @classmethod
    def build(cls, **values: Any) -> RegionalSettings:
        """Settings from nested mappings; relative paths count from the working directory.

        Raises
        ------
        InputError : an unknown key or wrong value, with the nearest right one; an unset path.
        """
        built = from_mapping(cls, values)
        return replace(
            built,
            corpus=resolve_options(built.corpus),
            output=str(Path(built.output).expanduser().absolute()),
            store=str(Path(built.store).expanduser().absolute()),
        )

    @property
    def label(self) -> str:
        return self.name or str(self.corpus["name"])

    def as_dict(self) -> dict[str, Any]:
        """Nested plain values."""
        return asdict(self)

    def identity(self) -> dict[str, Any]:
        """What decides the numbers: a run with the same identity goes on in the same folder."""
        values = self.as_dict()
        for name in ("output", "store", "workers", "progress", "name"):
            values.pop(name)
        if self.composition is None:
            values.pop("composition")
        values["encoder"].pop("batch_tokens")
        values["task"].pop("checkpoint_minutes", None)
        return values
