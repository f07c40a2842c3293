"""A linear probe on frozen embeddings: logistic regression, for one label of two or more, or one a topic."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from geobias.errors import InputError, require
from geobias.parallel import one_blas_thread, ordered_map


@dataclass(frozen=True)
class ProbeJob:
    """One model to train: its name, its training rows and the rows to predict, int64 into the features."""

    name: str
    train: np.ndarray
    predict: np.ndarray


def probe_probabilities(
    features: np.ndarray,
    labels: np.ndarray,
    jobs: Sequence[ProbeJob],
    *,
    classes: int = 2,
    inverse_penalty: float = 1.0,
    workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> np.ndarray:
    """Train every job's probe and predict.

    Parameters
    ----------
    features : float (n, d). labels : int8 (n,) below `classes`, or (n, L) of 0 and 1 for one-vs-rest.
    classes : how many labels there are where a text has one.
    inverse_penalty : C of the logistic regression on standardised features (scikit-learn's LogisticRegression).

    Returns
    -------
    float32 (jobs, n), of the positive label, or (jobs, n, L), of every one of several or of more than two classes
    (these sum to 1); NaN for rows the job does not predict. A label that no training row has gets probability 0.
    """
    several = labels.ndim == 1 and classes > 2
    shape = (*labels.shape, classes) if several else labels.shape
    out = np.full((len(jobs), *shape), np.nan, dtype=np.float32)

    def run(job: ProbeJob) -> np.ndarray:
        train, penalty = job.train, inverse_penalty
        probe = fitted_probe(features[train], labels[train], classes=classes, inverse_penalty=penalty, name=job.name)
        return probe(features[job.predict])

    with one_blas_thread():
        for index, values in enumerate(ordered_map(run, jobs, workers)):
            out[index, jobs[index].predict] = values
            if progress:
                progress(index + 1, len(jobs))
    return out


def fitted_probe(
    features: np.ndarray, labels: np.ndarray, *, classes: int, inverse_penalty: float, name: str
) -> Callable[[np.ndarray], np.ndarray]:
    """A probe trained on all these rows, as a function from features to what `probe_probabilities` gives of a row."""
    several = labels.ndim == 1 and classes > 2
    fit = partial(_fit_classes, classes) if several else _fit_binary if labels.ndim == 1 else _fit_multilabel
    scale = _standardise(features)
    predict = fit(scale(features), labels, inverse_penalty, name)
    return lambda values: predict(scale(values))


def _standardise(train: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
    mean, spread = train.mean(0, dtype=np.float64), train.std(0, dtype=np.float64)
    spread[spread == 0] = 1.0
    return lambda values: (values - mean) / spread


def one_hot(labels: np.ndarray, classes: int) -> np.ndarray:
    """int8 (n, classes) of 0 and 1 from classes (n,); -1 throughout where there is none.

    >>> one_hot(np.array([2, -1]), 3).tolist()
    [[0, 0, 1], [-1, -1, -1]]
    """
    flags = (labels[:, None] == np.arange(classes)).astype(np.int8)
    return np.where(labels[:, None] < 0, np.int8(-1), flags)


def _fit_binary(features: np.ndarray, labels: np.ndarray, penalty: float, name: str) -> Callable:
    predict = _fit_classes(2, features, labels, penalty, name)
    return lambda values: predict(values)[:, 1]


def _fit_classes(classes: int, features: np.ndarray, labels: np.ndarray, penalty: float, name: str) -> Callable:
    """Multinomial over the classes that the training texts have; of two it is the usual logistic regression."""
    present = np.unique(labels)
    if len(present) < 2:
        raise InputError(
            "a probe needs texts of two labels or more to train on",
            f"all {len(labels)} training texts of the model {name} have label {present.tolist()}",
            "Give training texts of other labels, or set task=none.",
        )
    model = _logistic(penalty).fit(features, labels)

    def predict(values: np.ndarray) -> np.ndarray:
        out = np.zeros((len(values), classes))
        out[:, present] = model.predict_proba(values)
        return out

    return predict


def _fit_multilabel(features: np.ndarray, labels: np.ndarray, penalty: float, name: str) -> Callable:
    multiclass = require("sklearn.multiclass", extra="study", purpose="the linear probe")
    varied = np.flatnonzero((labels.min(0) == 0) & (labels.max(0) == 1))
    if len(varied) == 0:
        raise InputError(
            "a probe needs labels that some training texts have and others have not",
            f"none of the {labels.shape[1]} labels of the model {name} does",
            "Give more training texts, or set task=none.",
        )
    model = multiclass.OneVsRestClassifier(_logistic(penalty)).fit(features, labels[:, varied])
    constant = labels.min(0).astype(np.float64)

    def predict(values: np.ndarray) -> np.ndarray:
        out = np.tile(constant, (len(values), 1))
        out[:, varied] = model.predict_proba(values)
        return out

    return predict


def _logistic(penalty: float) -> Any:
    linear = require("sklearn.linear_model", extra="study", purpose="the linear probe")
    return linear.LogisticRegression(C=penalty, max_iter=1000)
