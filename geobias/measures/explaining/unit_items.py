"""What items are in the embeddings of units: an item's part of the mean of a unit's texts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from geobias.clouds import TokenClouds


@dataclass(frozen=True)
class UnitItems:
    """The units of two groups, those of A first, and what their items are in the embedding.

    Attributes
    ----------
    first : float64 (U,), 1 for units of A, 0 for those of B.
    means : float64 (U, d), the mean over a unit's texts of the means of their tokens.
    units, items : int64 (P,), of every item that a unit says; k = all others.
    vectors : float64 (P, d), the item's part of the unit's mean. weights : float64 (P,), its share of the tokens there.
    """

    first: np.ndarray
    means: Tensor
    units: Tensor
    items: Tensor
    vectors: Tensor
    weights: Tensor

    @classmethod
    def of(
        cls, clouds: tuple[TokenClouds, TokenClouds], units: tuple[np.ndarray, np.ndarray], items: list[np.ndarray]
    ) -> UnitItems:
        """Of either group: its clouds (n texts), the unit of each text, int64 (n,), and the item of each point."""
        sizes = [int(of_texts.max()) + 1 for of_texts in units]
        kinds = max(int(some.max(initial=0)) for some in items) + 1
        keys, parts, weights = [], [], []
        for group, cloud, of_texts, of_points in zip((0, 1), clouds, units, items, strict=True):
            owners = cloud.owners.numpy()
            texts = np.bincount(of_texts[cloud.counts.numpy() > 0], minlength=sizes[group])
            share = 1 / (cloud.counts.numpy()[owners] * texts[of_texts[owners]])
            keys.append((of_texts[owners] + group * sizes[0]) * kinds + of_points)
            parts.append(cloud.points.double() * torch.from_numpy(share)[:, None])
            weights.append(share)
        pairs, place = np.unique(np.concatenate(keys), return_inverse=True)
        at = torch.from_numpy(place)
        vectors = torch.zeros(len(pairs), parts[0].shape[1], dtype=torch.float64).index_add_(0, at, torch.cat(parts))
        shares = torch.from_numpy(np.bincount(place, np.concatenate(weights)))
        of_pairs = torch.from_numpy(pairs // kinds)
        means = torch.zeros(sum(sizes), vectors.shape[1], dtype=torch.float64).index_add_(0, of_pairs, vectors)
        first = np.repeat([1.0, 0.0], sizes)
        return cls(first, means, of_pairs, torch.from_numpy(pairs % kinds), vectors, shares)

    def shares(self, items: int) -> np.ndarray:
        """Which share of the tokens every item has, float64 (items + 1,): the mean over units of both groups."""
        sizes = np.where(self.first == 1.0, self.first.sum(), (1 - self.first).sum())
        return np.bincount(self.items.numpy(), self.weights.numpy() / (2 * sizes[self.units.numpy()]), items + 1)
