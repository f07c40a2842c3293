"""Pools of documents with the draws of their bootstrap replicates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import torch
from torch import Tensor

from geobias.arguments import choice, items, shown
from geobias.clouds import WEIGHTINGS, TokenClouds
from geobias.distances.inputs import Cloud, make_cloud, promote
from geobias.distances.sinkhorn_options import SinkhornOptions
from geobias.errors import InputError
from geobias.tensors import dense

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


@dataclass(frozen=True)
class Pool:
    """The documents of a group and those that each replicate draws: draws (B, n) on the CPU."""

    documents: TokenClouds
    draws: Tensor
    name: str
    weighting: str

    def replicates(self, options: SinkhornOptions, dtype: torch.dtype) -> Replicates:
        """Which points each replicate holds and what they weigh, duplicates merged, in a float type.

        All replicates at once, on the CPU where draws and offsets are: what a card gets is two tensors.
        """
        offsets, size = self.documents.offsets.cpu(), len(self.documents)
        keys = self.draws + size * torch.arange(len(self.draws))[:, None]
        drawn, copies = keys.unique(return_counts=True)
        replicate, document = drawn // size, drawn % size
        lengths = offsets.diff()[document]
        weights = self._weights(replicate, lengths, copies, options).to(dtype).repeat_interleave(lengths)
        # Places count on within a document, and begin anew where it does.
        begins = offsets[document] - (lengths.cumsum(0) - lengths)
        rows = torch.arange(len(weights)) + begins.repeat_interleave(lengths)
        sizes = torch.zeros(len(self.draws), dtype=torch.int64).index_add(0, replicate, lengths)
        device = self.documents.points.device
        return Replicates(
            self.documents.points.to(dtype), rows.to(device), weights.to(device), tuple(sizes.tolist()), self.name,
            self.expected_fraction,
        )  # fmt: skip

    def _weights(self, replicate: Tensor, lengths: Tensor, copies: Tensor, options: SinkhornOptions) -> Tensor:
        """What a token weighs, in the type of the points, for documents of these lengths in copies of a replicate."""

        def totals(values: Tensor) -> Tensor:
            return torch.bincount(replicate, values.double(), len(self.draws))

        by_token = self.weighting == "token"
        # Whole numbers, so that their sums are exact.
        mass = totals(copies * lengths if by_token else copies * (lengths > 0))
        if not bool(mass.all()):
            raise InputError(
                f"every replicate of {self.name} must draw at least one token",
                f"all documents of replicate {int((mass == 0).nonzero()[0])} are empty",
                "Drop empty documents before drawing.",
            )
        shares = copies.double() if by_token else copies / lengths.clamp(min=1).double()
        weights = (shares / mass[replicate]).to(self.documents.points.dtype)
        if options.reach is not None:
            return weights
        # Rounded weights sum to 1 only so well.
        return weights / totals(weights.double() * lengths).to(weights.dtype)[replicate]

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
    weighting = choice("weighting", weighting, WEIGHTINGS)
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
