"""From documents to a table of distances: encoding, pooling into clouds, replicates, divergences, end to end.

"direct" keeps token vectors in the memory of the encoder's device, where the distances are computed as well; "stored"
sends them through a store on disk, as a study does that must survive a kill. "plain" is what one would write instead:
the padded loop of `geobias.bench.extraction`, and geomloss pair by pair.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations
from typing import Any

import torch
from torch import Tensor

from geobias.bench.comparing import Row, Truth, compare
from geobias.bench.extraction import padded_batches
from geobias.bench.quick import geomloss_divergence
from geobias.clouds import TokenClouds
from geobias.distances import bootstrap_diameter, bootstrap_sinkhorn_divergence
from geobias.models import EmbeddingStore, Encoder, extract, token_clouds
from geobias.tables import PairTable

DIRECT, STORED, PLAIN = "geobias, direct", "geobias, stored", "padded loop and geomloss"
NEAR = 1e-4
"""Relative: the sides round token vectors differently, and geomloss its float32 costs."""


def pipeline_rows(
    encoder: Encoder,
    groups: Sequence[Sequence[str]],
    *,
    replicates: int,
    documents: int,
    sides: Sequence[str],
    runs: int,
) -> list[Row]:
    """Every side's table (replicates, G, G) of the texts of G groups, from `documents` drawn a replicate."""
    size = min(map(len, groups))
    draws = torch.randint(size, (replicates, len(groups), documents), generator=torch.Generator().manual_seed(0))
    ways: dict[str, Callable[[], list[TokenClouds]]] = {
        DIRECT: partial(_direct, encoder, groups),
        STORED: partial(_stored, encoder, groups),
        PLAIN: partial(_padded, encoder, groups),
    }
    made: dict[str, Any] = {
        side: partial(_measured, ways[side], draws, _peer if side == PLAIN else _ours) for side in sides
    }
    case = (
        f"{len(groups)} groups of {size} texts, {replicates} replicates of {documents}, {encoder.width} dimensions, "
        f"on {encoder.device.type}"
    )
    return compare("documents to table", case, made, peer=sides[0], truth=Truth(NEAR), runs=runs)


def _measured(clouds: Callable[[], list[TokenClouds]], draws: Tensor, solve: Callable[..., Tensor]) -> Tensor:
    """The table's upper triangle (replicates, pairs), by way of the `PairTable` that a study would keep."""
    pools = clouds()
    values = solve(pools, draws, bootstrap_diameter(pools, draws)).double().cpu().numpy()
    table = PairTable(tuple(f"group {g}" for g in range(len(pools))), values, "sinkhorn")
    rows, columns = torch.triu_indices(len(pools), len(pools), 1)
    return torch.from_numpy(table.values[:, rows, columns])


def _direct(encoder: Encoder, groups: Sequence[Sequence[str]]) -> list[TokenClouds]:
    return [token_clouds(encoder, texts) for texts in groups]


def _stored(encoder: Encoder, groups: Sequence[Sequence[str]]) -> list[TokenClouds]:
    with tempfile.TemporaryDirectory() as folder:
        store = EmbeddingStore(folder, encoder.identity)
        texts = [text for group in groups for text in group]
        extract(encoder, store, texts, token_texts=set(texts))
        clouds = [store.clouds(group) for group in groups]
    return [TokenClouds(c.points.to(encoder.device), c.offsets.to(encoder.device)) for c in clouds]


def _padded(encoder: Encoder, groups: Sequence[Sequence[str]]) -> list[TokenClouds]:
    """Content tokens of every text from the padded loop."""
    read = padded_batches(encoder)
    return [TokenClouds.from_padded(*map(torch.cat, zip(*read(texts), strict=True))) for texts in groups]


def _ours(pools: list[TokenClouds], draws: Tensor, diameter: float) -> Tensor:
    return bootstrap_sinkhorn_divergence(pools, draws, diameter=diameter)


def _peer(pools: list[TokenClouds], draws: Tensor, diameter: float) -> Tensor:
    """geomloss on the points of every replicate and pair; documents drawn twice stand twice."""
    values = torch.zeros(len(draws), len(pools), len(pools))
    for b, drawn in enumerate(draws):
        clouds = [pool.select(chosen).points for pool, chosen in zip(pools, drawn, strict=True)]
        for i, j in combinations(range(len(pools)), 2):
            values[b, i, j] = values[b, j, i] = geomloss_divergence(clouds[i], clouds[j], diameter)
    return values
