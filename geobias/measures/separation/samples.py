"""Samples of clusters as clouds, and the Sinkhorn divergences between them in one batched call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from geobias.clouds import TokenClouds
from geobias.distances import TableOptions, cloud_diameter, pairwise_table
from geobias.errors import InputError
from geobias.measures.geometry import DistanceSettings


@dataclass(frozen=True)
class Samples:
    """Samples of a group: for each one the positions of its documents in `clouds`, and its number of clusters."""

    name: str
    clouds: TokenClouds
    documents: tuple[np.ndarray, ...]

    @classmethod
    def of_clusters(cls, name: str, clouds: TokenClouds, clusters: Sequence[np.ndarray], dealt: np.ndarray) -> Samples:
        """dealt : int64 (samples, m), positions in `clusters`."""
        return cls(name, clouds, tuple(np.concatenate([clusters[i] for i in sample]) for sample in dealt))

    def __len__(self) -> int:
        return len(self.documents)

    def points(self, weighting: str) -> tuple[list[Tensor], list[Tensor]]:
        """Points (T, d) and weights (T,) of every sample."""
        clouds, weights = [], []
        for number, documents in enumerate(self.documents):
            cloud = self.clouds.select(torch.from_numpy(documents))
            if not len(cloud.points):
                raise InputError(
                    "every sample must hold at least one token",
                    f"all documents of sample {number} of '{self.name}' are empty",
                    "Drop empty documents first, or take larger samples.",
                )
            clouds.append(cloud.points)
            weights.append(cloud.document_weights(torch.ones(len(cloud)), weighting))
        return clouds, weights

    def drawn(self) -> Tensor:
        """Points of all samples."""
        return torch.cat(self.points("token")[0])


def common_diameter(groups: Sequence[Samples]) -> float:
    """Where all schedules of a table start: the diagonal of the box around all points of all samples."""
    return cloud_diameter([group.drawn() for group in groups])


def divergences(
    groups: Sequence[Samples], distance: DistanceSettings, diameter: float, workers: int | None
) -> np.ndarray:
    """Debiased divergences in float64 between the samples of two groups (n, m), or of one with each other (n, n)."""
    points: list[Tensor] = []
    weights: list[Tensor] = []
    names: list[str] = []
    for group in groups:
        clouds, shares = group.points(distance.weighting)
        points, weights = points + clouds, weights + shares
        names += [f"{group.name}, sample {i}" for i in range(len(group))]
    size, both = len(groups[0]), len(groups) == 2
    pairs = [(i, j) for i in range(size) for j in (range(size, len(names)) if both else range(i))]
    table = TableOptions(pairs, names, diameter, workers, distance.devices)
    values = pairwise_table(points, weights, distance.solver, table).double().cpu().numpy()
    return values[:size, size:] if both else values
