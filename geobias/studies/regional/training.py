"""The task as fine-tuning: every fold's model is trained, predicts, and is stored before the next one begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from geobias.audit import check_readable
from geobias.models.finetune import (
    ClassifierTexts,
    Finetuned,
    FinetuneJob,
    TrainingSettings,
    build_network,
    fine_tune,
    label_outputs,
)
from geobias.models.loading import load_tokenizer
from geobias.processes import Processes
from geobias.studies.progress import Bars
from geobias.studies.regional.materials import Materials
from geobias.studies.regional.settings import RegionalSettings
from geobias.studies.run import RunDirectory
from geobias.tables import Predictions

_COLUMNS = ("step", "loss", "dev_score", "threshold")


@dataclass(frozen=True)
class Classifiers:
    """What fine-tuning left: predictions, and one record a model (its texts, epochs, dev score, threshold, time)."""

    predictions: Predictions
    facts: list[dict[str, Any]]


@dataclass(frozen=True)
class TrainingSet:
    """Everything that the models of a study share: tokenized texts, labels and jobs, by place among `rows`."""

    rows: np.ndarray
    texts: ClassifierTexts
    labels: np.ndarray
    jobs: list[FinetuneJob]
    model: str
    revision: str | None
    tokenizer: Any

    @classmethod
    def read(cls, materials: Materials, settings: RegionalSettings) -> TrainingSet:
        """Tokenize the texts that train or are predicted."""
        task: TrainingSettings = settings.task  # type: ignore[assignment]
        model, revision = _model(settings)
        tokenizer = load_tokenizer(model, revision)
        corpus, evaluated = materials.corpus, materials.evaluated_rows()
        rows = np.unique(np.concatenate([evaluated, *(np.append(f.train, f.held_out) for f in materials.folds)]))
        texts = ClassifierTexts.read(corpus.texts[rows].tolist(), tokenizer, task.max_length)
        if task.model and settings.encoder.on_unknown == "error":
            scored = {name: pool for name, pool in materials.pools.scored.items() if materials.is_evaluated(name)}
            places = {name: np.searchsorted(rows, pool) for name, pool in scored.items()}
            check_readable(places, texts.total, texts.unknown, "task.model=<hub name or folder>")
        jobs = [
            FinetuneJob(
                fold.name,
                np.searchsorted(rows, fold.train),
                np.searchsorted(rows, np.union1d(evaluated, fold.held_out)),
            )
            for fold in materials.folds
        ]
        labels = corpus.labels[rows]  # type: ignore[index]
        return cls(rows, texts, labels, jobs, model, revision, tokenizer)

    def predicted(self) -> np.ndarray:
        """Places that any model predicts."""
        return np.unique(np.concatenate([job.predict for job in self.jobs]))


def _model(settings: RegionalSettings) -> tuple[str, str | None]:
    """(model, revision) that trains: the task's own, or the study's encoder."""
    task: TrainingSettings = settings.task  # type: ignore[assignment]
    return (task.model, task.revision) if task.model else (settings.encoder.model, settings.encoder.revision)


def try_model(materials: Materials, settings: RegionalSettings) -> None:
    """Load the network that will train, so that one that cannot be used is refused before any work."""
    if materials.task == "none" or materials.probed:
        return
    model, revision = _model(settings)
    outputs = label_outputs(materials.corpus.labels, materials.corpus.label_names)  # type: ignore[arg-type]
    task: TrainingSettings = settings.task  # type: ignore[assignment]
    build_network(replace(task, revision=revision), model, load_tokenizer(model, revision), outputs, settings.seed)


def fine_tune_all(
    materials: Materials,
    settings: RegionalSettings,
    directory: RunDirectory | None,
    bars: Bars,
    processes: Processes,
) -> Classifiers | None:
    """Train and ask every model; what an earlier start stored is taken from there.

    directory : None on a process that only helps; it gets None back.
    """
    task: TrainingSettings = settings.task  # type: ignore[assignment]
    task.check_processes(processes.count)
    data = TrainingSet.read(materials, settings)
    if directory and data.texts.truncated:
        share = data.texts.truncated / len(data.rows)
        directory.notice(f"{share:.1%} of the texts were cut at task.max_length={task.max_length} tokens for the task.")
    done: list[Finetuned | None] = []
    with bars.bar("Fine-tuning models", "steps") as progress:
        for number, job in enumerate(data.jobs):

            def report(steps: int, most: int, number: int = number) -> None:
                progress(number * most + steps, len(data.jobs) * most)

            inputs = _inputs(materials, settings, data, job)
            done.append(_one(data, job, materials, settings, inputs, directory, processes, report))
    if directory is None:
        return None
    return _gathered(materials, settings, data, [one for one in done if one is not None])


def _one(
    data: TrainingSet,
    job: FinetuneJob,
    materials: Materials,
    settings: RegionalSettings,
    inputs: Mapping[str, Any],
    directory: RunDirectory | None,
    processes: Processes,
    report: Callable[[int, int], None],
) -> Finetuned | None:
    """One model, from the run's folder where it is there; the main process decides for all."""
    stored = _recalled(directory, job, inputs) if directory else None
    if processes.broadcast(stored is not None):
        return stored
    folder = directory.checkpoints(job.name, inputs) if directory else Path("checkpoints") / job.name
    found = fine_tune(
        data.texts,
        data.labels,
        materials.corpus.label_names,
        job,
        replace(settings.task, revision=data.revision),  # type: ignore[arg-type]
        model=data.model,
        tokenizer=data.tokenizer,
        seed=settings.seed,
        device=settings.encoder.device,
        folder=folder,
        keep_in=directory.path / "models" / job.name if directory else None,
        processes=processes,
        progress=report,
    )
    if directory:
        history = [[epoch[name] for name in _COLUMNS] + [found.best, found.seconds] for epoch in found.epochs]
        directory.memo(f"history-{job.name}", inputs, lambda: np.array(history))
        directory.memo(f"probabilities-{job.name}", inputs, lambda: found.probabilities)
        directory.drop_checkpoints(folder)
    return found


