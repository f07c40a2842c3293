"""Samples of clusters as clouds, and the Sinkhorn divergences between them in one batched call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
from torch import Tensor

from geobias.clouds import TokenClouds
from geobias.distances import TableOptions, cloud_diameter, pairwise_table
from geobias.errors import InputError
from geobias.measures.geometry import DistanceSettings
from geobias.seeds import generator


@dataclass(frozen=True)
class Samples:
    """Samples of a group.

    documents : of each sample the positions of its documents in `clouds`.
    kept : of each sample the places, rising, of the tokens that are left of it; None = all.
    """

    name: str
    clouds: TokenClouds
    documents: tuple[np.ndarray, ...]
    kept: tuple[np.ndarray, ...] | None = None

    @classmethod
    def of_clusters(cls, name: str, clouds: TokenClouds, clusters: Sequence[np.ndarray], dealt: np.ndarray) -> Samples:
        """dealt : int64 (samples, m), positions in `clusters`."""
        return cls(name, clouds, tuple(np.concatenate([clusters[i] for i in sample]) for sample in dealt))

    def __len__(self) -> int:
        return len(self.documents)

    def tokens(self) -> np.ndarray:
        """Tokens of every sample before it is thinned, int64 (samples,)."""
        counts = self.clouds.counts.numpy()
        return np.array([counts[documents].sum() for documents in self.documents], dtype=np.int64)

    def thinned(self, tokens: int, seed: int) -> Samples:
        """The same with so many tokens of every sample, drawn at random; a group draws from a stream of its own."""
        rng = generator(seed, "thinned samples", self.name)
        kept = tuple(np.sort(rng.choice(count, tokens, replace=False)) for count in self.tokens())
        return replace(self, kept=kept)

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
            if self.kept is not None:
                cloud = _thinned(cloud, torch.from_numpy(self.kept[number]))
            clouds.append(cloud.points)
            weights.append(cloud.document_weights(torch.ones(len(cloud)), weighting))
        return clouds, weights

    def places(self, number: int) -> np.ndarray:
        """Of a sample's points in the order of `points`, the places among the points of `clouds`, int64 (T,)."""
        starts = self.clouds.offsets.numpy()
        whole = np.concatenate([np.arange(starts[i], starts[i + 1]) for i in self.documents[number]])
        return whole if self.kept is None else whole[self.kept[number]]

    def drawn(self) -> Tensor:
        """Points of all samples."""
        return torch.cat(self.points("token")[0])


def _thinned(cloud: TokenClouds, places: torch.Tensor) -> TokenClouds:
    """The same documents with the tokens at these places, rising, alone."""
    counts = torch.bincount(cloud.owners[places], minlength=len(cloud))
    return TokenClouds(cloud.points[places], torch.cat([torch.zeros_like(counts[:1]), counts.cumsum(0)]))


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
