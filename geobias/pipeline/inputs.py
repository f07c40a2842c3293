"""What a study reads: its corpus and its encoder, and what these are today."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from geobias.corpora import Corpus
from geobias.corpora.registry import load_corpus
from geobias.models.encoder import Encoder, load_encoder
from geobias.models.settings import EncoderSettings
from geobias.pipeline.fine_tuning import classifier_fingerprints
from geobias.pipeline.tasks import TaskSettings


@dataclass(frozen=True)
class Inputs:
    """A corpus, by the name of its loader, and the encoder that reads it."""

    corpus: Corpus
    encoder: Encoder
    name: str = "corpus"

    @classmethod
    def load(cls, corpus: Mapping[str, Any], encoder: EncoderSettings) -> Inputs:
        """Those that the settings name."""
        return cls(load_corpus(corpus), load_encoder(encoder), str(corpus["name"]))

    def content(self, task: TaskSettings) -> dict[str, Any]:
        """Fingerprints of all that settings only name: whose numbers these are, wherever its files lie."""
        classifier = classifier_fingerprints(self.corpus, task, self.encoder.settings)
        return {"corpus": self.corpus.digest(), "encoder": self.encoder.identity, "classifier": classifier}
