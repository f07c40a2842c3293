"""Folds: the training sets of a task and the rows each model is held out from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from geobias.errors import InputError
from geobias.seeds import generator


@dataclass(frozen=True)
class Fold:
    """One model's rows, int64: it trains on `train` and is scored on `held_out`, which share no normalised text."""

    name: str
    train: np.ndarray
    held_out: np.ndarray


def training_folds(training: np.ndarray, *, sets: int, folds: int, documents: int | None, seed: int) -> list[Fold]:
    """`sets` samples of the training rows, each split in `folds`: a model trains on all folds of a set but one.

    Parameters
    ----------
    training : int64 rows whose texts are distinct after normalisation (`Pools.training`).
    documents : rows of a set, drawn without replacement; None or more than there are = all, in a new order.

    Raises
    ------
    InputError : fewer than two folds, or fewer rows than folds.
    """
    if folds < 2:
        raise InputError("task.folds must be at least 2", f"it is {folds}", "Give 2 or more.")
    if len(training) < 2 * folds:
        raise InputError(
            f"the task needs at least {2 * folds} labelled texts to train on, in {folds} folds",
            f"{len(training)} are left once every evaluated text is held out",
            "Name training texts (corpus.baseline=<file>), make sampling.pool smaller, or set task=none.",
        )
    out = []
    for number in range(sets):
        chosen = generator(seed, "training", number).permutation(training)[:documents]
        parts = np.array_split(chosen, folds)
        for fold, held_out in enumerate(parts):
            train = np.concatenate([part for other, part in enumerate(parts) if other != fold])
            out.append(Fold(f"set{number}-fold{fold}", np.sort(train), np.sort(held_out)))
    return out
