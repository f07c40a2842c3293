"""The task as fine-tuning: every fold's model is trained, predicts, and is stored before the next one begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from geobias.audit import check_readable
from geobias.corpora import Corpus
from geobias.filenames import file_name
from geobias.models import EncoderSettings, load_tokenizer, resolve_device
from geobias.models.finetune import (
    Base,
    ClassifierTexts,
    Finetuned,
    FinetuneJob,
    LabelledTexts,
    TrainingSettings,
    Workplace,
    computing_dtype,
    fine_tune,
    fingerprints,
    label_outputs,
)
from geobias.pipeline.materials import Materials
from geobias.pipeline.session import Session
from geobias.pipeline.tasks import TaskSettings
from geobias.tables import Predictions

_COLUMNS = ("step", "loss", "dev_score", "threshold")


@dataclass(frozen=True)
class Classifiers:
    """What fine-tuning left: predictions, and one record per model (its texts, epochs, dev score, threshold, time)."""

    predictions: Predictions
    facts: list[dict[str, Any]]


@dataclass(frozen=True)
class TrainingSet:
    """Everything that the models of a study share: tokenized texts, labels and jobs, by place among `rows`.

    task : the settings with the revision of the model that is meant, the encoder's where they name no model.
    device : the name of the one that is trained on.
    """

    rows: np.ndarray
    data: LabelledTexts
    jobs: list[FinetuneJob]
    task: TrainingSettings
    base: Base
    device: str = "auto"

    @classmethod
    def read(cls, materials: Materials, task: TrainingSettings, encoder: EncoderSettings) -> TrainingSet:
        """Tokenize the texts that train or are predicted."""
        own_model = task.model is not None
        task, model = _meant(task, encoder)
        tokenizer = load_tokenizer(model, task.revision)
        corpus, evaluated = materials.corpus, materials.evaluated_rows()
        rows = np.unique(np.concatenate([evaluated, *(np.append(f.train, f.held_out) for f in materials.folds)]))
        texts = ClassifierTexts.read(corpus.texts[rows].tolist(), tokenizer, task.max_length)
        if own_model and encoder.on_unknown == "error":
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
        data = LabelledTexts(texts, corpus.labels[rows], corpus.label_names)  # type: ignore[index]
        return cls(rows, data, jobs, task, Base(model, tokenizer), encoder.device)

    def predicted(self) -> np.ndarray:
        """Places that any model predicts."""
        return np.unique(np.concatenate([job.predict for job in self.jobs]))


def _meant(task: TrainingSettings, encoder: EncoderSettings) -> tuple[TrainingSettings, str]:
    """The settings of training with the revision that is meant, and the model."""
    return replace(task, revision=task.revision if task.model else encoder.revision), task.model or encoder.model


def classifier_fingerprints(
    corpus: Corpus, task: TaskSettings | TrainingSettings, encoder: EncoderSettings
) -> dict[str, str]:
    """What the model that is to be fine-tuned is today; nothing where the study trains none."""
    if corpus.labels is None or not isinstance(task, TrainingSettings):
        return {}
    meant, model = _meant(task, encoder)
    outputs = label_outputs(corpus.labels, corpus.label_names)
    return fingerprints(meant, model, load_tokenizer(model, meant.revision), outputs)


def fine_tune_all(
    materials: Materials, task: TrainingSettings, encoder: EncoderSettings, session: Session
) -> Classifiers | None:
    """Train and ask every model; what an earlier start stored is taken from there.

    All processes call this alike; the main one gets the predictions, the others None.
    """
    task.check_processes(session.processes.count)
    given = TrainingSet.read(materials, task, encoder)
    if given.data.texts.truncated:
        share = given.data.texts.truncated / len(given.rows)
        session.notice(f"{share:.1%} of the texts were cut at task.max_length={task.max_length} tokens for the task.")
    base = classifier_fingerprints(materials.corpus, task, encoder)
    done: list[Finetuned | None] = []
    with session.bar("Fine-tuning models", "steps") as progress:
        for number, job in enumerate(given.jobs):

            def report(steps: int, most: int, number: int = number) -> None:
                progress(number * most + steps, len(given.jobs) * most)

            inputs = training_inputs(materials.corpus_sha256, given, job, base, session.seed)
            done.append(_one(given, job, inputs, session, report))
    return _gathered(given, [one for one in done if one is not None]) if session.main else None


def _one(
    given: TrainingSet,
    job: FinetuneJob,
    inputs: Mapping[str, Any],
    session: Session,
    report: Callable[[int, int], None],
) -> Finetuned | None:
    """One model, from the run's folder where it is there; the main process decides for all."""
    directory = session.directory
    folder = directory.checkpoints(job.name, inputs)
    stored = _recalled(session, job, inputs)
    if session.processes.broadcast(stored is not None):
        directory.drop_checkpoints(folder)  # which a stop before the end of that start left
        return stored
    place = Workplace(folder, directory.path / "models" / file_name(job.name), given.device, session.processes)
    found = fine_tune(given.data, job, given.task, given.base, place, seed=session.seed, progress=report)
    history = [[epoch[name] for name in _COLUMNS] + [found.best, found.seconds] for epoch in found.epochs]
    directory.memo(f"history-{job.name}", inputs, lambda: np.array(history))
    directory.memo(f"probabilities-{job.name}", inputs, lambda: found.probabilities)
    directory.drop_checkpoints(folder)
    session.notice(*found.notices)
    return found


