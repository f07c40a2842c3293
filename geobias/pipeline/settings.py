"""Settings of the regional study: what `conf/` composes and `run` takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from geobias.corpora.registry import grouping, resolve_options
from geobias.errors import InputError
from geobias.files import at_home
from geobias.measures.geometry import DistanceSettings
from geobias.measures.scores import SCORED_TASKS, score_names
from geobias.measures.separation import SeparationSettings
from geobias.models.encoder import EncoderSettings
from geobias.pipeline.tasks import ProbeSettings, TaskSettings
from geobias.relations import Strength
from geobias.relations.aligning import LEAST
from geobias.sampling import CompositionSettings, SamplingPlan
from geobias.stats.coefficients import COEFFICIENTS
from geobias.suggest import nearest, override
from geobias.typed import check_least, check_share, from_mapping

COVARIATES = ("length", "prevalence", "cardinality", "topics", "truncation", "empty", "size")


@dataclass(frozen=True)
class RelationSettings:
    """Which tables are related, and how.

    Attributes
    ----------
    coefficients : among "spearman", "kendall" (tau-b), "kendall_tau_a", "pearson", "distance_correlation"
        (bias-corrected) and "distance_correlation_biased"; the first is the one that the verdict and controls go by.
    metrics : scores whose gaps and dependence are related with distances; None = `measures.scores.related_names`.
    groups : groups that inference runs on; None = the regions, without unions and baseline.
    missing : "drop-pair" or "drop-group" where a pair is not measured.
    exact_limit, n_resamples : all relabelings are gone through up to this number, else so many are drawn.
    exclude : label -> groups; the relations without them stand beside the full ones, e.g. {without_nz: [nz]}.
    covariates : of the regression of gaps on distances, among `COVARIATES`.
    strength : least absolute coefficients that are called weak, moderate and strong.
    alpha : of the verdict.
    """

    coefficients: tuple[str, ...] = ("spearman", "kendall", "pearson", "distance_correlation")
    metrics: tuple[str, ...] | None = None
    groups: tuple[str, ...] | None = None
    alternative: Literal["two-sided", "greater", "less"] = "two-sided"
    missing: Literal["drop-pair", "drop-group"] = "drop-pair"
    exact_limit: int = 50_000
    n_resamples: int = 9_999
    exclude: Mapping[str, tuple[str, ...]] | None = None
    covariates: tuple[str, ...] = ("length", "prevalence", "size")
    strength: Strength = field(default_factory=Strength)
    alpha: float = 0.05

    def __post_init__(self) -> None:
        scores = dict.fromkeys(name for task in SCORED_TASKS for name in score_names(task))
        known = {"coefficients": ("kendall", *COEFFICIENTS), "covariates": COVARIATES, "metrics": tuple(scores)}
        for name, choices in known.items():
            for word in getattr(self, name) or ():
                if word not in choices:
                    raise InputError(
                        f"relation.{name} must be among {list(choices)}",
                        f"one is '{word}'",
                        f"{nearest(word, choices)}Correct it.",
                    )
        for name, least in (("coefficients", 1), ("metrics", 1), ("groups", LEAST)):
            names = getattr(self, name)
            if names is not None and len(set(names)) < least:
                raise InputError(
                    f"relation.{name} must name at least {least}",
                    f"they are {list(names)}",
                    "Leave it out for its default.",
                )
        check_least(self, "relation", exact_limit=1, n_resamples=1)
        check_share(self, "relation", "alpha")


@dataclass(frozen=True)
class IntervalSettings:
    """Uncertainty of scores and gaps.

    Attributes
    ----------
    level : of the intervals.
    replicates : of the crossed bootstrap over models and documents.
    splits : of every group in halves, for the floor of gaps.
    """

    level: float = 0.95
    replicates: int = 1_000
    splits: int = 200

    def __post_init__(self) -> None:
        check_least(self, "intervals", replicates=1, splits=1)
        check_share(self, "intervals", "level")


@dataclass(frozen=True)
class ControlSettings:
    """Controls of the whole pipeline.

    Attributes
    ----------
    partitions : random partitions of the regions' texts into groups of the same sizes, for the negative control; 0 =
        none, and 99 are the least for p = .01.
    size : units of every sample of a pseudo-group at most; the true groups are sampled alike beside them.
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
    separation: SeparationSettings = field(default_factory=SeparationSettings)
    intervals: IntervalSettings = field(default_factory=IntervalSettings)
    control: ControlSettings = field(default_factory=ControlSettings)
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
        sampling = values.get("sampling", {})
        follows = isinstance(sampling, Mapping) and sampling.get("by") is None
        if follows:
            values = {**values, "sampling": {key: value for key, value in sampling.items() if key != "by"}}
        built = from_mapping(cls, values)
        corpus = resolve_options(built.corpus)
        return replace(
            built,
            corpus=corpus,
            sampling=_grouped(built.sampling, corpus, follows),
            output=str(at_home(built.output).absolute()),
            store=str(at_home(built.store).absolute()),
        )

    def __post_init__(self) -> None:
        check_least(self, "", seed=0, workers=1)
        check_least(self.task, "task", sets=1, folds=1, documents=1)

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
        values["encoder"].pop("on_unknown")
        values["task"].pop("checkpoint_minutes", None)
        return values


def _grouped(sampling: SamplingPlan, corpus: Mapping[str, Any], follows: bool) -> SamplingPlan:
    """The plan by the groups that the corpus says it has: `corpus.group` decides where `sampling.by` is not given."""
    attributes = grouping(corpus)
    named = (sampling.by,) if isinstance(sampling.by, str) else sampling.by
    if attributes is None or (not follows and set(named) <= set(attributes)):
        return sampling
    if not follows:
        raise InputError(
            "sampling.by must be what corpus.group names",
            f"sampling.by is '{sampling.attribute}', and corpus.group makes '{attributes[0]}'",
            f"Leave sampling.by out, or pass {override('corpus.group', list(named) if len(named) > 1 else named[0])}.",
        )
    return replace(sampling, by=attributes[0])
