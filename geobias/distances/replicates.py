"""Bootstrap replicates of a pool of points, laid end to end: rows of the pool and what they weigh."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import torch
from torch import Tensor

from geobias.distances.inputs import Cloud
from geobias.distances.sinkhorn_options import SinkhornOptions

SHARED_BYTES = 1 << 30
"""Costs between two whole pools up to this size may be computed once and shared by the replicates."""


@dataclass(frozen=True)
class Replicates:
    """B replicates of a pool, laid end to end.

    Attributes
    ----------
    points : (T, d), those of the pool.
    all_rows : int64 (N,), which of them each replicate holds, replicate after replicate.
    all_weights : (N,), what they weigh there.
    sizes : points of each replicate.
    expected_fraction : expected part of the pool that a replicate holds.
    """

    points: Tensor
    all_rows: Tensor
    all_weights: Tensor
    sizes: tuple[int, ...]
    name: str
    expected_fraction: float

    def __len__(self) -> int:
        return len(self.sizes)

    @cached_property
    def rows(self) -> tuple[Tensor, ...]:
        """Rows by replicate, int64 (n_b,) each."""
        return self.all_rows.split(self.sizes)

    @cached_property
    def weights(self) -> tuple[Tensor, ...]:
        """Weights by replicate, (n_b,) each."""
        return self.all_weights.split(self.sizes)

    @cached_property
    def _lengths(self) -> Tensor:
        return torch.tensor(self.sizes).to(self.all_rows.device)

    def totals(self, values: Tensor) -> Tensor:
        """Sums (B,) of values (N,) over each replicate, added up in one order whatever other replicates there are."""
        return torch.segment_reduce(values, "sum", lengths=self._lengths, unsafe=True)

    def block(self, block: slice) -> Replicates:
        """Some replicates that follow each other."""
        start, stop, _ = block.indices(len(self))
        inside = slice(sum(self.sizes[:start]), sum(self.sizes[:stop]))
        rows, weights = self.all_rows[inside], self.all_weights[inside]
        return replace(self, all_rows=rows, all_weights=weights, sizes=self.sizes[block])

    def wide(self, which: Tensor, options: SinkhornOptions) -> Replicates:
        """Some of the replicates (int64 (k,), rising) in float64, and for balanced transport of mass 1 there too."""
        which = which.cpu()
        chosen = torch.zeros(len(self), dtype=torch.bool).index_fill(0, which, True)
        inside = chosen.repeat_interleave(torch.tensor(self.sizes)).to(self.all_rows.device)
        sizes = tuple(self.sizes[b] for b in which.tolist())
        rows, weights = self.all_rows[inside], self.all_weights[inside].double()
        wide = replace(self, points=self.points.double(), all_rows=rows, all_weights=weights, sizes=sizes)
        if options.reach is not None:
            return wide
        return replace(wide, all_weights=weights / wide.totals(weights).repeat_interleave(wide._lengths))

    def cloud(self, b: int) -> Cloud:
        """Replicate b with its points written out."""
        rows = self.rows[b]
        return Cloud(self.points[rows], self.weights[b], f"{self.name}, replicate {b}", rows, len(self.points))
