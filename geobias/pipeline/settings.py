"""What the settings of every study have, and of every study of texts; how they are built from nested mappings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, ClassVar, Self

from geobias.corpora import LOADERS, grouping, resolve_options
from geobias.errors import InputError
from geobias.files import at_home
from geobias.models import EncoderSettings
from geobias.pipeline.tasks import ProbeSettings, TaskSettings
from geobias.sampling import SamplingPlan
from geobias.suggest import override
from geobias.typed import check_least, from_mapping


@dataclass(frozen=True)
class AuditSettings:
    """What the audit at the start of a study does.

    Attributes
    ----------
    allow : checks that may not stop the study; the page says which did not.
    """

    allow: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class StudySettings:
    """The base of a study's settings, which adds a field for each group of its own (`sampling`, `task`, ...).

    Attributes
    ----------
    corpus : "name" of a loader and its options (see `geobias.corpora`).
    seed : of every random choice.
    name : label of the run's folder; None = the corpus' name.
    output, store : folders of runs and of embeddings, made if absent.
    workers : threads; None = every core. The numbers do not depend on it.
    progress : whether bars are shown, where standard error is a terminal.
    audit : what may not stop the study.
    page : whether the page is drawn; else `geobias report DIR` draws it later, from the tables.
    """

    UNDECIDING: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "": ("output", "store", "workers", "progress", "page", "name"),
        "encoder": ("batch_tokens", "kept_layers", "on_unknown"),
        "task": ("checkpoint_minutes",),
        "audit": ("allow",),
    }
    """Group -> its settings that decide no number; "" = those of no group."""
    CORPORA: ClassVar[Mapping[str, str]] = LOADERS
    """Name of a corpus that the study can read -> its loader."""

    corpus: Mapping[str, Any] = field(default_factory=lambda: {"name": "synthetic"})
    seed: int = 0
    name: str | None = None
    output: str = "outputs"
    store: str = "outputs/store"
    workers: int | None = None
    progress: bool = True
    page: bool = True
    audit: AuditSettings = field(default_factory=AuditSettings)

    @classmethod
    def build(cls, values: Mapping[str, Any] | None = None, /, **more: Any) -> Self:
        """Settings from nested mappings, or the same by keyword; relative paths count from the working directory.

        Raises
        ------
        InputError : an unknown key or wrong value, with the nearest right one; an unset path.
        """
        built = from_mapping(cls, {**(values or {}), **more})
        return replace(
            built,
            corpus=resolve_options(built.corpus, cls.CORPORA),
            output=str(at_home(built.output).absolute()),
            store=str(at_home(built.store).absolute()),
        )

    def __post_init__(self) -> None:
        check_least(self, "", seed=0, workers=1)

    @property
    def label(self) -> str:
        """What the run's folder is called by."""
        return self.name or str(self.corpus["name"])

    def as_dict(self) -> dict[str, Any]:
        """Nested plain values."""
        return asdict(self)

    def identity(self) -> dict[str, Any]:
        """What decides the numbers: a run with the same identity goes on in the same folder."""
        values = self.as_dict()
        for group, names in self.UNDECIDING.items():
            for name in names:
                (values.get(group, {}) if group else values).pop(name, None)
        return values


@dataclass(frozen=True, kw_only=True)
class TextStudySettings(StudySettings):
    """The base of the settings of a study that encodes texts of groups and, perhaps, learns a task from them.

    Attributes
    ----------
    sampling : whose `by` follows from the corpus where it is not given.
    """

    sampling: SamplingPlan = field(default_factory=SamplingPlan)
    encoder: EncoderSettings = field(default_factory=EncoderSettings)
    task: TaskSettings = field(default_factory=ProbeSettings)

    @classmethod
    def build(cls, values: Mapping[str, Any] | None = None, /, **more: Any) -> Self:
        """As `StudySettings.build`; raises `InputError` for a `sampling.by` that is none of the corpus' too."""
        given = {**(values or {}), **more}
        sampling = given.get("sampling", {})
        follows = isinstance(sampling, Mapping) and sampling.get("by") is None
        if follows:
            given["sampling"] = {key: value for key, value in sampling.items() if key != "by"}
        built = super().build(given)
        return replace(built, sampling=_grouped(built.sampling, built.corpus, follows))

    def __post_init__(self) -> None:
        super().__post_init__()
        check_least(self.task, "task", sets=1, folds=1, documents=1)


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
