"""The task as fine-tuning: a study's texts and folds as jobs, and the predictions of every fold's model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from geobias.audit import check_readable
from geobias.corpora import Corpus
from geobias.models import EncoderSettings, load_tokenizer
from geobias.models.finetune import (
    Base,
    ClassifierTexts,
    Finetuned,
    FinetuneJob,
    LabelledTexts,
    TrainingSettings,
    label_outputs,
)
from geobias.pipeline.materials import Materials
from geobias.pipeline.session import Session
from geobias.pipeline.tasks import TaskSettings
from geobias.pipeline.trainings import (
    TrainingSet,
    base_fingerprints,
    meant,
    threshold_of,
    train_all,
    training_facts,
)
from geobias.tables import Predictions


@dataclass(frozen=True)
class Classifiers:
    """What fine-tuning left: predictions, and one record per model (its texts, epochs, dev score, threshold, time)."""

    predictions: Predictions
    facts: list[dict[str, Any]]


def training_set(materials: Materials, task: TrainingSettings, encoder: EncoderSettings) -> TrainingSet:
    """Tokenize the texts that train or are predicted, and make a job of every fold."""
    own_model = task.model is not None
    recipe, model = meant(task, encoder)
    tokenizer = load_tokenizer(model, recipe.revision)
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
    return TrainingSet(rows, data, jobs, recipe, Base(model, tokenizer), encoder.device)


def classifier_fingerprints(
    corpus: Corpus, task: TaskSettings | TrainingSettings, encoder: EncoderSettings
) -> dict[str, str]:
    """What the model that is to be fine-tuned is today; nothing where the study trains none."""
    if corpus.labels is None or not isinstance(task, TrainingSettings):
        return {}
    return base_fingerprints(task, encoder, tuple(label_outputs(corpus.labels, corpus.label_names)))


def fine_tune_all(
    materials: Materials, task: TrainingSettings, encoder: EncoderSettings, session: Session
) -> Classifiers | None:
    """Train and ask every model; what an earlier start stored is taken from there.

    All processes call this alike; the main one gets the predictions, the others None.
    """
    task.check_processes(session.processes.count)
    given = training_set(materials, task, encoder)
    base = classifier_fingerprints(materials.corpus, task, encoder)
    done = train_all(given, materials.corpus_sha256, base, session)
    return _gathered(given, done) if session.main else None


def _gathered(given: TrainingSet, done: list[Finetuned]) -> Classifiers:
    """Predictions of all models over the rows that any of them predicts, NaN where one does not."""
    places = given.predicted()
    labels = given.data.labels[places]
    probabilities = np.full((len(done), len(places), done[0].probabilities.shape[1]), np.nan, dtype=np.float32)
    for out, job, model in zip(probabilities, given.jobs, done, strict=True):
        out[np.searchsorted(places, job.predict)] = model.probabilities
    names = tuple(job.name for job in given.jobs)
    thresholds = np.array([threshold_of(model, given.task) for model in done])
    shape = (len(done), *labels.shape)
    predictions = Predictions(
        names, given.rows[places], labels, probabilities.reshape(shape), tuple(given.data.names), thresholds
    )
    return Classifiers(predictions, [training_facts(*pair, given.task) for pair in zip(given.jobs, done, strict=True)])
