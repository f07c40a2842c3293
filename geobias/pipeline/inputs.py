"""What a study of texts reads: its corpus and its models, and what these are today."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from geobias.corpora import Corpus, load_corpus
from geobias.models import Encoder, load_encoder
from geobias.pipeline.fine_tuning import classifier_fingerprints
from geobias.pipeline.settings import TextStudySettings
from geobias.pipeline.tasks import ProbeSettings, TaskSettings


@dataclass(frozen=True)
class Inputs:
    """A corpus, by the name of its loader, the encoder that reads it, and the task, whose model may be fine-tuned."""

    corpus: Corpus
    encoder: Encoder
    name: str = "corpus"
    task: TaskSettings = field(default_factory=ProbeSettings)

    @classmethod
    def read(cls, settings: TextStudySettings) -> Inputs:
        """Those that the settings name."""
        corpus, encoder = load_corpus(settings.corpus), load_encoder(settings.encoder)
        return cls(corpus, encoder, str(settings.corpus["name"]), settings.task)

    def content(self) -> dict[str, Any]:
        """Fingerprints of all that settings only name: whose numbers these are, wherever its files lie."""
        classifier = classifier_fingerprints(self.corpus, self.task, self.encoder.settings)
        return {"corpus": self.corpus.digest(), "encoder": self.encoder.identity, "classifier": classifier}
