"""Settings of the resonance study: what `conf/` composes and `run` takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from geobias.arguments import number, whole
from geobias.corpora import SURVEYED
from geobias.measures.resonance import ResonanceSettings
from geobias.measures.separation import METHOD
from geobias.models import EncoderSettings
from geobias.models.entailment import EntailmentSettings, TrainedSettings
from geobias.models.generation import Decoding, LeaningSettings, ResponderSettings
from geobias.pipeline import StudySettings
from geobias.pipeline.interviewing import InterviewSettings


@dataclass(frozen=True)
class ResonancePlan(ResonanceSettings):
    """`ResonanceSettings`, and what is compared with what.

    Attributes
    ----------
    group : the axis whose values are compared: nations, or religions, languages, personas.
    question : whose answers are held against the survey's projections.
    iw : a file of scores of the cultural map (columns name, year, tradagg, survsagg), a second reference; None = none.
    least : respondents below which nothing is told of a cell of the survey.
    precision : half width of a nation's interval, for which a plan says how many answers it takes.
    """

    group: str = "nation"
    question: str = "general"
    iw: str | None = None
    least: int = 5
    precision: float = 0.25

    def __post_init__(self) -> None:
        super().__post_init__()
        whole("least", self.least, 1)
        number("precision", self.precision, "be above 0", lambda v: v > 0, "Pass 0.25.")


@dataclass(frozen=True)
class GeometryPlan:
    """How answers are compared in embedding space.

    Attributes
    ----------
    methods : distances: "energy", "mmd" and "crossnobis" of document vectors, "sinkhorn" of token clouds, which takes
        about half of the time; none = it is left out.
    names : whether names of nations stay in the answers: one that names its nation is told apart by the name alone.
    """

    methods: tuple[METHOD, ...] = ("energy", "sinkhorn")
    names: bool = False


@dataclass(frozen=True, kw_only=True)
class ResonanceStudySettings(StudySettings):
    """All of it; `build` makes one from nested mappings and checks every key and value.

    Attributes
    ----------
    corpus : the respondents that answers are compared with; the loader `no_survey` = nobody.
    """

    CORPORA: ClassVar[Mapping[str, str]] = SURVEYED
    UNDECIDING: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **StudySettings.UNDECIDING,
        # models, and what is asked of them, are in the content, by fingerprint
        "": (*StudySettings.UNDECIDING[""], "responder", "entailment"),
    }

    corpus: Mapping[str, Any] = field(default_factory=lambda: {"name": "synthetic_survey"})
    responder: ResponderSettings = field(default_factory=LeaningSettings)
    decoding: Decoding = field(default_factory=lambda: Decoding(top_p=0.5))
    interview: InterviewSettings = field(default_factory=InterviewSettings)
    entailment: EntailmentSettings = field(default_factory=TrainedSettings)
    resonance: ResonancePlan = field(default_factory=ResonancePlan)
    encoder: EncoderSettings = field(default_factory=EncoderSettings)
    geometry: GeometryPlan = field(default_factory=GeometryPlan)

    @property
    def label(self) -> str:
        """What the run's folder is called by: who answered."""
        return self.name or self.responder.name
