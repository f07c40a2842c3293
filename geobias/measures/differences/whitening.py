"""Covariance within groups, inverted without the units that it is used on."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import numpy as np
import torch
from torch import Tensor

from geobias.covariance import ledoit_wolf_shrinkage, shrink
from geobias.errors import InputError
from geobias.measures.differences.groups import UnitGroup
from geobias.parallel import ordered_map

LEAST_FOLDS = 3
"""Two are left out at a time."""
FLAT = 1e-9
"""A feature that varies less than this, relative to the one that varies most, is left out: an output that is dead."""


class HeldOutWhitening:
    """The shrunk covariance of texts within groups, of all groups together, with folds of units left out.

    A covariance that has seen a unit makes it look less far from the mean than it is: products whitened by it would not
    be 0 on average where means are equal: without shrinkage, for two groups of 800 Gaussian texts of 384 features, they
    would be at 0.3, which is an AUC of .65. So the product of two units is whitened without the folds of both.

    Parameters
    ----------
    groups : name -> units with the vectors of their texts.
    fold_of : name -> the fold of each unit, int64 (units,), from 0 on, `LEAST_FOLDS` of them or more.
    workers : threads; None = all.

    Attributes
    ----------
    folds : how many there are.
    centre : float64 (d,), the mean of all texts, which keeps digits and changes no contrast of groups.
    variance : of texts left out, in whitened coordinates, on average over features; products are divided by it. An
        inverse made of few texts is too large: without shrinkage and for Gaussian texts that factor is
        (n - groups) / (n - groups - d - 1), of an inverse Wishart matrix, and shrinkage changes it.

    Raises
    ------
    InputError : texts that do not vary within groups.
    """

    def __init__(self, groups: Mapping[str, UnitGroup], fold_of: Mapping[str, np.ndarray], workers: int | None = 1):
        sizes = [np.array([len(unit) for unit in group.units]) for group in groups.values()]
        places = [group.vectors[np.concatenate(group.units)] for group in groups.values()]
        rows = torch.from_numpy(np.concatenate(places)).double()
        self._weights = torch.from_numpy(np.concatenate([np.repeat(1 / counts, counts) for counts in sizes]))
        folds = [np.repeat(fold_of[name], counts) for name, counts in zip(groups, sizes, strict=True)]
        self._fold = torch.from_numpy(np.concatenate(folds))
        member = np.repeat(np.arange(len(groups)), [counts.sum() for counts in sizes])
        self._member = torch.nn.functional.one_hot(torch.from_numpy(member), len(groups)).double()
        self.folds = int(self._fold.max()) + 1
        self.centre = rows.mean(0)
        self._rows = rows - self.centre
        pairs = list(combinations(range(self.folds), 2))
        left_out = [*((fold,) for fold in range(self.folds)), *pairs]
        fitted = dict(zip(left_out, ordered_map(self._fit, left_out, workers), strict=True))
        self._without = {places: inverse for places, (inverse, _) in fitted.items()}
        self.variance = float(np.mean([fitted[pair][1] for pair in pairs]))

    def between(self, fold: int, other: int) -> Tensor:
        """Inverse (d, d) for the product of a unit of one fold with one of another, or of the same.

        Two folds are left out also where both units are of one, so that all products are whitened by as many texts.
        """
        other = (fold + 1) % self.folds if other == fold else other
        return self._without[min(fold, other), max(fold, other)]

    def without(self, fold: int) -> Tensor:
        """Inverse (d, d) that has not seen one fold."""
        return self._without[fold,]

    def _fit(self, left_out: tuple[int, ...]) -> tuple[Tensor, float]:
        """The inverse without these folds, and the variance of their texts in its coordinates."""
        held = torch.isin(self._fold, torch.tensor(left_out))
        weights = self._weights * ~held
        units = self._member.T @ weights  # of every group, in the other folds
        means = self._member.T @ (self._rows * weights[:, None]) / units.clamp(min=1)[:, None]
        residuals = self._rows - self._member @ means
        alike = (weights * (~held).sum() / units.sum()).sqrt()  # 1 for units of one text
        freedom = float((units.sum() - (units > 0).sum()) / units.sum())
        inverse = _inverse((residuals * alike[:, None])[~held], freedom)
        # About the mean of n others a text varies (1 + 1 / n) times as much as about the true one.
        known = (self._member @ (units / (units + 1)))[held]
        new = residuals[held]
        squares = ((new @ inverse) * new).sum(1) * known
        counted = self._weights[held] * (known > 0)
        return inverse, float(squares @ counted / counted.sum() / (inverse.diagonal() > 0).sum())


def _inverse(rows: Tensor, freedom: float) -> Tensor:
    """Inverse of the covariance of centred rows, shrunk by Ledoit and Wolf's amount for features of unit variance.

    freedom : degrees of freedom left by the groups' means, as a share of the rows.
    """
    scale = rows.square().mean(0).sqrt()
    if not float(scale.max()) > 0:
        raise InputError("texts must vary within groups", "all of a group are alike", "Drop copies of texts.")
    flat = scale <= FLAT * scale.max()
    scale = torch.where(flat, torch.ones_like(scale), scale)
    scaled = (rows / scale).masked_fill_(flat, 0.0)
    covariance = scaled.T @ scaled / len(rows)
    covariance = shrink(covariance, ledoit_wolf_shrinkage(scaled), covariance.diagonal().mean())
    covariance[flat, flat] = 1.0
    inverse = torch.cholesky_inverse(torch.linalg.cholesky(covariance)) / scale[:, None] / scale * freedom
    return inverse.masked_fill_(flat, 0.0).masked_fill_(flat[:, None], 0.0)
