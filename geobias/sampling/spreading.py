"""Folds with kinds of texts spread over them, near-duplicates together, each with texts to choose a model by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from geobias.errors import InputError
from geobias.sampling.folds import TooFewToTrain
from geobias.seeds import generator


@dataclass(frozen=True)
class Split:
    """Rows of one fold, int64: trains on `train`, stops by `validation`, is scored on `test`; no family is in two."""

    name: str
    train: np.ndarray
    validation: np.ndarray
    test: np.ndarray


def spread_folds(
    kinds: Sequence[str], families: np.ndarray | None = None, *, folds: int = 5, seed: int = 0
) -> list[Split]:
    """Every row tested once: with 5 folds 70 % train, 10 % validate and 20 % test (EtiCor's split).

    Rows are dealt to twice as many parts as folds, a family to one part: the largest families first, each to the part
    that has the least of its kinds, so that kinds (types and labels, say) are spread evenly. A fold tests on two parts,
    validates on the next and trains on the rest.

    Parameters
    ----------
    kinds : of each row, what is to be spread. families : int64 (n,), rows of one stay together; None = each alone.

    Raises
    ------
    InputError : fewer than two folds, or arrays of unlike lengths. TooFewToTrain : a part would be empty.
    """
    if folds < 2:
        raise InputError("folds must be at least 2", f"they are {folds}", "Pass 5.")
    own = np.arange(len(kinds)) if families is None else np.unique(np.asarray(families), return_inverse=True)[1]
    if len(own) != len(kinds):
        raise InputError(f"families must have {len(kinds)} entries", f"there are {len(own)}", "Align them.")
    part_of = _dealt(np.unique(np.asarray(kinds, dtype=str), return_inverse=True)[1], own, 2 * folds, seed)
    sizes = np.bincount(part_of, minlength=2 * folds) if len(own) else np.zeros(2 * folds)
    if not sizes.all():
        raise TooFewToTrain(
            f"texts must fill {2 * folds} parts, near-duplicates together",
            f"{int((sizes == 0).sum())} parts of {len(own)} texts are empty",
            "Give more texts, or fewer folds.",
        )
    out = []
    for fold in range(folds):
        test = np.isin(part_of, (2 * fold, 2 * fold + 1))
        validation = part_of == (2 * fold + 2) % (2 * folds)
        out.append(Split(f"fold{fold}", *map(np.flatnonzero, (~test & ~validation, validation, test))))
    return out


def _dealt(kinds: np.ndarray, families: np.ndarray, parts: int, seed: int) -> np.ndarray:
    """The part of every row, int64 (n,)."""
    counts = np.zeros((families.max(initial=-1) + 1, kinds.max(initial=-1) + 1))
    np.add.at(counts, (families, kinds), 1)
    order = generator(seed, "spread folds").permutation(len(counts))
    order = order[np.argsort(-counts[order].sum(1), kind="stable")]
    # A rare kind's rows weigh as much together as those of a common one.
    weights = 1 / np.maximum(counts.sum(0), 1)
    dealt, part_of = np.zeros((parts, counts.shape[1])), np.zeros(len(counts), dtype=np.int64)
    for family in order:
        load = dealt @ (weights * counts[family] * (counts[family] > 0))
        place = np.lexsort((dealt.sum(1), load))[0]
        part_of[family] = place
        dealt[place] += counts[family]
    return part_of[families]
