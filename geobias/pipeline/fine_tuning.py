"""The task as fine-tuning: every fold's model is trained, predicts, and is stored before the next one begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from geobias.audit import check_readable
from geobias.corpora import Corpus
from geobias.filenames import file_name
from geobias.models.devices import resolve_device
from geobias.models.finetune import (
    ClassifierTexts,
    Finetuned,
    FinetuneJob,
    TrainingSettings,
    fine_tune,
    fingerprints,
    label_outputs,
)
from geobias.models.finetune.network import computing_dtype
from geobias.models.loading import load_tokenizer
from geobias.pipeline.materials import Materials
from geobias.pipeline.progress import Bars
from geobias.pipeline.run_directory import RunDirectory
from geobias.pipeline.settings import RegionalSettings
from geobias.processes import Processes
from geobias.tables import Predictions

_COLUMNS = ("step", "loss", "dev_score", "threshold")


@dataclass(frozen=True)
class Classifiers:
    """What fine-tuning left: predictions, and one record a model (its texts, epochs, dev score, threshold, time)."""

    predictions: Predictions
    facts: list[dict[str, Any]]


@dataclass(frozen=True)
class TrainingSet:
    """Everything that the models of a study share: tokenized texts, labels and jobs, by place among `rows`.

    task : the settings with the model that is meant, the study's own where they name none.
    """

    rows: np.ndarray
    texts: ClassifierTexts
    labels: np.ndarray
    jobs: list[FinetuneJob]
    task: TrainingSettings
    model: str
    tokenizer: Any

    @classmethod
    def read(cls, materials: Materials, settings: RegionalSettings) -> TrainingSet:
        """Tokenize the texts that train or are predicted."""
        task, model = _task(settings)
        tokenizer = load_tokenizer(model, task.revision)
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
        return cls(rows, texts, labels, jobs, task, model, tokenizer)

    def predicted(self) -> np.ndarray:
        """Places that any model predicts."""
        return np.unique(np.concatenate([job.predict for job in self.jobs]))


def _task(settings: RegionalSettings) -> tuple[TrainingSettings, str]:
    """The settings of training with the revision that is meant, and the model."""
    task: TrainingSettings = settings.task  # type: ignore[assignment]
    model = task.model or settings.encoder.model
    return replace(task, revision=task.revision if task.model else settings.encoder.revision), model


def classifier_fingerprints(corpus: Corpus, settings: RegionalSettings) -> dict[str, str]:
    """What the model that is to be fine-tuned is today; nothing where the study trains none."""
    if corpus.labels is None or not isinstance(settings.task, TrainingSettings):
        return {}
    task, model = _task(settings)
    outputs = label_outputs(corpus.labels, corpus.label_names)
    return fingerprints(task, model, load_tokenizer(model, task.revision), outputs)


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
    base = classifier_fingerprints(materials.corpus, settings) if directory else {}
    done: list[Finetuned | None] = []
    with bars.bar("Fine-tuning models", "steps") as progress:
        for number, job in enumerate(data.jobs):

            def report(steps: int, most: int, number: int = number) -> None:
                progress(number * most + steps, len(data.jobs) * most)

            inputs = training_inputs(materials.corpus_sha256, settings, data, job, base)
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
    folder = directory.checkpoints(job.name, inputs) if directory else Path("checkpoints") / job.name
    stored = _recalled(directory, job, inputs) if directory else None
    if processes.broadcast(stored is not None):
        if directory:
            directory.drop_checkpoints(folder)  # which a stop before the end of that start left
        return stored
    found = fine_tune(
        data.texts,
        data.labels,
        materials.corpus.label_names,
        job,
        data.task,
        model=data.model,
        tokenizer=data.tokenizer,
        seed=settings.seed,
        device=settings.encoder.device,
        folder=folder,
        keep_in=directory.path / "models" / file_name(job.name) if directory else None,
        processes=processes,
        progress=report,
    )
    if directory:
        history = [[epoch[name] for name in _COLUMNS] + [found.best, found.seconds] for epoch in found.epochs]
        directory.memo(f"history-{job.name}", inputs, lambda: np.array(history))
        directory.memo(f"probabilities-{job.name}", inputs, lambda: found.probabilities)
        directory.drop_checkpoints(folder)
        directory.notice(*found.notices)
    return found


def _recalled(directory: RunDirectory, job: FinetuneJob, inputs: Mapping[str, Any]) -> Finetuned | None:
    history = directory.recall(f"history-{job.name}", inputs)
    probabilities = directory.recall(f"probabilities-{job.name}", inputs)
    if history is None or probabilities is None:
        return None
    epochs = [dict(zip(_COLUMNS, row, strict=False)) for row in history.tolist()]
    return Finetuned(probabilities, epochs, int(history[0, -2]), float(history[0, -1]))


def training_inputs(
    corpus_sha256: str, settings: RegionalSettings, data: TrainingSet, job: FinetuneJob, base: Mapping[str, str]
) -> dict[str, Any]:
    """All that decides a model's predictions, beside its name; `base` are the fingerprints of what it starts from."""
    # Which texts train is said by the rows; where and how often a training is saved decides nothing.
    ignored = ("model", "revision", "sets", "folds", "documents", "checkpoint_minutes", "keep_models")
    device = resolve_device(settings.encoder.device)
    return {
        "corpus": corpus_sha256,
        "base": dict(base),
        "task": {name: value for name, value in asdict(data.task).items() if name not in ignored},
        "device": device.type,
        "computed_in": str(computing_dtype(data.task, device)),
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
