"""The first measurement: a task's performance by group, from stored predictions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from geobias.measures.scores import (
    dependence,
    distinct_rows,
    gaps,
    related_names,
    score,
    score_uncertainty,
    weighted_names,
)
from geobias.models.classifier import ProbeJob, one_hot, probe_probabilities
from geobias.pipeline.embedding import Embeddings
from geobias.pipeline.fine_tuning import fine_tune_all
from geobias.pipeline.materials import Materials
from geobias.pipeline.progress import Bars
from geobias.pipeline.run_directory import RunDirectory
from geobias.pipeline.settings import RegionalSettings
from geobias.pipeline.tasks import ProbeSettings
from geobias.processes import Processes
from geobias.seeds import generator
from geobias.tables import (
    AT_M,
    GAP,
    GapInterval,
    GapIntervalTable,
    PairTable,
    Predictions,
    Quantity,
    ScoreIntervalTable,
    ScoreTable,
)


@dataclass(frozen=True)
class Performance:
    """Predictions, the scores computed from them, and the pairwise tables computed from the scores.

    draws : the rows that each repeat scored a group on. models : one record a fine-tuned model, else none.
    intervals : scores and signed gaps with their uncertainty, on distinct texts, for the metrics that have one.
    """

    predictions: Predictions
    draws: list[dict[str, np.ndarray]]
    scores: ScoreTable
    gaps: list[PairTable]
    dependences: list[PairTable]
    intervals: tuple[ScoreIntervalTable, GapIntervalTable]
    models: list[dict[str, Any]] = field(default_factory=list)

    def equal_size_gaps(self) -> list[PairTable]:
        """Expected absolute gaps between like numbers of texts of every two groups, a table a metric."""
        rows: dict[str, list[GapInterval]] = {}
        for row in self.intervals[1].rows:
            rows.setdefault(row.metric, []).append(row)
        groups, unions = self.scores.groups, self.scores.unions
        out = []
        for metric, some in rows.items():
            values = np.full((1, len(groups), len(groups)), np.nan)
            values[0, range(len(groups)), range(len(groups))] = 0.0
            for row in some:
                a, b = groups.index(row.group_a), groups.index(row.group_b)
                values[0, a, b] = values[0, b, a] = row.gap_at_m
            out.append(
                PairTable(
                    groups, values, Quantity(GAP, metric, estimate=AT_M), "points", unions, True, {"m": some[0].m}
                )
            )
        return out


def measure_performance(
    materials: Materials,
    embeddings: Embeddings,
    settings: RegionalSettings,
    directory: RunDirectory,
    bars: Bars,
    processes: Processes,
) -> Performance | None:
    """Train the models, predict, score; None where the study has no task."""
    if materials.task == "none":
        return None
    predictions, models = predict(materials, embeddings, settings, directory, bars, processes)
    draws = [_score_rows(materials, repeat) for repeat in range(settings.sampling.score_repeats)]
    scores = score(predictions, draws, unions=materials.pools.unions)
    names = settings.relation.metrics or related_names(predictions.task)
    with bars.bar("Intervals of scores", "steps") as progress:
        intervals = _intervals(predictions, draws, names, materials, settings)
        progress(1, 1)
    return Performance(
        predictions,
        draws,
        scores,
        [gaps(scores, name) for name in names],
        [dependence(scores, name) for name in names] if len(predictions.models) > 3 else [],
        intervals,
        models,
    )


def predict(
    materials: Materials,
    embeddings: Embeddings,
    settings: RegionalSettings,
    directory: RunDirectory,
    bars: Bars,
    processes: Processes,
) -> tuple[Predictions, list[dict[str, Any]]]:
    """Train a model on every fold, and ask each about all evaluated rows and its own held-out ones.

    Returns the predictions, and one record a fine-tuned model.
    """
    if materials.probed:
        return _probe(materials, embeddings, settings, directory, bars), []
    found = fine_tune_all(materials, settings, directory, bars, processes)
    assert found is not None  # the main process has it
    return found.predictions, found.facts


def _intervals(
    predictions: Predictions,
    draws: list[dict[str, np.ndarray]],
    names: Sequence[str],
    materials: Materials,
    settings: RegionalSettings,
) -> tuple[ScoreIntervalTable, GapIntervalTable]:
    """Uncertainty of the metrics asked for, of those that can be weighted."""
    wanted = [name for name in names if name in weighted_names(predictions.task)]
    return score_uncertainty(
        predictions,
        distinct_rows(draws),
        metrics=wanted,
        unions=materials.pools.unions,
        level=settings.intervals.level,
        replicates=settings.intervals.replicates,
        splits=settings.intervals.splits,
        rng=generator(settings.seed, "score intervals"),
    )


def _probe(
    materials: Materials,
    embeddings: Embeddings,
    settings: RegionalSettings,
    directory: RunDirectory,
    bars: Bars,
) -> Predictions:
    """Every model predicts all evaluated rows and its own held-out fold."""
    corpus, folds, task = materials.corpus, materials.folds, settings.task
    assert isinstance(task, ProbeSettings)
    evaluated = materials.evaluated_rows()
    predicted = np.unique(np.concatenate([evaluated, *(fold.held_out for fold in folds)]))
    rows = np.union1d(predicted, np.concatenate([fold.train for fold in folds]))

    def place(some: np.ndarray) -> np.ndarray:
        return np.searchsorted(rows, some)

    jobs = [ProbeJob(fold.name, place(fold.train), place(np.union1d(evaluated, fold.held_out))) for fold in folds]
    labels = corpus.labels[rows]  # type: ignore[index]

    def compute() -> np.ndarray:
        features = embeddings.vectors(corpus)(rows)
        with bars.bar("Training probes", "models") as progress:
            found = probe_probabilities(
                features,
                labels,
                jobs,
                classes=len(corpus.label_names),
                inverse_penalty=task.inverse_penalty,
                workers=settings.workers,
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
    probabilities = directory.memo("probabilities", inputs, compute)
    names = tuple(fold.name for fold in folds)
    known, exclusive = labels[place(predicted)], materials.task == "multiclass"
    if exclusive:
        known = one_hot(known, len(corpus.label_names))
    return Predictions(names, predicted, known, probabilities, corpus.label_names, task.threshold, exclusive)


def _score_rows(materials: Materials, repeat: int) -> dict[str, np.ndarray]:
    """Rows that each group is scored on; the baseline's are all training rows, of which a model has its own fold."""
    draws = materials.score_draws
    rows = {group: values for group, values in draws.rows(repeat).items() if materials.is_evaluated(group)}  # type: ignore[union-attr]
    baseline = materials.pools.baseline
    if baseline is not None and baseline not in rows:
        rows[baseline] = np.unique(np.concatenate([fold.held_out for fold in materials.folds]))
    return rows
