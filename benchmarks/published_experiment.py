"""The published experiment: 8 groups, 28 pairs, 10 x 10 bootstrap replicates of token clouds, one table per replicate.

    python benchmarks/published_experiment.py [--pool 810] [--outer 10] [--of 200] [--inner 10] [--documents 100]

Of `--pool` documents per group every outer part holds `--of`, and every replicate draws `--documents` of those with
replacement. "Masked" holds their tokens alone; "padded" is as it was run, every document padded to `--length` positions
that all count. Ours is one `bootstrap_sinkhorn_divergence` of all replicates. geomloss takes hours for the whole, so it
solves `--peer-pairs` pairs of the first replicate; its time for all is that times their number, and is labelled so. So
are the padded figures of both sides.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import torch
from harness import corpus, parser, report
from torch import Tensor

from geobias.bench.clouds import document_clouds, widened
from geobias.bench.comparing import Row, Truth, compare
from geobias.bench.quick import FLOAT32, geomloss_divergence
from geobias.clouds import TokenClouds
from geobias.distances import bootstrap_diameter, bootstrap_sinkhorn_divergence, sinkhorn_divergence

GROUPS = 8
PAIRS = [(0, 1), (2, 3), (4, 5), (6, 7)]
PEER = "geomloss tensorized"


def nested_draws(pool: int, outer: int, of: int, inner: int, documents: int) -> Tensor:
    """Documents of every replicate, int64 (outer * inner, GROUPS, documents)."""
    generator = torch.Generator().manual_seed(0)
    parts = [[torch.randperm(pool, generator=generator)[:of] for _ in range(GROUPS)] for _ in range(outer)]
    draws = [
        [part[torch.randint(of, (documents,), generator=generator)] for part in groups]
        for groups in parts
        for _ in range(inner)
    ]
    return torch.stack([torch.stack(groups) for groups in draws])


def padded(clouds: TokenClouds, length: int) -> TokenClouds:
    """Every document filled up to `length` positions with the mean of its tokens, slightly moved."""
    generator = torch.Generator().manual_seed(0)
    documents = []
    for i in range(len(clouds)):
        points = clouds[i][:length]
        noise = (
            torch.randn(length - len(points), points.shape[1], generator=generator) * points.std(0, correction=0) / 10
        )
        documents.append(torch.cat([points, points.mean(0) + noise]))
    return TokenClouds.from_list(documents)


def drawn_points(pools: list[TokenClouds], draws: Tensor, replicate: int) -> list[Tensor]:
    """The points of one replicate as geomloss takes them: documents drawn twice stand twice."""
    return [torch.cat([pool[int(i)] for i in draws[replicate, g]]) for g, pool in enumerate(pools)]


def solve_pairs(solve: Any, clouds: list[Tensor], pairs: list[tuple[int, int]]) -> Tensor:
    return torch.stack([solve(clouds[i], clouds[j]) for i, j in pairs])


def masked_rows(pools: list[TokenClouds], draws: Tensor, peer_pairs: int) -> list[Row]:
    """All pairs and replicates by ours, and by geomloss a few pairs of the first; these are what is held to float64."""
    start, pairs = bootstrap_diameter(pools, draws), PAIRS[:peer_pairs]
    clouds = drawn_points(pools, draws, 0)
    double = partial(sinkhorn_divergence, diameter=start, backend="torch")
    truth = solve_pairs(double, [cloud.double() for cloud in clouds], pairs)

    def ours() -> Tensor:
        tables = bootstrap_sinkhorn_divergence(pools, draws, diameter=start, workers=1)
        return torch.stack([tables[0, i, j] for i, j in pairs])

    def theirs() -> Tensor:
        return solve_pairs(lambda x, y: geomloss_divergence(x, y, start), clouds, pairs)

    case = f"{GROUPS} groups x {len(draws)} replicates, masked, {len(clouds[0])} points, {clouds[0].shape[1]} dim."
    rows = compare(
        "published experiment", case, {PEER: theirs, "geobias": ours}, peer=PEER, truth=Truth(FLOAT32, truth), runs=1
    )
    times = len(draws) * GROUPS * (GROUPS - 1) // 2 / len(pairs)
    return extrapolated(rows, times, f"extrapolated from {len(pairs)} pairs")


def extrapolated(rows: list[Row], times: float, note: str) -> list[Row]:
    """The peer's time scaled to the whole, and ours against that; nothing where values disagree."""
    peer, mine = rows
    if not (peer.agrees and mine.agrees):
        return rows
    whole = peer.seconds * times
    return [replace(peer, seconds=whole, note=note), replace(mine, ratio=whole / mine.seconds)]


def padded_rows(pools: list[TokenClouds], draws: Tensor, length: int) -> list[Row]:
    """One pair of the first replicate with every document padded, on both sides, scaled to all pairs."""
    filled = [padded(pool, length) for pool in pools[:2]]
    x, y = drawn_points(filled, draws[:1, :2], 0)
    start = bootstrap_diameter(filled, draws[:1, :2])
    sides: dict[str, Any] = {
        PEER: lambda: geomloss_divergence(x, y, start),
        "geobias": lambda: bootstrap_sinkhorn_divergence(filled, draws[:1, :2], diameter=start, workers=1)[0, 0, 1],
    }
    problems = len(draws) * GROUPS * (GROUPS - 1) // 2
    case = f"one pair of {len(x)} x {len(y)}, padded, {x.shape[1]} dim.; {problems} in all"
    rows = compare("published experiment, padded", case, sides, peer=PEER, truth=Truth(1e-5), runs=1)
    return [
        replace(row, note=f"one pair; all would take {row.seconds * problems / 3600:.2f} h") if row.agrees else row
        for row in rows
    ]


def main() -> None:
    flags = parser(__doc__)
    flags.add_argument("--pool", type=int, default=810)
    flags.add_argument("--outer", type=int, default=10)
    flags.add_argument("--of", type=int, default=200)
    flags.add_argument("--inner", type=int, default=10)
    flags.add_argument("--documents", type=int, default=100)
    flags.add_argument("--width", type=int, default=512)
    flags.add_argument("--length", type=int, default=128)
    flags.add_argument("--peer-pairs", type=int, default=3)
    flags.add_argument("--padded", action="store_true", help="the padded pair instead (12,800 points: minutes)")
    chosen = flags.parse_args()
    clouds = document_clouds(GROUPS, chosen.pool, corpus(chosen))
    pools = [TokenClouds(widened(cloud.points, chosen.width), cloud.offsets) for cloud in clouds]
    draws = nested_draws(chosen.pool, chosen.outer, chosen.of, chosen.inner, chosen.documents)
    rows = padded_rows(pools, draws, chosen.length) if chosen.padded else masked_rows(pools, draws, chosen.peer_pairs)
    report(rows, chosen)


if __name__ == "__main__":
    main()
