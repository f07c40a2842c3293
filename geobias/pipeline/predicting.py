"""The task's models: a probe on embeddings or a fine-tuned classifier for every fold, and what each predicts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from geobias.models import EncoderSettings, ProbeJob, one_hot, probe_probabilities
from geobias.pipeline.embedding import Embeddings
from geobias.pipeline.fine_tuning import fine_tune_all
from geobias.pipeline.materials import Materials
from geobias.pipeline.session import Session
from geobias.pipeline.tasks import ProbeSettings, TaskSettings
from geobias.tables import Predictions


@dataclass(frozen=True)
class Predicted:
    """Predictions of every fold's model. models : one record per fine-tuned model, else none."""

    predictions: Predictions
    models: list[dict[str, Any]] = field(default_factory=list)


def predict(
    materials: Materials,
    embeddings: Embeddings,
    task: TaskSettings,
    encoder: EncoderSettings,
    session: Session,
) -> Predicted | None:
    """Train a model on every fold, and ask each about all evaluated rows and its own held-out ones.

    All processes call this alike and share the training of classifiers; what comes is for the main one. None where
    the materials have no task, and on the other processes.
    """
    if materials.task == "none":
        return None
    if isinstance(task, ProbeSettings):
        return Predicted(_probe(materials, embeddings, task, session)) if session.main else None
    found = fine_tune_all(materials, task, encoder, session)
    return None if found is None else Predicted(found.predictions, found.facts)


def _probe(materials: Materials, embeddings: Embeddings, task: ProbeSettings, session: Session) -> Predictions:
    """Every model predicts all evaluated rows and its own held-out fold."""
    corpus, folds = materials.corpus, materials.folds
    evaluated = materials.evaluated_rows()
    predicted = np.unique(np.concatenate([evaluated, *(fold.held_out for fold in folds)]))
    rows = np.union1d(predicted, np.concatenate([fold.train for fold in folds]))

    def place(some: np.ndarray) -> np.ndarray:
        return np.searchsorted(rows, some)

    jobs = [ProbeJob(fold.name, place(fold.train), place(np.union1d(evaluated, fold.held_out))) for fold in folds]
    labels = corpus.labels[rows]  # type: ignore[index]

    def compute() -> np.ndarray:
        features = embeddings.vectors(corpus)(rows)
        with session.bar("Training probes", "models") as progress:
            found = probe_probabilities(
                features,
                labels,
                jobs,
                classes=len(corpus.label_names),
                inverse_penalty=task.inverse_penalty,
                workers=session.workers,
                progress=progress,
            )
        return found[:, place(predicted)]

    inputs = {
        "corpus": materials.corpus_sha256,
        "encoder": embeddings.identity,
        "pooling": embeddings.pooling,
        "penalty": task.inverse_penalty,
        "rows": [[fold.train, fold.held_out] for fold in folds],
        "evaluated": evaluated,
    }
    probabilities = session.directory.memo("probabilities", inputs, compute)
    names = tuple(fold.name for fold in folds)
    known, exclusive = labels[place(predicted)], materials.task == "multiclass"
    if exclusive:
        known = one_hot(known, len(corpus.label_names))
    return Predictions(names, predicted, known, probabilities, corpus.label_names, task.threshold, exclusive)
