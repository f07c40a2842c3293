"""Encoders fine-tuned on statements; every one is kept as soon as it is trained."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from geobias.corpora.etiquette import LABEL_NAMES
from geobias.errors import InputError
from geobias.memo import digest
from geobias.models import EncoderSettings, load_tokenizer
from geobias.models.finetune import Base, ClassifierTexts, FinetuneJob, LabelledTexts, label_outputs
from geobias.pipeline import Session, TrainingSet, base_fingerprints, meant, threshold_of, train_all, training_facts
from geobias.studies.etiquette.trained_settings import StatementRecipe
from geobias.studies.etiquette.training import Job, Lessons


def fingerprints(settings: StatementRecipe, encoder: EncoderSettings) -> dict[str, str]:
    """What the model that is to be fine-tuned is today: of its weights and tokenizer."""
    return base_fingerprints(settings, encoder, tuple(label_outputs(np.zeros(1), LABEL_NAMES)))


def training_set(lessons: Lessons, settings: StatementRecipe, encoder: EncoderSettings) -> TrainingSet:
    """The statements as tokens, and a job of every model.

    Raises
    ------
    InputError : no statement is left to judge a model's epochs.
    """
    recipe, model = meant(settings, encoder)
    tokenizer = load_tokenizer(model, recipe.revision)
    texts = ClassifierTexts.read(lessons.texts, tokenizer, recipe.max_length)
    for job in lessons.jobs:
        _check(job)
    jobs = [FinetuneJob(job.name, job.train, np.unique(lessons.own[job.split.test]), job.dev) for job in lessons.jobs]
    data = LabelledTexts(texts, lessons.labels, LABEL_NAMES)
    return TrainingSet(np.arange(len(lessons.texts)), data, jobs, recipe, Base(model, tokenizer), encoder.device)


def _check(job: Job) -> None:
    if not len(job.dev):
        raise InputError(
            f"the model of {job.name} must have a statement that judges its epochs",
            "its validation part has none",
            "Give more statements of each region, or fewer folds.",
        )


def fine_tune_statements(
    lessons: Lessons, settings: StatementRecipe, encoder: EncoderSettings, base: Mapping[str, str], session: Session
) -> tuple[list[np.ndarray], list[dict]] | None:
    """Of every job whether its model accepts each statement that it is tested on, bool, and a row about its training.

    All processes call this alike; the main one gets what was found, the others None.

    Parameters
    ----------
    base : the `fingerprints` of what they start from.
    """
    given = training_set(lessons, settings, encoder)
    done = train_all(given, digest([lessons.texts, lessons.labels.tolist()]), base, session)
    if not session.main:
        return None
    accepted, facts = [], []
    for lesson, job, model in zip(lessons.jobs, given.jobs, done, strict=True):
        said = model.probabilities[:, 0] >= threshold_of(model, given.task)
        accepted.append(said[np.searchsorted(job.predict, lessons.own[lesson.split.test])])
        facts.append(training_facts(job, model, given.task))
    return accepted, facts
