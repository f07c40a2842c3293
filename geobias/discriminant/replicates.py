"""Replicates of one design: the rows of several draws side by side, what their groups' means and scatter are."""

from __future__ import annotations

from itertools import cycle

import numpy as np
import torch
from torch import Tensor

BLOCK = 96
"""Rows that one product fills of a scatter; only blocks on and below the diagonal are computed."""


class Replicates:
    """C draws of n rows, each sorted by fold and group, as deviations from the means of their group.

    Parameters
    ----------
    features : float (N, p).
    rows : int64 (C, n), rows of the features, fold after fold and in a fold group after group.
    sizes : int64 (F, G), rows of every fold and group, alike in all draws. F = 1 stands for no folds: the discriminant
        is then fitted and measured on the same rows.

    Deviations from the means of all folds keep what the folds share; the mean of a fold is a small step from there,
    so that leaving one out loses no digits.
    """

    def __init__(self, features: Tensor, rows: Tensor, sizes: np.ndarray):
        self.sizes = sizes
        self.features = features
        self._places = rows
        points = features.index_select(0, rows.reshape(-1)).unflatten(0, rows.shape)
        counts = torch.as_tensor(sizes, device=features.device).to(features)
        cells = points.split(sizes.ravel().tolist(), dim=1)
        sums = torch.stack([cell.sum(1) for cell in cells], 1).unflatten(1, sizes.shape)
        self.centres = sums.sum(1) / counts.sum(0)[:, None]
        for cell, group in zip(cells, cycle(range(sizes.shape[1])), strict=False):
            cell -= self.centres[:, group, None]
        self._steps = sums / counts[..., None] - self.centres[:, None]
        self._deviations = points
        self._scatters = (
            [scatter(part) for part in points.split(sizes.sum(1).tolist(), dim=1)] if len(sizes) > 1 else []
        )

    @property
    def folds(self) -> int:
        return len(self.sizes)

    def counts(self, held: int) -> np.ndarray:
        """Rows of every group (G,) that are fitted on when a fold is held out."""
        return self.sizes[0] if self.folds == 1 else self.sizes.sum(0) - self.sizes[held]

    def means(self, held: int) -> Tensor:
        """Means (C, 2 G, p) about the mean of what is fitted on: of the groups fitted on, then of those measured."""
        step = self._step(held)
        fitted = self.centres + step
        measured = self.centres + self._steps[:, held] if self.folds > 1 else fitted
        shares = torch.as_tensor(self.counts(held) / self.counts(held).sum()).to(fitted)
        return torch.cat([fitted, measured], 1) - (shares @ fitted)[:, None]

    def scatter(self, held: int) -> Tensor:
        """Sums of squares within the groups fitted on (C, p, p); valid on and below the diagonal alone."""
        if self.folds == 1:
            return scatter(self._deviations)
        within = self._scatters[0].clone() if held else torch.zeros_like(self._scatters[0])
        for fold in range(1, self.folds):
            if fold != held:
                within += self._scatters[fold]
        step = self._step(held)
        counts = torch.as_tensor(self.counts(held)).to(step)
        return within.baddbmm_((step * counts[:, None]).mT, step, alpha=-1)

    def rows(self, held: int) -> Tensor:
        """Rows fitted on (C, n, p) as deviations from their groups' means; sorted by fold and group."""
        if self.folds == 1:
            return self._deviations
        parts = list(self._deviations.split(self.sizes.sum(1).tolist(), dim=1))
        kept = torch.cat(parts[:held] + parts[held + 1 :], 1)
        return kept - self._step(held)[:, self.groups(held)]

    def images(self, held: int, directions: Tensor) -> Tensor:
        """`rows(held)` times directions (C, p, k): a tensor (C, n, k), without a copy of the rows."""
        images = self._deviations @ directions
        if self.folds == 1:
            return images
        parts = list(images.split(self.sizes.sum(1).tolist(), dim=1))
        kept = torch.cat(parts[:held] + parts[held + 1 :], 1)
        return kept - (self._step(held) @ directions)[:, self.groups(held)]

    def places(self, held: int) -> Tensor:
        """Which rows of the features `rows(held)` are, int64 (C, n)."""
        if self.folds == 1:
            return self._places
        parts = list(self._places.split(self.sizes.sum(1).tolist(), dim=1))
        return torch.cat(parts[:held] + parts[held + 1 :], 1)

    def groups(self, held: int) -> Tensor:
        """The group of each of `rows(held)`, int64 (n,)."""
        kept = self.sizes if self.folds == 1 else np.delete(self.sizes, held, axis=0)
        codes = np.tile(np.arange(kept.shape[1]), len(kept))
        return torch.as_tensor(np.repeat(codes, kept.ravel()), device=self.features.device)

    def _step(self, held: int) -> Tensor:
        """From the means of all folds to those of all but one (C, G, p)."""
        if self.folds == 1:
            return torch.zeros_like(self.centres)
        ratio = torch.as_tensor(self.sizes[held] / self.counts(held)).to(self.centres)
        return -self._steps[:, held] * ratio[:, None]


def scatter(points: Tensor) -> Tensor:
    """Products X^T X (C, p, p) of rows (C, n, p), on and below the diagonal alone: little more than half the work."""
    width = points.shape[-1]
    out = points.new_empty(len(points), width, width)
    for start in range(0, width, BLOCK):
        stop = start + BLOCK
        out[:, start:stop, :stop] = points[..., start:stop].mT @ points[..., :stop]
    return out
