"""Models trained on statements: one for each region and one for all, each tested on every region."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from geobias.corpora import Etiquette
from geobias.corpora.etiquette import LABEL_NAMES, REGION, TYPE
from geobias.errors import InputError
from geobias.measures.etiquette import EtiquetteAnswers
from geobias.pipeline import Session
from geobias.relations import LEAST_UNITS
from geobias.sampling import Balanced, Split, balance_labels, spread_folds
from geobias.studies.etiquette.trained_settings import TrainedSettings

ALL_REGIONS, OWN_REGION = "probe of all regions", "probes of own regions"
TUNED_ALL_REGIONS, TUNED_OWN_REGION = "fine-tuned model of all regions", "fine-tuned models of own regions"
DEPENDENCE = 2.0
"""By how much more the score of a region's own model varies than answers that do not depend on each other would.

What a model learns of statement i for j it learns of j for i, where it learns of both: with labels that mean nothing i
and j are right, or wrong, together. Of a rule that weighs the labels of other statements by a likeness that is the same
both ways, the variance of how many are right is at most twice that of independent answers; a model of all regions
learns most of statements of other regions, and moves the scores of all of them together.
`benchmarks/calibration_trained.py` has what this does to tests.
"""
LEAST_TRAINED = 20
"""Units of a region below which the gaps of trained models are not tested: with so few a model that learned nothing
lies below chance where labels are balanced, and above it where they happen not to be."""
ALL = "all"
"""The name of what is trained on all regions."""


@dataclass(frozen=True)
class Trained:
    """What models say of statements that they were not trained on.

    answers : trained on (a region, or `ALL`) -> an answer to every statement, by the fold that tests it.
    facts : a row about each model's training, where models were fine-tuned.
    """

    answers: Mapping[str, EtiquetteAnswers]
    facts: Sequence[Mapping[str, Any]] = ()

    def models(self, statements: Etiquette, units: np.ndarray) -> list[EtiquetteAnswers]:
        """Of the model of all regions, and of the models of the statements' own regions."""
        own = np.empty(len(statements), dtype=np.int8)
        for region, places in statements.groups(REGION).items():
            own[places] = self.answers[region].said[places]
        every, each = (TUNED_ALL_REGIONS, TUNED_OWN_REGION) if self.facts else (ALL_REGIONS, OWN_REGION)
        found = {every: self.answers[ALL].said, each: own}
        return [EtiquetteAnswers.of(statements, said, units=units, model=name) for name, said in found.items()]


def dependence_of(model: str) -> float:
    """`DEPENDENCE` of a region's own models; 1 of others."""
    return DEPENDENCE if model in (OWN_REGION, TUNED_OWN_REGION) else 1.0


def least_units(model: str) -> int:
    """`LEAST_TRAINED` of what was trained here; of a model that was asked, what is asked of all."""
    trained = (ALL_REGIONS, OWN_REGION, TUNED_ALL_REGIONS, TUNED_OWN_REGION)
    return LEAST_TRAINED if model in trained else LEAST_UNITS


@dataclass(frozen=True)
class Job:
    """One model, by rows of `Lessons`, int64: those it trains on, and those that judge its epochs.

    trained_on : a region, or `ALL`. split : what is tested.
    """

    trained_on: str
    split: Split
    train: np.ndarray
    dev: np.ndarray

    @property
    def name(self) -> str:
        return f"{self.trained_on}, {self.split.name}"


@dataclass(frozen=True)
class Lessons:
    """Distinct (text, label), the rows of all jobs.

    labels : int8 (n,), 1 = accepted, 0 = not. own : the row of every statement, int64 (N,).
    """

    texts: list[str]
    labels: np.ndarray
    own: np.ndarray
    jobs: list[Job]

    @classmethod
    def of(cls, statements: Etiquette, units: np.ndarray, settings: TrainedSettings, session: Session) -> Lessons:
        """Folds, training sets and what tests them; statements of one unit are never on both sides.

        Raises
        ------
        InputError : there are too few statements for the folds, or those that a model trains on have one label.
        """
        kinds = [" / ".join(cell) for cell in _kinds(statements)]
        splits = spread_folds(kinds, units, folds=settings.folds, seed=session.seed)
        rows, regions = _Rows(), statements.attributes[REGION]
        own = rows.of(statements.texts.tolist(), statements.labels)
        jobs = [
            Job(name, split, rows.of(made.texts, made.labels), own[_of_region(split.validation, regions, name)])
            for name, split, made in _training_sets(statements, splits, settings, session)
        ]
        texts, signs = zip(*rows.places, strict=True)
        labels = (np.array(signs) == 1).astype(np.int8)
        for job in jobs:
            _check_labels(job, labels[job.train])
        return cls(list(texts), labels, own, jobs)

    def answers(self, statements: Etiquette, units: np.ndarray, accepted: Sequence[np.ndarray]) -> Trained:
        """Of every job whether it accepts each row of the statements that it tests, bool, in their order."""
        said = {job.trained_on: np.zeros(len(statements), dtype=np.int8) for job in self.jobs}
        for job, found in zip(self.jobs, accepted, strict=True):
            said[job.trained_on][job.split.test] = np.where(found, 1, -1)
        return Trained(
            {name: EtiquetteAnswers.of(statements, one, units=units, model=name) for name, one in said.items()}
        )


def _check_labels(job: Job, labels: np.ndarray) -> None:
    """labels : int8 of the statements that train it."""
    if len(found := np.unique(labels)) < 2:
        had = f"all of its {len(labels)} are '{LABEL_NAMES[found[0]]}'" if len(found) else "it has none"
        raise InputError(
            f"the model of {job.name} must be trained on statements of both labels", had,
            "Give more statements of the other label, trained.balance=negation, or trained=none.",
        )  # fmt: skip


@dataclass
class _Rows:
    """Distinct (text, label), the rows of the features."""

    places: dict[tuple[str, int], int] = field(default_factory=dict)

    def of(self, texts: Sequence[str], labels: np.ndarray) -> np.ndarray:
        """int64 (n,), the rows of texts with labels; new ones follow those that there are."""
        pairs = zip(texts, labels.tolist(), strict=True)
        return np.array([self.places.setdefault(pair, len(self.places)) for pair in pairs], dtype=np.int64)


def _kinds(statements: Etiquette) -> Iterator[tuple[str, ...]]:
    """What is spread over folds: region, type and label."""
    columns = [statements.attributes[name].tolist() for name in (REGION, TYPE) if name in statements.attributes]
    return zip(*columns, map(str, statements.labels.tolist()), strict=True)


def _of_region(places: np.ndarray, regions: np.ndarray, name: str) -> np.ndarray:
    return places if name == ALL else places[regions[places] == name]


def _training_sets(
    statements: Etiquette, splits: Sequence[Split], settings: TrainedSettings, session: Session
) -> Iterator[tuple[str, Split, Balanced]]:
    """What each model trains on: (trained on, its fold, texts with labels, balanced after the split)."""
    regions = statements.attributes[REGION]
    for name in (ALL, *statements.groups(REGION)):
        for split in splits:
            train = _of_region(split.train, regions, name)
            if settings.documents is not None:
                drawn = session.rng("etiquette", "documents", name, split.name).permutation(train)
                train = np.sort(drawn[: settings.documents])
            rng = session.rng("etiquette", "balance", name, split.name)
            texts, labels = statements.texts[train].tolist(), statements.labels[train]
            yield name, split, balance_labels(texts, labels, settings.balance, rng)
