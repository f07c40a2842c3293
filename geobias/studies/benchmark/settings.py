"""Settings of the benchmark study: what `conf/` composes and `run` takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, Literal

from geobias.corpora import BENCHMARKS
from geobias.measures.etiquette import EtiquetteSettings
from geobias.models.generation import Decoding, Questions, ResponderSettings
from geobias.pipeline import StudySettings
from geobias.pipeline.asking import check_calibrated
from geobias.studies.benchmark.scripted import scripted
from geobias.typed import check_least


@dataclass(frozen=True, kw_only=True)
class BenchmarkSettings:
    """What a model is asked of every item, and how its answers are scored; see `EtiquetteSettings`.

    Attributes
    ----------
    ask : "text", which is read as one of the declared answers, or "scores", of which the most probable option counts.
    samples : texts of each prompt; those to one item are one unit.
    calibrate : words that take the place of every field in a content-free prompt, by which scores are calibrated.
    level : of intervals; the rest of it is the level of tests. replicates : of bootstraps.
    splits : random halvings, for the floor of a gap. margin : gaps within it, in points, are of no interest.
    """

    ask: Literal["text", "scores"] = "text"
    samples: int = 1
    calibrate: tuple[str, ...] = ()
    level: float = 0.95
    replicates: int = 1_000
    splits: int = 200
    margin: float = 5.0

    def __post_init__(self) -> None:
        check_least(self, "benchmark", samples=1)
        check_calibrated(self, "benchmark.")
        self.scoring(0)  # checked now, before anything is read

    def scoring(self, seed: int) -> EtiquetteSettings:
        return EtiquetteSettings(
            level=self.level, replicates=self.replicates, splits=self.splits, margin=self.margin, seed=seed
        )


@dataclass(frozen=True, kw_only=True)
class BenchmarkStudySettings(StudySettings):
    """All of it; `build` makes one from nested mappings and checks every key and value."""

    CORPORA: ClassVar[Mapping[str, str]] = BENCHMARKS
    UNDECIDING: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **StudySettings.UNDECIDING,
        # items, words and model are in the content, by fingerprint
        "": (*StudySettings.UNDECIDING[""], "responder", "corpus"),
    }

    corpus: Mapping[str, Any] = field(default_factory=lambda: {"name": "benchmark"})
    responder: ResponderSettings = field(default_factory=scripted)
    decoding: Decoding = field(default_factory=lambda: Decoding(temperature=0.0, max_tokens=40))
    benchmark: BenchmarkSettings = field(default_factory=BenchmarkSettings)

    @property
    def questions(self) -> Questions:
        """What is asked of every prompt."""
        return Questions(self.benchmark.samples, self.benchmark.ask, self.benchmark.calibrate)

    @property
    def seeded(self) -> BenchmarkStudySettings:
        """With the study's seed in the decoding."""
        return replace(self, decoding=replace(self.decoding, seed=self.seed))

    @property
    def label(self) -> str:
        """What the run's folder is called by: the benchmark, and who answered."""
        return self.name or f"{Path(str(self.corpus.get('path', 'stories'))).stem}-{self.responder.name}"
