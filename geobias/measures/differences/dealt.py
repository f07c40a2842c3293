"""A group's units dealt into folds and blocks."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import torch
from torch import Tensor

from geobias.measures.differences.groups import UnitGroup

BLOCKS = 4
"""Blocks of the units of a group and fold, each left out in turn by a jackknife."""


@dataclass(frozen=True)
class DealtGroup:
    """The texts of a group and the means of its units.

    texts : float64 (texts, d), about a common centre, unit after unit; sizes : texts of each unit (n,).
    means : float64 (n, d), of units. folds, blocks : of each unit, int64 (n,).
    """

    texts: Tensor
    sizes: np.ndarray
    means: Tensor
    folds: np.ndarray
    blocks: np.ndarray

    def about_its_mean(self) -> DealtGroup:
        """The same with the means of its units about the mean of them all."""
        return replace(self, means=self.means - self.means.mean(0))


def dealt_group(group: UnitGroup, folds: np.ndarray, centre: Tensor) -> DealtGroup:
    """The group about a centre (d,); its units come in the order that folds and blocks are cut in."""
    sizes = np.array([len(unit) for unit in group.units])
    texts = torch.from_numpy(group.vectors[np.concatenate(group.units)]).double() - centre
    owners = torch.from_numpy(np.repeat(np.arange(len(sizes)), sizes))
    sums = torch.zeros(len(sizes), texts.shape[1], dtype=torch.float64).index_add_(0, owners, texts)
    blocks = np.arange(len(sizes)) // (int(folds.max()) + 1) % BLOCKS
    return DealtGroup(texts, sizes, sums / torch.from_numpy(sizes)[:, None], folds, blocks)
