"""Pools of documents with the draws of their bootstrap replicates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import torch
from torch import Tensor

from geobias.arguments import items, shown
from geobias.clouds import TokenClouds
from geobias.distances.inputs import Cloud, make_cloud, promote
from geobias.distances.sinkhorn_options import SinkhornOptions
from geobias.errors import InputError
from geobias.tensors import dense

SHARED_BYTES = 1 << 30
"""Costs between two whole pools up to this size may be computed once and shared by the replicates."""


@dataclass(frozen=True)
class Replicates:
    """Replicates of a pool: points (T, d), and for each of B replicates rows int64 (n_b,) and their weights (n_b,).

    `expected_fraction` is the expected part of the pool that a replicate holds.
    """

    points: Tensor
    rows: tuple[Tensor, ...]
    weights: tuple[Tensor, ...]
    name: str
    expected_fraction: float

    def __len__(self) -> int:
        return len(self.rows)

    def wide(self, which: Tensor, options: SinkhornOptions) -> Replicates:
        """Some of the replicates (int64 (k,)) in float64, and for balanced transport of mass 1 there too."""
        rows, weights = [self.rows[b] for b in which.tolist()], [self.weights[b].double() for b in which.tolist()]
        if options.reach is None:
            weights = [w / w.sum() for w in weights]
        return replace(self, points=self.points.double(), rows=tuple(rows), weights=tuple(weights))

    def cloud(self, b: int) -> Cloud:
        """Replicate b with its points written out."""
        rows = self.rows[b]
        return Cloud(self.points[rows], self.weights[b], f"{self.name}, replicate {b}", rows, len(self.points))


@dataclass(frozen=True)
class Pool:
    """The documents of a group and those that each replicate draws: draws (B, n)."""

    documents: TokenClouds
    draws: Tensor
    name: str
    weighting: str

    def replicates(self, options: SinkhornOptions, dtype: torch.dtype) -> Replicates:
        """Which points each replicate holds and what they weigh, duplicates merged, in a float type."""
        points = self.documents.points.to(dtype)
        drawn = [self._reweighted(b, options, dtype) for b in range(len(self.draws))]
        rows, weights = zip(*drawn, strict=True)
        return Replicates(points, rows, weights, self.name, self.expected_fraction)

    def _reweighted(self, b: int, options: SinkhornOptions, dtype: torch.dtype) -> tuple[Tensor, Tensor]:
        if not bool(self.documents.counts.cpu()[self.draws[b]].any()):
            raise InputError(
                f"every replicate of {self.name} must draw at least one token",
                f"all documents of replicate {b} are empty",
                "Drop empty documents before drawing.",
            )
        counts = torch.bincount(self.draws[b], minlength=len(self.documents))
        weights = self.documents.document_weights(counts.to(self.documents.points.device), self.weighting)
        rows = (weights > 0).nonzero()[:, 0]
        weights = weights[rows] / (1.0 if options.reach is not None else weights.double().sum())
        return rows, weights.to(dtype)

    @property
    def expected_fraction(self) -> float:
        """Expected part of the documents that a draw of this size with replacement holds."""
        return 1 - (1 - 1 / len(self.documents)) ** self.draws.shape[1]

    def drawn(self) -> Cloud:
        """All points that any replicate draws, uniformly weighted."""
        counts = torch.bincount(self.draws.reshape(-1), minlength=len(self.documents))
        weights = torch.repeat_interleave((counts > 0).float(), self.documents.counts.cpu())
        return make_cloud(self.documents.points, weights.to(self.documents.points.device), self.name)


def make_pools(
    pools: Sequence[TokenClouds], draws: Tensor | Sequence[Tensor], weighting: str, labels: Sequence[str]
) -> list[Pool]:
    """Pools with their draws, in one float type, checked."""
    whole = draws if isinstance(draws, (list, tuple)) else None
    if whole is None and getattr(draws, "ndim", 0) == 3:
        whole = dense("draws", draws).unbind(1)
    by_group = [
        dense("draws", drawn) for drawn in (items("draws", draws, "tensors (B, n)") if whole is None else whole)
    ]
    for pool in pools:
        if not isinstance(pool, TokenClouds):
            raise InputError("pools must be TokenClouds", f"one is {shown(pool)}", "Use TokenClouds.from_list.")
    if len(by_group) != len(pools) or not pools:
        raise InputError(
            f"draws must be int64 (B, {len(pools)}, n), or a list of {len(pools)} tensors (B, n_g)",
            f"they hold {len(by_group)} groups",
            "Pass one set of draws a pool.",
        )
    dtype = torch.float32
    for pool in pools:
        dtype = torch.promote_types(dtype, pool.points.dtype)
    groups = []
    for pool, drawn, label in zip(pools, by_group, labels, strict=True):
        _check_draws(drawn, by_group[0], len(pool), label)
        documents = TokenClouds(pool.points.detach().to(dtype).contiguous(), pool.offsets)
        groups.append(Pool(documents, drawn.cpu(), f"group '{label}'", weighting))
    promote([group.drawn() for group in groups])
    return groups


def _check_draws(drawn: Tensor, first: Tensor, documents: int, label: str) -> None:
    if drawn.dtype != torch.int64 or drawn.ndim != 2 or len(drawn) != len(first) or drawn.numel() == 0:
        raise InputError(
            f"draws of group '{label}' must be int64 (B, n) with one B for all groups and at least one entry",
            f"they are {drawn.dtype} of shape {tuple(drawn.shape)}",
            "Draw at least one document for every replicate of every group.",
        )
    low, high = int(drawn.min()), int(drawn.max())
    if low < 0 or high >= documents:
        raise InputError(
            f"draws of group '{label}' must be positions in its pool of {documents} documents",
            f"they run from {low} to {high}",
            "Draw from 0 up to the number of documents, exclusive.",
        )
