"""Covariance within groups, inverted without the units that it is used on."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import numpy as np
import torch
from torch import Tensor

from geobias.covariance import ledoit_wolf_shrinkage, shrink
from geobias.measures.differences.groups import UnitGroup

LEAST_FOLDS = 3
"""Two are left out at a time."""


class HeldOutWhitening:
    """The shrunk covariance of texts within groups, of all groups together, with folds of units left out.

    A covariance that has seen a unit makes it look less far from the mean than it is: products whitened by it would not
    be 0 on average where means are equal (with 384 features and 1,600 texts they miss by what an AUC of .6 makes). So
    the product of two units is whitened without the folds of both.

    Attributes
    ----------
    folds : how many there are.
    centre : float64 (d,), the mean of all texts, which keeps digits and changes no contrast of groups.
    inflation : by how much the inverse is too large because it is made of few texts: the trace of the inverse times the
        covariance of the texts left out, over that of the texts it is made of. For a covariance without shrinkage and
        Gaussian texts it is (n - groups) / (n - groups - d - 1), the factor of an inverse Wishart matrix.
    """

    def __init__(self, groups: Mapping[str, UnitGroup], fold_of: Mapping[str, np.ndarray]) -> None:
        places, weights, members, folds = [], [], [], []
        for number, (name, group) in enumerate(groups.items()):
            sizes = np.array([len(unit) for unit in group.units])
            places.append(group.vectors[np.concatenate(group.units)])
            weights.append(np.repeat(1 / sizes, sizes))
            members.append(np.full(sizes.sum(), number))
            folds.append(np.repeat(fold_of[name], sizes))
        rows = torch.from_numpy(np.concatenate(places)).double()
        self.folds = int(max(of_group.max() for of_group in fold_of.values())) + 1
        self._weights = torch.from_numpy(np.concatenate(weights))
        self._fold = torch.from_numpy(np.concatenate(folds))
        self._member = torch.nn.functional.one_hot(torch.from_numpy(np.concatenate(members)), len(groups)).double()
        self.centre = rows.mean(0)
        self._rows = rows - self.centre
        self._without: dict[tuple[int, ...], Tensor] = {}
        for fold in range(self.folds):
            self._fit((fold,))
        fitted = [self._fit(pair) for pair in combinations(range(self.folds), 2)]
        self.inflation = float(np.mean([new for new, _ in fitted]) / np.mean([own for _, own in fitted]))

    def between(self, fold: int, other: int) -> Tensor:
        """Inverse (d, d) for the product of a unit of one fold with one of another, or of the same.

        Two folds are left out also where both units are of one, so that all products are whitened by as many texts.
        """
        other = (fold + 1) % self.folds if other == fold else other
        return self._without[min(fold, other), max(fold, other)]

    def without(self, fold: int) -> Tensor:
        """Inverse (d, d) that has not seen one fold."""
        return self._without[fold,]

    def _fit(self, left_out: tuple[int, ...]) -> tuple[float, float]:
        """Keep the inverse without these folds; the mean square of the whitened texts that it has not seen, and has."""
        held = torch.isin(self._fold, torch.tensor(left_out))
        weights = torch.where(held, torch.zeros(()).double(), self._weights)
        units = self._member.T @ weights  # of every group, in the other folds
        means = self._member.T @ (self._rows * weights[:, None]) / units.clamp(min=1)[:, None]
        residuals = self._rows - self._member @ means
        share = units.sum() - (units > 0).sum()
        alike = (weights * (~held).sum() / units.sum()).sqrt()  # 1 for units of one text
        inverse = _inverse((residuals * alike[:, None])[~held], float(share / units.sum()))
        self._without[left_out] = inverse
        squares = ((residuals @ inverse) * residuals).sum(1)
        # About the mean of n others a text varies (1 + 1 / n) times as much as about the true one.
        known = self._member @ torch.where(units > 0, units / (units + 1), torch.zeros(()).double())
        new = torch.where(held & (known > 0), self._weights, torch.zeros(()).double())
        return float((squares * known) @ new / new.sum()), float(squares @ weights / share)


def _inverse(rows: Tensor, freedom: float) -> Tensor:
    """Inverse of the covariance of centred rows, shrunk by Ledoit and Wolf's amount for features of unit variance.

    freedom : degrees of freedom left by the groups' means, as a share of the rows.
    """
    scale = rows.square().mean(0).sqrt()
    scale = torch.where(scale > 0, scale, torch.ones_like(scale))
    scaled = rows / scale
    covariance = scaled.T @ scaled / len(rows)
    flat = covariance.diagonal() <= 0
    covariance = shrink(covariance, ledoit_wolf_shrinkage(scaled), covariance.diagonal().mean())
    covariance[flat, flat] = 1.0
    return torch.cholesky_inverse(torch.linalg.cholesky(covariance)) / scale[:, None] / scale * freedom
