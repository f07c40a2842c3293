"""Pools of documents with the draws of their bootstrap replicates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from geobias.arguments import choice, items, shown
from geobias.clouds import WEIGHTINGS, TokenClouds
from geobias.distances.inputs import Cloud, make_cloud, promote
from geobias.distances.replicates import Replicates
from geobias.distances.sinkhorn_options import SinkhornOptions
from geobias.errors import InputError
from geobias.tensors import dense


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
