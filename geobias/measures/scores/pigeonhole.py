"""The pigeonhole bootstrap: scores under models and units of documents resampled together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from geobias.errors import InputError
from geobias.measures.scores.shares import effective_number, relevance
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
    units : distinct ones, a number per group, of which `worth` says how many count: metric -> float64 (2, G), effective
        numbers of documents and of units that the score rests on.
    sets : (M,), the training set of every model.
    values : metric -> float64 (M, G), each document once; NaN = this model has no score for the group.
    replicates : metric -> float64 (B, M, G), the same under resampled documents.
    weights : float64 (B, M), how much each model counts in a replicate.
    dependence : see `WeightedGroups`; replicates, of units drawn by themselves, do not know it.
    """

    groups: tuple[str, ...]
    documents: dict[str, int]
    units: dict[str, int]
    worth: dict[str, np.ndarray]
    sets: np.ndarray
    values: dict[str, np.ndarray]
    replicates: dict[str, np.ndarray]
    weights: np.ndarray
    dependence: float = 1.0


def pigeonhole_bootstrap(
    groups: WeightedGroups,
    *,
    sets: Sequence[str] | np.ndarray | None = None,
    replicates: int = 1_000,
    rng: np.random.Generator,
) -> Pigeonhole:
    """Resample models and units independently and multiply their weights (Owen 2007; Owen and Eckles 2012).

    A unit (document, author) has one weight for all its documents, models and groups that see it, a model one for all
    documents, so a replicate keeps what scores share. Sets of models are resampled, then the models within them
    (`stats.nested_weights`). The variance that this gives is the right one or larger, but for what few units lack (see
    `spread`): the part of single answers, model by document, counts up to three times, the part of folds twice where
    there are several sets, and so do the documents of a group of which every model sees its own fold alone.

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
        {group: len(np.unique(some)) for group, some in groups.units.items()},
        {name: _worth(groups, name) for name in groups.metrics},
        of_models,
        {name: values[0] for name, values in once.items()},
        replicated,
        nested_weights(of_models, replicates, model_rng),
        groups.dependence,
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


def _worth(groups: WeightedGroups, metric: str) -> np.ndarray:
    found = []
    for group, some in groups.at.items():
        weights = relevance(groups.predictions, some, metric)
        codes = np.unique(groups.units[group], return_inverse=True)[1]
        found.append((effective_number(weights), effective_number(weights, codes)))
    return np.array(found, dtype=np.float64).reshape(-1, 2).T


def _replicated(groups: WeightedGroups, replicates: int, rng: np.random.Generator) -> dict[str, np.ndarray]:
    """metric -> float64 (B, M, G) under weights of units that all groups share."""
    units = np.unique(np.concatenate([*groups.units.values(), np.empty(0, np.int64)]))
    at = {group: np.searchsorted(units, some) for group, some in groups.units.items()}
    parts = []
    for start in range(0, replicates, _AT_ONCE):
        weights = document_weights(len(units), min(_AT_ONCE, replicates - start), rng)
        parts.append(groups.scores({group: weights[:, some] for group, some in at.items()}))
    return {name: np.concatenate([part[name] for part in parts]) for name in groups.metrics}
