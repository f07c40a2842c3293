"""Settings of the etiquette study: what `conf/` composes and `run` takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from geobias.arguments import number, whole
from geobias.corpora import ETIQUETTE
from geobias.errors import InputError
from geobias.measures.etiquette import EtiquetteSettings
from geobias.models import EncoderSettings
from geobias.models.entailment import EntailmentSettings, LexicalSettings
from geobias.models.generation import Decoding, Questions, ResponderSettings
from geobias.pipeline import StudySettings
from geobias.pipeline.asking import check_calibrated
from geobias.studies.etiquette.scripted import scripted
from geobias.studies.etiquette.step_settings import GeneratingSettings, IdentifyingSettings, RelatingSettings
from geobias.studies.etiquette.trained_settings import ProbedSettings, TrainedSettings
from geobias.typed import check_least


@dataclass(frozen=True)
class EtiquettePlan(EtiquetteSettings):
    """`EtiquetteSettings`, and what is counted and shown.

    Attributes
    ----------
    near_duplicates : Jaccard similarity from which statements are one unit; None = copies alone are.
    examples : wrong answers of each region and model that are shown.
    limit : statements of each region at most, drawn at random with the study's seed; None = all.
    """

    near_duplicates: float | None = 0.8
    examples: int = 3
    limit: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        whole("examples", self.examples, 0)
        if self.limit is not None:
            whole("limit", self.limit, 1)
        if self.near_duplicates is not None:
            number("near_duplicates", self.near_duplicates, "lie in (0, 1]", lambda v: 0 < v <= 1, "Pass 0.8.")


@dataclass(frozen=True, kw_only=True)
class AskingSettings:
    """What a model is asked of every statement.

    Attributes
    ----------
    prompt : "etiquette", or a YAML file of prompts (docs/asking.md); its fields are those of `Etiquette.to_frame`.
    template : of the file's templates the one that is asked; None = the only one.
    values : answer -> 1 (accepted), -1 (not) or None (counts as no answer). None = those of the template.
    ask : "text", which is read as one of the answers, "scores", of which the most probable option counts, or "none":
        nobody is asked.
    samples : texts of each prompt; those to one statement are one unit.
    calibrate : words that take the place of every field in a content-free prompt, by which scores are calibrated.
    """

    prompt: str = "etiquette"
    template: str | None = None
    values: Mapping[str, float | None] | None = None
    ask: Literal["text", "scores", "none"] = "text"
    samples: int = 1
    calibrate: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_least(self, "asking", samples=1)
        check_calibrated(self, "asking.")

    @property
    def questions(self) -> Questions:
        return Questions(self.samples, "scores" if self.ask == "scores" else "text", self.calibrate)


@dataclass(frozen=True, kw_only=True)
class EtiquetteStudySettings(StudySettings):
    """All of it; `build` makes one from nested mappings and checks every key and value."""

    CORPORA: ClassVar[Mapping[str, str]] = ETIQUETTE
    UNDECIDING: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **StudySettings.UNDECIDING,
        # the model, and what is asked of it, are in the content, by fingerprint
        "": (*StudySettings.UNDECIDING[""], "responder", "entailment"),
        "asking": ("prompt", "template"),
        "trained": ("checkpoint_minutes",),
        "relating": ("authorship",),
        "identifying": ("prompt", "template"),
        "generating": ("prompt", "template"),
    }

    corpus: Mapping[str, Any] = field(default_factory=lambda: {"name": "etiquette"})
    responder: ResponderSettings = field(default_factory=scripted)
    decoding: Decoding = field(default_factory=lambda: Decoding(temperature=0.0, max_tokens=40))
    asking: AskingSettings = field(default_factory=AskingSettings)
    trained: TrainedSettings = field(default_factory=ProbedSettings)
    encoder: EncoderSettings = field(default_factory=EncoderSettings)
    relating: RelatingSettings = field(default_factory=RelatingSettings)
    identifying: IdentifyingSettings = field(default_factory=IdentifyingSettings)
    generating: GeneratingSettings = field(default_factory=GeneratingSettings)
    entailment: EntailmentSettings = field(default_factory=LexicalSettings)
    etiquette: EtiquettePlan = field(default_factory=EtiquettePlan)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.asking.ask == "none" and self.trained.name == "none":
            raise InputError(
                "a model must be asked, or trained", "asking and trained are both none", "Pass trained=probe."
            )

    @property
    def questions(self) -> Questions:
        """What is asked of every prompt."""
        return self.asking.questions

    @property
    def label(self) -> str:
        """What the run's folder is called by: who answered."""
        return self.name or (self.trained.name if self.asking.ask == "none" else self.responder.name)
