"""A source of the kind `classifier`: labels become numbers, probabilities their weights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from geobias.errors import InputError
from geobias.memo import digest
from geobias.models.classifying import Head, TextClassifier, scores_of
from geobias.pipeline.asked.settings import ClassifierAsked
from geobias.pipeline.asked.source import Items, Progress, Said
from geobias.suggest import nearest, override


class ClassifierSource:
    """See `AskedSource`.

    Raises
    ------
    InputError : the model cannot be used, or the settings do not say what its labels are worth.
    ModelNotFoundError : the model is nowhere.
    """

    unit = "texts"

    def __init__(self, settings: ClassifierAsked, workers: int | None = None):
        self._model = TextClassifier(settings, workers=workers)
        self._head: Head = self._model.head if settings.head == "auto" else settings.head
        self.notices = self._model.notices
        self._worth = worth(self._model.labels, self._head, settings)
        self.fingerprint = digest([self._model.fingerprint, self._head, self._worth])[:16]
        self.facts: Mapping[str, Any] = {
            "kind": settings.name,
            "settings": asdict(settings),
            "model": self._model.identity,
            "labels": list(self._model.labels),
            "head": self._head,
        }

    def ask(self, items: Items, store: str, progress: Progress) -> list[Said]:
        scores = scores_of(self._model.logits(items.texts, store, progress), self._head)
        values, best = scores @ self._worth, scores.argmax(axis=1)
        exclude = self._head == "softmax"
        return [
            Said(float(value), self._model.labels[place] if exclude else "")
            for value, place in zip(values, best, strict=True)
        ]

    def plan(self, items: Items, store: str) -> str:
        distinct, missing = len(set(items.texts)), self._model.missing(items.texts, store)
        return f"{len(missing)} of {distinct} texts would be classified, {self._model.tokens(missing)} tokens"


def worth(labels: Sequence[str], head: Head, settings: ClassifierAsked) -> np.ndarray:
    """What the scores of the outputs are multiplied by to become one number, float64 (outputs,).

    Raises
    ------
    InputError : a label that the model does not have, one without a number, or nothing that says what labels are worth.
    """
    if settings.label is not None:
        _check_label(settings.label, labels, "classifier.label")
        return np.array([float(label == settings.label) for label in labels])
    if settings.values is None:
        if len(labels) == 1:
            return np.ones(1)
        raise InputError(
            "classifier.values must say what labels are worth, or classifier.label whose probability is wanted",
            f"neither is set, and '{settings.model}' has the labels {list(labels)}",
            f"Pass {override('classifier.values', {label: place for place, label in enumerate(labels)})}, for example.",
        )
    if head != "softmax":
        raise InputError(
            "classifier.values must be of labels that exclude each other, for an expected number needs that",
            f"those of '{settings.model}' are a {head} head's",
            "Pass classifier.label=<one of them>, or classifier.head=softmax where config.json is wrong.",
        )
    for label in settings.values:
        _check_label(label, labels, "classifier.values")
    for label in labels:
        if label not in settings.values:
            raise InputError(
                "classifier.values must have a number for every label of the model",
                f"'{label}' of '{settings.model}' has none",
                f"Its labels are {list(labels)}.",
            )
    return np.array([settings.values[label] for label in labels], dtype=np.float64)


def _check_label(label: str, labels: Sequence[str], name: str) -> None:
    if label not in labels:
        raise InputError(
            f"{name} must name labels of the model",
            f"'{label}' is none of {list(labels)}",
            f"{nearest(label, labels)}Write it as the model does.",
        )
