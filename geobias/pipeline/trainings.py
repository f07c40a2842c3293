"""Fine-tuned models, one after another: each is trained, predicts, and is stored before the next one begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from geobias.filenames import file_name
from geobias.models import EncoderSettings, load_tokenizer, resolve_device
from geobias.models.finetune import (
    Base,
    Finetuned,
    FinetuneJob,
    LabelledTexts,
    TrainingRecipe,
    Workplace,
    computing_dtype,
    fine_tune,
    fingerprints,
)
from geobias.pipeline.session import Session

_COLUMNS = ("step", "loss", "dev_score", "threshold")


@dataclass(frozen=True)
class TrainingSet:
    """Everything that the models of a study share: tokenized texts, labels and jobs, by place among `rows`.

    rows : of the texts in what they are of, int64. task : the settings with the revision of the model that is meant,
    the encoder's where they name no model. device : the name of the one that is trained on.
    """

    rows: np.ndarray
    data: LabelledTexts
    jobs: list[FinetuneJob]
    task: TrainingRecipe
    base: Base
    device: str = "auto"

    def predicted(self) -> np.ndarray:
        """Places that any model predicts."""
        return np.unique(np.concatenate([job.predict for job in self.jobs]))


def meant(task: TrainingRecipe, encoder: EncoderSettings) -> tuple[TrainingRecipe, str]:
    """The settings of training with the revision that is meant, and the model."""
    return replace(task, revision=task.revision if task.model else encoder.revision), task.model or encoder.model


def base_fingerprints(task: TrainingRecipe, encoder: EncoderSettings, outputs: tuple[str, ...]) -> dict[str, str]:
    """What the model that is to be fine-tuned is today: of its weights, with a logit for each of `outputs`."""
    recipe, model = meant(task, encoder)
    return fingerprints(recipe, model, load_tokenizer(model, recipe.revision), outputs)


def train_all(given: TrainingSet, texts_sha256: str, base: Mapping[str, str], session: Session) -> list[Finetuned]:
    """Train and ask every model, in the order of the jobs; what an earlier start stored is taken from there.

    All processes call this alike; where the main one had stored everything, the others get nothing.

    Parameters
    ----------
    texts_sha256 : of what `given.rows` are rows of, labels with it. base : fingerprints of what they start from.
    """
    given.task.check_processes(session.processes.count)
    if given.data.texts.truncated:
        share, place = given.data.texts.truncated / len(given.rows), given.task.place
        session.notice(
            f"{share:.1%} of the texts were cut at {place}.max_length={given.task.max_length} tokens for the task."
        )
    done: list[Finetuned | None] = []
    with session.bar("Fine-tuning models", "steps") as progress:
        for number, job in enumerate(given.jobs):

            def report(steps: int, most: int, number: int = number) -> None:
                progress(number * most + steps, len(given.jobs) * most)

            inputs = training_inputs(texts_sha256, given, job, base, session.seed)
            done.append(_one(given, job, inputs, session, report))
    return [one for one in done if one is not None]


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
    texts_sha256: str, given: TrainingSet, job: FinetuneJob, base: Mapping[str, str], seed: int
) -> dict[str, Any]:
    """All that decides a model's predictions, beside its name; `base` are the fingerprints of what it starts from."""
    # Which texts train is said by the rows; where and how often a training is saved decides nothing.
    ignored = ("model", "revision", "sets", "folds", "documents", "balance", "checkpoint_minutes", "keep_models")
    device = resolve_device(given.device)
    return {
        "corpus": texts_sha256,
        "base": dict(base),
        "task": {name: value for name, value in asdict(given.task).items() if name not in ignored},
        "device": device.type,
        "computed_in": str(computing_dtype(given.task, device)),
        "seed": seed,
        "train": given.rows[job.train],
        "predict": given.rows[job.predict],
        "dev": None if job.dev is None else given.rows[job.dev],
    }


def threshold_of(model: Finetuned, task: TrainingRecipe) -> float:
    """The probability from which a label is said: the one of its dev texts, or that of the settings."""
    return model.epochs[model.best]["threshold"] if task.threshold == "dev" else float(task.threshold)


def training_facts(job: FinetuneJob, model: Finetuned, task: TrainingRecipe) -> dict[str, Any]:
    """A row about one model: its texts, steps and epochs, what its dev texts say, and its time in seconds."""
    best, (training, dev) = model.epochs[model.best], job.sizes(task)
    return {
        "model": job.name,
        "training_texts": training,
        "dev_texts": dev,
        "steps": int(model.epochs[-1]["step"]),
        "epochs": len(model.epochs),
        "best_epoch": model.best + 1,
        "loss": best["loss"],
        "dev_score": best["dev_score"],
        "threshold": threshold_of(model, task),
        "seconds": model.seconds,
    }
