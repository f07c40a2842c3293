"""How well a linear classifier tells texts of two groups apart that it has not seen."""

from __future__ import annotations

from itertools import product

import numpy as np
import torch
from torch import Tensor

from geobias.measures.differences.dealt import BLOCKS, DealtGroup
from geobias.measures.differences.whitening import HeldOutWhitening
from geobias.stats import Jackknife


def held_out_auc(a: DealtGroup, b: DealtGroup, whitening: HeldOutWhitening) -> Jackknife:
    """AUC of texts of A over texts of B, by discriminants fitted without the fold that they are tried on.

    Both groups are about one centre, dealt into the folds of the whitening; see `dealt_group`.

    The rule of a fold is S^-1 (mean_A - mean_B) with the covariance within all groups; only scores of one fold are
    compared, and every unit weighs the same. What is estimated is the AUC that rules fitted on so many texts have on
    average: less than the best rule's, and 0.5 where texts are too few to find it.

    The error is a delete-block jackknife's, in which a block of units leaves the fold that it is tried in and the rules
    that are fitted on it: near 0.5 both matter alike, since what one fold's noise does to another's score the other's
    does to it. Of such products of two units' noise a jackknife counts the variance up to twice (Efron and Stein 1981,
    Annals of Statistics 9), so that there, with few features, intervals are wide. Its degrees of freedom are
    Satterthwaite's (1946), of the blocks of both groups; groups that are told apart without fail have no interval.
    """
    removed = [(group, *place) for group in (0, 1) for place in product(range(whitening.folds), range(BLOCKS))]
    present = [one for one in removed if ((a, b)[one[0]].blocks[(a, b)[one[0]].folds == one[1]] == one[2]).any()]
    of_folds = [_auc_of_fold(fold, (a, b), present, whitening) for fold in range(whitening.folds)]
    values = np.nanmean(of_folds, axis=0)
    owner = np.array([group for group, *_ in present])
    parts = [_variance(values[1:][owner == group]) for group in (0, 1)]
    variance = sum(part for part, _ in parts)
    below = sum(part**2 / freedom for part, freedom in parts if freedom)
    return Jackknife(float(values[0]), float(np.sqrt(variance)), variance**2 / below if below else np.nan)


def _variance(left_out: np.ndarray) -> tuple[float, int]:
    freedom = len(left_out) - 1
    return freedom * float(np.var(left_out)), freedom


def _auc_of_fold(
    fold: int, groups: tuple[DealtGroup, DealtGroup], removed: list[tuple[int, int, int]], whitening: HeldOutWhitening
) -> np.ndarray:
    """AUC of one fold with everything, then without each block, float64 (1 + blocks,); NaN where none is left."""
    means = [_training_means(group, number, fold, removed) for number, group in enumerate(groups)]
    rules = whitening.without(fold) @ (means[0] - means[1]).T
    scores, weights = [], []
    for number, group in enumerate(groups):
        of_text = np.repeat(group.folds, group.sizes) == fold
        scores.append(group.texts[torch.from_numpy(of_text)] @ rules)
        weights.append(_weights(group, number, fold, removed)[:, of_text])
    both = zip(*(of.T for of in scores), *map(torch.from_numpy, weights), strict=True)
    aucs = [float(w_a @ _above(x, y) @ w_b) if w_a.any() and w_b.any() else np.nan for x, y, w_a, w_b in both]
    return np.array(aucs)


def _above(x: Tensor, y: Tensor) -> Tensor:
    """1 where x is above y, 1/2 where equal, float64 (n, m)."""
    return ((x[:, None] - y).sign() + 1) / 2


def _training_means(group: DealtGroup, number: int, fold: int, removed: list[tuple[int, int, int]]) -> Tensor:
    """Mean of the units of other folds, with everything, then without each block, float64 (1 + blocks, d)."""
    kept = np.tile(group.folds != fold, (1 + len(removed), 1))
    for row, (owner, *place) in enumerate(removed, 1):
        if owner == number:
            kept[row] &= ~((group.folds == place[0]) & (group.blocks == place[1]))
    shares = torch.from_numpy(kept / kept.sum(1, keepdims=True))
    return shares @ group.means


def _weights(group: DealtGroup, number: int, fold: int, removed: list[tuple[int, int, int]]) -> np.ndarray:
    """Weight of every text among those of the fold, with everything, then without each block, (1 + blocks, texts)."""
    by_unit = np.tile((group.folds == fold) / group.sizes, (1 + len(removed), 1))
    for row, (owner, *place) in enumerate(removed, 1):
        if owner == number and place[0] == fold:
            by_unit[row, (group.folds == fold) & (group.blocks == place[1])] = 0
    units = (by_unit > 0).sum(1, keepdims=True)
    return np.repeat(by_unit / np.maximum(units, 1), group.sizes, axis=1)
