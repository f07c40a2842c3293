"""Folds: the training sets of a task and the rows each model is held out from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from geobias.errors import InputError
from geobias.seeds import generator


class TooFewToTrain(InputError):
    """A task cannot be learned from the texts that are left; distances can still be measured."""


@dataclass(frozen=True)
class Fold:
    """One model's rows, int64: it trains on `train` and is scored on `held_out`, which share no text.

    Not even near-duplicates of one: a family is on one side. `held_out` is empty where everything trains.
    """

    name: str
    train: np.ndarray
    held_out: np.ndarray


def training_folds(
    training: np.ndarray,
    *,
    sets: int,
    folds: int,
    documents: int | None,
    seed: int,
    families: np.ndarray | None = None,
) -> list[Fold]:
    """`sets` samples of the training rows, each split in `folds`: a model trains on all folds of a set but one.

    Parameters
    ----------
    training : int64 rows whose texts are distinct after normalisation (`Pools.training`).
    folds : 1 = one model per set trains on all of it; nothing is held out then.
    documents : rows of a set, drawn without replacement; None or more than there are = all, in a new order.
    families : int64, one per row of `training`; rows of one family come into one fold.

    Raises
    ------
    InputError : no fold. TooFewToTrain : fewer rows than folds, or near-duplicates so many that a fold is empty.
    """
    if folds < 1 or sets < 1:
        raise InputError("task.sets and task.folds must be at least 1", f"they are {sets} and {folds}", "Give more.")
    if len(training) < 2 * folds:
        raise TooFewToTrain(
            f"the task needs at least {2 * folds} labelled texts to train on, in {folds} folds",
            f"{len(training)} are left once every evaluated text is held out",
            "Give more labelled texts (of the train split, where there is one), make sampling.pool or task.folds "
            "smaller, or set task=none.",
        )
    out = []
    for number in range(sets):
        order = generator(seed, "training", number).permutation(len(training))[:documents]
        if folds == 1:
            out.append(Fold(f"set{number}", np.sort(training[order]), training[:0]))
            continue
        parts = _split(training[order], folds, None if families is None else families[order])
        for fold, held_out in enumerate(parts):
            train = np.concatenate([part for other, part in enumerate(parts) if other != fold])
            out.append(Fold(f"set{number}-fold{fold}", np.sort(train), np.sort(held_out)))
    return out


def _split(rows: np.ndarray, folds: int, families: np.ndarray | None) -> list[np.ndarray]:
    """Parts of like sizes; a family that a cut would divide stays whole, in the part it begins in."""
    if families is None:
        return np.array_split(rows, folds)
    first = np.unique(families, return_index=True, return_inverse=True)[1:]
    met = first[0][first[1]]  # where each row's family is met first
    order = np.argsort(met, kind="stable")
    rows, met = rows[order], met[order]
    begins = np.flatnonzero(np.append(True, met[1:] != met[:-1]))
    ends = np.append(begins, len(rows))
    cuts = np.cumsum([len(part) for part in np.array_split(rows, folds)])[:-1]
    parts = np.split(rows, ends[np.searchsorted(ends, cuts)])
    if not all(map(len, parts)):
        raise TooFewToTrain(
            f"training texts must fill {folds} folds, near-duplicates together",
            f"a family of near-duplicates takes more than a fold of the {len(rows)} texts",
            "Lower task.folds, or raise sampling.near_duplicates.",
        )
    return parts


def set_of(name: str) -> str:
    """The training set of a model by its name.

    >>> set_of("set0-fold3"), set_of("set2"), set_of("mine")
    ('set0', 'set2', 'mine')
    """
    return name.partition("-fold")[0]
