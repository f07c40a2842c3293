"""Settings of the downstream tasks: each has a type of its own, chosen by its name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from geobias.models.finetune import TrainingSettings
from geobias.typed import check_least, check_share


@dataclass(frozen=True)
class ProbeSettings:
    """A linear probe on frozen embeddings, or no task.

    Attributes
    ----------
    name : "probe" (one-vs-rest where texts carry several labels), or "none".
    sets, folds, documents : training sets, folds of each, and texts of a set; sets x folds models are trained.
    inverse_penalty : C of the logistic regression.
    threshold : a probability of at least this is a positive label.
    """

    name: Literal["probe", "none"] = "probe"
    sets: int = 5
    folds: int = 5
    documents: int | None = 2000
    inverse_penalty: float = 1.0
    threshold: float = 0.5

    def __post_init__(self) -> None:
        check_least(self, "task", inverse_penalty=1e-9)
        check_share(self, "task", "threshold")


@dataclass(frozen=True)
class SentimentSettings(TrainingSettings):
    """A fine-tuned classifier of one label: 5 sets x 5 folds as published; see `TrainingSettings` for the rest."""

    labels: ClassVar[str] = "binary"
    name: Literal["sentiment"] = "sentiment"
    sets: int = 5
    folds: int = 5
    documents: int | None = 2000


@dataclass(frozen=True)
class DocbertSettings(TrainingSettings):
    """A fine-tuned classifier of several labels, as DocBERT (Adhikari et al. 2019); one model on all training texts."""

    labels: ClassVar[str] = "multilabel"
    name: Literal["docbert"] = "docbert"
    sets: int = 1
    folds: int = 1
    documents: int | None = None
    max_length: int = 256
    epochs: int = 30
    batch: int = 16
    micro_batch: int = 8
    patience: int | None = 5


TaskSettings = ProbeSettings | SentimentSettings | DocbertSettings
