"""Distances of groups under weights of their units: tables of dissimilarities, measured once, weighed many times."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import torch
from torch import Tensor

from geobias.covariance import shrunk_covariance
from geobias.distances import median_bandwidth
from geobias.errors import InputError
from geobias.measures.differences import UnitGroup, texts_per_unit
from geobias.measures.reliability.settings import DISTANCES
from geobias.sampling import like_texts
from geobias.seeds import generator
from geobias.stats import excess
from geobias_kernels.costs import squares_between

_ROWS = 1 << 22  # entries of text by text that are held at a time where units have several texts


@dataclass(frozen=True)
class UnitPoints:
    """Like texts of every group's units: float32 (units, texts, d), centred on the mean of all; group after group."""

    groups: tuple[str, ...]
    sizes: tuple[int, ...]
    points: Tensor

    @classmethod
    def of(cls, groups: Mapping[str, UnitGroup], seed: int) -> UnitPoints:
        """So many texts of every unit as all units of all groups have, drawn at random."""
        texts = texts_per_unit(groups)
        parts = [
            torch.as_tensor(group.vectors)[like_texts(group.units, texts, generator(seed, "like units", name))]
            for name, group in groups.items()
        ]
        points = torch.cat(parts).float()
        return cls(tuple(groups), tuple(len(part) for part in parts), points - points.mean((0, 1)))

    def slices(self) -> list[slice]:
        ends = np.cumsum((0, *self.sizes))
        return [slice(int(a), int(b)) for a, b in pairwise(ends)]

    def matrix(self, distance: str, seed: int) -> Tensor:
        """Dissimilarities of the units, float32 (N, N), zero on the diagonal; twice their excess is the distance.

        "energy": Euclidean distances of texts. "mmd": minus a Gaussian kernel of the median distance. "mahalanobis":
        minus inner products of means whitened by the shrunk covariance within groups. All but the diagonal is moved
        by a constant, which the excess does not feel, so that sums lose fewer digits.
        """
        if distance not in DISTANCES:
            raise InputError(f"distance must be one of {list(DISTANCES)}", f"it is {distance!r}", "Choose one of them.")
        if distance == "mahalanobis":
            whitened = self._whitened()
            found = -(whitened @ whitened.T)
        else:
            found = self._between(distance, self._bandwidth(seed) if distance == "mmd" else 1.0)
        count = len(found)
        found -= (found.sum(dtype=torch.float64) - found.diagonal().sum(dtype=torch.float64)) / (count * (count - 1))
        return found.fill_diagonal_(0.0)

    def _bandwidth(self, seed: int) -> float:
        flat = self.points.flatten(0, 1)
        chosen = flat[torch.from_numpy(generator(seed, "bandwidth").permutation(len(flat))[:2_000])].double()
        return float(median_bandwidth(chosen[::2], chosen[1::2]))

    def _between(self, distance: str, bandwidth: float) -> Tensor:
        count, texts, dimensions = self.points.shape
        flat = self.points.reshape(count * texts, dimensions)
        step = max(1, _ROWS // max(1, len(flat) * texts))
        found = torch.empty(count, count)
        for start in range(0, count, step):
            rows = self.points[start : start + step].reshape(-1, dimensions)
            squares = squares_between(rows, flat).clamp_(min=0)
            values = squares.sqrt_() if distance == "energy" else -(squares / (-2 * bandwidth**2)).exp_()
            found[start : start + step] = values.reshape(-1, texts, count, texts).mean((1, 3))
        return (found + found.T) / 2

    def _whitened(self) -> Tensor:
        means = self.points.mean(1).double()
        centred = torch.cat([means[part] - means[part].mean(0) for part in self.slices()])
        covariance = shrunk_covariance(centred, "auto")
        flat = covariance.diagonal() <= 0
        covariance[flat, flat] = 1.0
        lower = torch.linalg.cholesky(covariance)
        return torch.linalg.solve_triangular(lower, means.T, upper=False).T.float()


def weighted_distances(matrix: Tensor, parts: list[slice], weights: np.ndarray) -> np.ndarray:
    """Twice the excess of every two groups under weights of the units, float64 (B, G, G), zero on the diagonal.

    matrix : float32 (N, N), zero on the diagonal. parts : each group's units. weights : float (B, N), at least 0.

    A unit is never compared with itself, however much it weighs: between are sums of w_i w_j D_ij over the products of
    the weights, within over (sum w)^2 - sum w^2. NaN where a group has fewer than two units of positive weight.
    """
    columns = torch.from_numpy(np.ascontiguousarray(weights.T, dtype=np.float32))
    count = len(parts)
    sums = np.zeros((weights.shape[0], count, count))
    for g, own in enumerate(parts):
        products = matrix[: own.stop, own] @ columns[own]  # groups up to this one; the others see it in their turn
        for h in range(g + 1):
            sums[:, g, h] = sums[:, h, g] = (products[parts[h]] * columns[parts[h]]).sum(0, dtype=torch.float64)
    total = np.stack([weights[:, own].sum(1) for own in parts], -1)
    squares = np.stack([(weights[:, own] ** 2).sum(1) for own in parts], -1)
    pairs = total[:, :, None] * total[:, None, :] - squares[:, :, None] * np.eye(count)
    known = pairs > 1e-9 * total[:, :, None] * total[:, None, :]
    return 2 * excess(np.divide(sums, pairs, out=np.full(sums.shape, np.nan), where=known))