def _recalled(directory: RunDirectory, job: FinetuneJob, inputs: Mapping[str, Any]) -> Finetuned | None:
    history = directory.recall(f"history-{job.name}", inputs)
    probabilities = directory.recall(f"probabilities-{job.name}", inputs)
    if history is None or probabilities is None:
        return None
    epochs = [dict(zip(_COLUMNS, row, strict=False)) for row in history.tolist()]
    return Finetuned(probabilities, epochs, int(history[0, -2]), float(history[0, -1]))


def _inputs(materials: Materials, settings: RegionalSettings, data: TrainingSet, job: FinetuneJob) -> dict[str, Any]:
    """All that decides a model's predictions."""
    ignored = ("sets", "folds", "documents", "checkpoint_minutes", "keep_models")
    task = {name: value for name, value in settings.as_dict()["task"].items() if name not in ignored}
    return {
        "corpus": materials.corpus_sha256,
        "task": task,
        "model": data.model,
        "device": settings.encoder.device,
        "seed": settings.seed,
        "train": data.rows[job.train],
        "predict": data.rows[job.predict],
    }


def _gathered(
    materials: Materials, settings: RegionalSettings, data: TrainingSet, done: list[Finetuned]
) -> Classifiers:
    """Predictions of all models over the rows that any of them predicts, NaN where one does not."""
    places = data.predicted()
    labels = data.labels[places]
    probabilities = np.full((len(done), len(places), done[0].probabilities.shape[1]), np.nan, dtype=np.float32)
    for out, job, model in zip(probabilities, data.jobs, done, strict=True):
        out[np.searchsorted(places, job.predict)] = model.probabilities
    names = tuple(job.name for job in data.jobs)
    thresholds = np.array([_threshold(model, settings) for model in done])
    shape = (len(done), *labels.shape)
    predictions = Predictions(
        names, data.rows[places], labels, probabilities.reshape(shape), materials.corpus.label_names, thresholds
    )
    return Classifiers(predictions, [_facts(*pair, settings) for pair in zip(data.jobs, done, strict=True)])


def _threshold(model: Finetuned, settings: RegionalSettings) -> float:
    fixed = settings.task.threshold
    return model.epochs[model.best]["threshold"] if fixed == "dev" else float(fixed)


def _facts(job: FinetuneJob, model: Finetuned, settings: RegionalSettings) -> dict[str, Any]:
    best, dev = model.epochs[model.best], settings.task.dev_share  # type: ignore[union-attr]
    dev_texts = max(1, round(dev * len(job.train))) if dev else 0
    return {
        "model": job.name,
        "training_texts": len(job.train) - dev_texts,
        "dev_texts": dev_texts,
        "steps": int(model.epochs[-1]["step"]),
        "epochs": len(model.epochs),
        "best_epoch": model.best + 1,
        "loss": best["loss"],
        "dev_score": best["dev_score"],
        "threshold": _threshold(model, settings),
        "seconds": model.seconds,
    }