def _recalled(session: Session, job: FinetuneJob, inputs: Mapping[str, Any]) -> Finetuned | None:
    history = session.directory.recall(f"history-{job.name}", inputs)
    probabilities = session.directory.recall(f"probabilities-{job.name}", inputs)
    if history is None or probabilities is None:
        return None
    epochs = [dict(zip(_COLUMNS, row, strict=False)) for row in history.tolist()]
    return Finetuned(probabilities, epochs, int(history[0, -2]), float(history[0, -1]))


def training_inputs(
    corpus_sha256: str, given: TrainingSet, job: FinetuneJob, base: Mapping[str, str], seed: int
) -> dict[str, Any]:
    """All that decides a model's predictions, beside its name; `base` are the fingerprints of what it starts from."""
    # Which texts train is said by the rows; where and how often a training is saved decides nothing.
    ignored = ("model", "revision", "sets", "folds", "documents", "checkpoint_minutes", "keep_models")
    device = resolve_device(given.device)
    return {
        "corpus": corpus_sha256,
        "base": dict(base),
        "task": {name: value for name, value in asdict(given.task).items() if name not in ignored},
        "device": device.type,
        "computed_in": str(computing_dtype(given.task, device)),
        "seed": seed,
        "train": given.rows[job.train],
        "predict": given.rows[job.predict],
    }


def _gathered(given: TrainingSet, done: list[Finetuned]) -> Classifiers:
    """Predictions of all models over the rows that any of them predicts, NaN where one does not."""
    places = given.predicted()
    labels = given.data.labels[places]
    probabilities = np.full((len(done), len(places), done[0].probabilities.shape[1]), np.nan, dtype=np.float32)
    for out, job, model in zip(probabilities, given.jobs, done, strict=True):
        out[np.searchsorted(places, job.predict)] = model.probabilities
    names = tuple(job.name for job in given.jobs)
    thresholds = np.array([_threshold(model, given.task) for model in done])
    shape = (len(done), *labels.shape)
    predictions = Predictions(
        names, given.rows[places], labels, probabilities.reshape(shape), tuple(given.data.names), thresholds
    )
    return Classifiers(predictions, [_facts(*pair, given.task) for pair in zip(given.jobs, done, strict=True)])


def _threshold(model: Finetuned, task: TrainingSettings) -> float:
    return model.epochs[model.best]["threshold"] if task.threshold == "dev" else float(task.threshold)


def _facts(job: FinetuneJob, model: Finetuned, task: TrainingSettings) -> dict[str, Any]:
    best, dev = model.epochs[model.best], task.dev_share
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
        "threshold": _threshold(model, task),
        "seconds": model.seconds,
    }
