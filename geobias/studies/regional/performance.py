"""The first measurement: a task's performance by group, from stored predictions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from geobias.measures.performance import dependence, gaps, metric_names, score
from geobias.models.classifier import ProbeJob, probe_probabilities
from geobias.sampling.pools import BASELINE
from geobias.studies.progress import Bars
from geobias.studies.regional.embedding import Embeddings
from geobias.studies.regional.materials import Materials
from geobias.studies.regional.settings import RegionalSettings
from geobias.studies.run import RunDirectory
from geobias.tables import PairTable, Predictions, ScoreTable


@dataclass(frozen=True)
class Performance:
    """Predictions, the scores computed from them, and the pairwise tables computed from the scores."""

    predictions: Predictions
    scores: ScoreTable
    gaps: list[PairTable]
    dependences: list[PairTable]


def measure_performance(
    materials: Materials,
    embeddings: Embeddings,
    settings: RegionalSettings,
    directory: RunDirectory,
    bars: Bars,
) -> Performance | None:
    """Train the probes, predict, score; None where the study has no task."""
    if materials.task == "none":
        return None
    predictions = _predict(materials, embeddings, settings, directory, bars)
    draws = [_score_rows(materials, repeat) for repeat in range(settings.sampling.score_repeats)]
    scores = score(predictions, draws, unions=materials.pools.unions)
    names = settings.relation.metrics or metric_names(scores)
    return Performance(
        predictions,
        scores,
        [gaps(scores, name) for name in names],
        [dependence(scores, name) for name in names] if len(predictions.models) > 3 else [],
    )


def _predict(
    materials: Materials,
    embeddings: Embeddings,
    settings: RegionalSettings,
    directory: RunDirectory,
    bars: Bars,
) -> Predictions:
    """Every model predicts all evaluated rows and its own held-out fold."""
    corpus, folds = materials.corpus, materials.folds
    scored = [rows for group, rows in materials.pools.scored.items() if materials.is_evaluated(group)]
    evaluated = np.unique(np.concatenate(scored))
    rows = np.union1d(evaluated, np.concatenate([fold.held_out for fold in folds]))
    at = {row: index for index, row in enumerate(rows)}
    place = np.vectorize(at.__getitem__, otypes=[np.int64])
    jobs = [ProbeJob(fold.name, place(fold.train), place(np.union1d(evaluated, fold.held_out))) for fold in folds]
    labels = corpus.labels[rows]  # type: ignore[index]

    def compute() -> np.ndarray:
        features = embeddings.vectors(corpus)(rows)
        with bars.bar("Training probes", "models") as progress:
            return probe_probabilities(
                features,
                labels,
                jobs,
                inverse_penalty=settings.task.inverse_penalty,
                workers=settings.workers,
                progress=progress,
            )

    inputs = {
        "corpus": materials.corpus_sha256,
        "encoder": embeddings.identity,
        "pooling": embeddings.pooling,
        "penalty": settings.task.inverse_penalty,
        "rows": [[fold.train, fold.held_out] for fold in folds],
        "evaluated": evaluated,
    }
    probabilities = directory.memo("probabilities", inputs, compute)
    names = tuple(fold.name for fold in folds)
    return Predictions(names, rows, labels, probabilities, corpus.label_names, settings.task.threshold)


def _score_rows(materials: Materials, repeat: int) -> dict[str, np.ndarray]:
    """Rows that each group is scored on; the baseline's are all training rows, of which a model has its own fold."""
    draws = materials.score_draws
    rows = {group: values for group, values in draws.rows(repeat).items() if materials.is_evaluated(group)}  # type: ignore[union-attr]
    if BASELINE in materials.pools.rows and BASELINE not in rows:
        rows[BASELINE] = np.unique(np.concatenate([fold.held_out for fold in materials.folds]))
    return rows
