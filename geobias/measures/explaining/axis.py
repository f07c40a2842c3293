"""What an axis that tells two groups apart reads in their texts: each item's part of the groups' held-out separation.

A text is the mean of its tokens' vectors, so its place on an axis is a mean over its tokens, and the distance of two
groups' means a sum over items. The axis is Fisher's, (covariance of all units)^-1 (mean of A - mean of B), shrunk as
Ledoit and Wolf (2004), fitted on the other folds of units. The covariance of all has the direction that the one within
groups has, and no permutation of units changes it: so every permutation has axes of its own at the price of a product.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from geobias.covariance import shrunk_covariance
from geobias.errors import require
from geobias.measures.explaining.estimates import Estimates, spread_of, tested_items
from geobias.measures.explaining.settings import ExplainSettings
from geobias.measures.explaining.unit_items import UnitItems
from geobias.stats import random_splits

_ROWS = 128
"""Permutations at a time."""


def axis_of_items(
    found: UnitItems, items: int, settings: ExplainSettings, rng: np.random.Generator
) -> tuple[Estimates, np.ndarray]:
    """What k items add to the distance of the groups' held-out means along the axis, in standard deviations of units,
    beyond what so many tokens have of it; `share` is of all that they add.

    Returns the estimates, and the places of the units on the axis fitted without them, float64 (U,): above 0 on the
    side of A. The interval is over units, given the axes; the test permutes units and fits every axis anew.
    """
    folds = np.resize(np.arange(min(settings.folds, len(found.first))), len(found.first))
    rng.shuffle(folds)
    axes = _Axes.of(found, folds)
    observed, parts = axes.parts(found.first[None], items)
    null = [axes.parts(some, items)[0] for some in _batches(found.first, settings.permutations, rng)]
    value, permuted = observed[0], np.concatenate(null).T
    shares = found.shares(items)
    beyond, of_permuted = value - shares * value.sum(), permuted - shares[:, None] * permuted.sum(0)
    scale = spread_of(beyond[:-1], of_permuted[:-1])
    tested = tested_items(beyond[:-1], of_permuted[:-1], scale, exact=False, alternative="greater")
    law = require("scipy.stats", extra="study", purpose="intervals along an axis")
    sizes = [int(found.first.sum()), int((1 - found.first).sum())]
    half = law.t.ppf((1 + settings.level) / 2, max(min(sizes) - 1, 1))
    error, places = _spread(parts, found, shares)
    whole, of_whole = float(value.sum()), half * _standard_error(places, found.first)
    p = float((1 + (permuted.sum(0) >= whole).sum()) / (1 + permuted.shape[1]))
    own, share = beyond[:-1], value[:-1] / whole
    ends = own - half * error, own + half * error
    return Estimates(own, *ends, tested, share, whole, whole - of_whole, whole + of_whole, p), places


@dataclass(frozen=True)
class _Axes:
    """Axes of every fold under any division of the units."""

    found: UnitItems
    folds: np.ndarray
    inverses: list[Tensor]

    @classmethod
    def of(cls, found: UnitItems, folds: np.ndarray) -> _Axes:
        return cls(found, folds, [_inverse(found.means[torch.from_numpy(folds != fold)]) for fold in np.unique(folds)])

    def parts(self, first: np.ndarray, items: int) -> tuple[np.ndarray, np.ndarray]:
        """Of divisions (B, U): every item's part of the distance (B, k + 1), and of the first division each pair of
        unit and item's place on the axis (P,)."""
        found, division = self.found, torch.from_numpy(first)
        sums = torch.zeros(len(first), items + 1, dtype=torch.float64)
        places = torch.zeros(len(found.units), dtype=torch.float64)
        signed = division / division.sum(1)[:, None] - (1 - division) / (1 - division).sum(1)[:, None]
        for fold, inverse in enumerate(self.inverses):
            train = torch.from_numpy(self.folds != fold)
            axis, offset = _fitted(found.means[train], division[:, train], inverse)
            held = ~train[found.units]
            place = found.vectors[held] @ axis.T - found.weights[held, None] * offset
            sums.index_add_(1, found.items[held], (place * signed.T[found.units[held]]).T)
            places[held] = place[:, 0]
        return sums.numpy(), places.numpy()


def _inverse(means: Tensor) -> Tensor:
    """Of the shrunk covariance of units (n, d); features that never vary weigh nothing."""
    covariance = shrunk_covariance(means, "auto")
    flat = covariance.diagonal() <= 0
    covariance[flat, flat] = 1.0
    return torch.linalg.inv(covariance)


def _fitted(means: Tensor, first: Tensor, inverse: Tensor) -> tuple[Tensor, Tensor]:
    """Axes (B, d) of length 1 standard deviation, from B to A, and where their middles are, (B,)."""
    a, b = (side @ means / side.sum(1)[:, None] for side in (first, 1 - first))
    axis = (a - b) @ inverse
    axis = axis / ((axis * (a - b)).sum(1).sqrt()[:, None])
    return axis, (axis * (a + b)).sum(1) / 2


def _spread(parts: np.ndarray, found: UnitItems, shares: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Standard errors of every item's part beyond its share (k,), over units, and the units' places (U,).

    A unit's part beyond the share is c - q p, with c what the item adds and p the unit's place.
    """
    units, items = found.units.numpy(), found.items.numpy()
    places = np.bincount(units, parts, len(found.first))
    variance = np.zeros(len(shares))
    for side in (1.0, 0.0):
        here, of_side = found.first[units] == side, found.first == side
        number = int(of_side.sum())
        sums, squares, crossed = (
            np.bincount(items[here], some[here], len(shares)) for some in (parts, parts**2, parts * places[units])
        )
        total, of_squares = places[of_side].sum(), (places[of_side] ** 2).sum()
        whole = squares - 2 * shares * crossed + shares**2 * of_squares
        variance += (whole - (sums - shares * total) ** 2 / number) / (number * max(number - 1, 1))
    return np.sqrt(variance[:-1]), places


def _standard_error(places: np.ndarray, first: np.ndarray) -> float:
    """Of the difference of two means."""
    return float(np.sqrt(sum(places[first == side].var(ddof=1) / (first == side).sum() for side in (1.0, 0.0))))


def _batches(first: np.ndarray, count: int, rng: np.random.Generator) -> Iterator[np.ndarray]:
    """Permuted divisions, a few at a time."""
    for splits in random_splits(first, count, rng):
        yield from np.split(splits, range(_ROWS, len(splits), _ROWS))
