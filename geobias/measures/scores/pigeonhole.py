"""The pigeonhole bootstrap: scores under models and documents resampled together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from geobias.errors import InputError
from geobias.measures.scores.weighted_groups import WeightedGroups
from geobias.sampling import set_of
from geobias.stats import document_weights, nested_weights
from geobias.tables import Predictions

_AT_ONCE = 100  # replicates whose weights are held at a time


@dataclass(frozen=True)
class Pigeonhole:
    """The pigeonhole bootstrap of every score.

    Attributes
    ----------
    groups : G names; documents : distinct labelled ones that some model predicts, a number per group.
    values : metric -> float64 (M, G), each document once; NaN = this model has no score for the group.
    replicates : metric -> float64 (B, M, G), the same under resampled documents.
    weights : float64 (B, M), how much each model counts in a replicate.
    """

    groups: tuple[str, ...]
    documents: dict[str, int]
    values: dict[str, np.ndarray]
    replicates: dict[str, np.ndarray]
    weights: np.ndarray


def pigeonhole_bootstrap(
    groups: WeightedGroups,
    *,
    sets: Sequence[str] | np.ndarray | None = None,
    replicates: int = 1_000,
    rng: np.random.Generator,
) -> Pigeonhole:
    """Resample models and documents independently and multiply their weights (Owen 2007; Owen and Eckles 2012).

    A document has one weight for all models and groups that see it, a model one for all documents, so a replicate
    keeps what scores share. Sets of models are resampled, then the models within them (`stats.nested_weights`). The
    variance that this gives is the right one or larger: the part of single answers, model by document, counts up to
    three times, the part of folds twice where there are several sets, and so do the documents of a group of which every
    model sees its own fold alone.

    Parameters
    ----------
    sets : the training set of every model; None = by its name, "set0" of "set0-fold3". Folds of one set share texts.

    Returns
    -------
    Pigeonhole, groups in their order. The same generator gives the same bits on any number of cores.
    """
    of_models = _sets(groups.predictions, sets)
    model_rng, document_rng = rng.spawn(2)
    once = groups.scores({group: np.ones((1, len(some))) for group, some in groups.at.items()})
    replicated = _replicated(groups, replicates, document_rng)
    return Pigeonhole(
        tuple(groups.at),
        {group: len(some) for group, some in groups.at.items()},
        {name: values[0] for name, values in once.items()},
        replicated,
        nested_weights(of_models, replicates, model_rng),
    )


def _sets(predictions: Predictions, sets: Sequence[str] | np.ndarray | None) -> np.ndarray:
    of_models = np.array([set_of(name) for name in predictions.models] if sets is None else sets)
    if len(of_models) != len(predictions.models):
        raise InputError(
            f"sets must name a training set for each of the {len(predictions.models)} models",
            f"there are {len(of_models)}",
            "Give one per model.",
        )
    return of_models


def _replicated(groups: WeightedGroups, replicates: int, rng: np.random.Generator) -> dict[str, np.ndarray]:
    """metric -> float64 (B, M, G) under weights of documents that all groups share."""
    places = np.unique(np.concatenate([*groups.at.values(), np.empty(0, np.int64)]))
    parts = []
    for start in range(0, replicates, _AT_ONCE):
        weights = document_weights(len(places), min(_AT_ONCE, replicates - start), rng)
        parts.append(groups.scores({g: weights[:, np.searchsorted(places, some)] for g, some in groups.at.items()}))
    return {name: np.concatenate([part[name] for part in parts]) for name in groups.metrics}
