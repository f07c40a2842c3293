"""Sinkhorn divergences between clouds that are the same items, weighted otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from geobias.distances import SinkhornOptions, TableOptions, cloud_diameter, pairwise_table
from geobias.errors import InputError
from geobias.measures.alignment.clouds import Side, side_weights


@dataclass(frozen=True)
class ItemSolver:
    """Points of the items that have a vector, and how clouds of them are compared."""

    points: torch.Tensor
    kept: np.ndarray
    sides: Sequence[Side]
    options: SinkhornOptions
    diameter: float

    @classmethod
    def of(cls, vectors: Any, items: int, sides: Sequence[Side], options: SinkhornOptions) -> ItemSolver:
        """vectors : float (I, d), checked; rows of NaN are left out."""
        given = torch.as_tensor(vectors)
        if given.ndim != 2 or len(given) != items or not given.is_floating_point():
            raise InputError(
                f"vectors must be floats ({items}, d), one row an item",
                f"they are {given.dtype} of shape {tuple(given.shape)}",
                "Embed judgements.texts in their order.",
            )
        kept = ~given.isnan().any(1)
        points = given[kept]
        if not len(points) or not bool(points.isfinite().all()):
            raise InputError(
                "vectors must be finite, those of items without a text NaN",
                "there is no item left" if not len(points) else "some are infinite",
                "Embed the texts anew.",
            )
        return cls(points, kept.cpu().numpy(), sides, options, float(cloud_diameter([points])))

    def table(self, apart: np.ndarray, items: np.ndarray | None = None) -> np.ndarray:
        """float64 (G, G), the mean over sides; NaN for a group that judges no item differently."""
        return np.mean([self._side(apart, side, items) for side in self.sides], axis=0)

    def _side(self, apart: np.ndarray, side: Side, items: np.ndarray | None) -> np.ndarray:
        weights = side_weights(apart[:, self.kept], side, None if items is None else items[self.kept])
        there = np.flatnonzero(weights.sum(1) > 0)
        out = np.full((len(weights), len(weights)), np.nan)
        if len(there) < 2:
            return out
        clouds, shares = [], []
        for row in weights[there]:
            at = torch.as_tensor(np.flatnonzero(row), device=self.points.device)
            clouds.append(self.points[at])
            shares.append(torch.as_tensor(row, device=self.points.device)[at].to(self.points.dtype))
        found = pairwise_table(clouds, shares, self.options, TableOptions(diameter=self.diameter))
        out[np.ix_(there, there)] = found.double().cpu().numpy()
        return out
