"""The published experiment: 8 groups, 28 pairs, 100 bootstrap replicates of token clouds, one table a replicate.

    python benchmarks/published_experiment.py [--documents 100] [--replicates 100] [--of 200] [--peer-pairs 3]

Every replicate draws `--documents` of `--of` documents of each group, with replacement. "Masked" holds their tokens
alone; "padded" is as it was run, every document padded to `--length` positions that all count. Ours is one
`bootstrap_sinkhorn_divergence` of all replicates asked for. geomloss takes hours for the whole, so it solves
`--peer-pairs` pairs of the first replicate; its time for all is that times their number, and is labelled so. So are
the padded figures of both sides.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import torch
from harness import corpus, parser, report
from torch import Tensor

from geobias.bench.clouds import document_clouds, widened
from geobias.bench.comparing import Row, compare, relative_difference
from geobias.bench.quick import geomloss_divergence
from geobias.clouds import TokenClouds
from geobias.distances import bootstrap_sinkhorn_divergence, sinkhorn_divergence
from geobias.distances.bootstrap import bootstrap_diameter

GROUPS = 8


def padded(clouds: TokenClouds, length: int) -> TokenClouds:
    """Every document filled up to `length` positions with the mean of its tokens, slightly moved."""
    generator = torch.Generator().manual_seed(0)
    documents = []
    for i in range(len(clouds)):
        points = clouds[i][:length]
        noise = torch.randn(length - len(points), points.shape[1], generator=generator) * points.std(0) / 10
        documents.append(torch.cat([points, points.mean(0) + noise]))
    return TokenClouds.from_list(documents)


def drawn_points(pools: list[TokenClouds], draws: Tensor, replicate: int) -> list[Tensor]:
    """The points of one replicate as geomloss takes them: documents drawn twice stand twice."""
    return [torch.cat([pool[int(i)] for i in draws[replicate, g]]) for g, pool in enumerate(pools)]


def masked_rows(pools: list[TokenClouds], draws: Tensor, peer_pairs: int, runs: int) -> list[Row]:
    """All pairs and replicates by ours; geomloss by a few pairs."""
    start = bootstrap_diameter(pools, draws)
    clouds = drawn_points(pools, draws, 0)
    pairs = [(0, 1), (2, 3), (4, 5), (6, 7)][:peer_pairs]
    problems = len(draws) * len(pools) * (len(pools) - 1) // 2
    ours = bootstrap_sinkhorn_divergence(pools, draws, diameter=start, workers=1)
    found = torch.stack([ours[0, i, j] for i, j in pairs])
    truth = torch.stack([sinkhorn_divergence(clouds[i], clouds[j], diameter=start, backend="torch") for i, j in pairs])
    sides: dict[str, Any] = {
        "geomloss tensorized": lambda: torch.stack([geomloss_divergence(clouds[i], clouds[j], start) for i, j in pairs])
    }
    case = f"{len(pools)} groups x {len(draws)} replicates, masked, {len(clouds[0])} points, {clouds[0].shape[1]} dim."
    theirs = compare("published experiment", case, sides, peer="geomloss tensorized", tolerance=1e-6, reference=truth,
                     runs=1, notes={"geomloss tensorized": f"{len(pairs)} pairs"})  # fmt: skip
    whole = partial(bootstrap_sinkhorn_divergence, pools, draws, diameter=start, workers=1)
    agrees = relative_difference(found, truth) <= 1e-6
    mine = compare("published experiment", case, {"geobias": whole}, peer="geobias", tolerance=1e-6, reference=ours,
                   runs=runs)  # fmt: skip
    return with_extrapolation(theirs[0], mine[0], problems / len(pairs), agrees)


def with_extrapolation(theirs: Row, mine: Row, times: float, agrees: bool) -> list[Row]:
    """The peer's few pairs scaled to all of them, and ours against that; nothing where the values disagree."""
    if not (agrees and theirs.agrees and mine.agrees):
        nothing = {"agrees": False, "seconds": float("nan"), "ratio": float("nan"), "note": "the values disagree"}
        return [replace(theirs, **nothing), replace(mine, peer=theirs.side, **nothing)]
    whole = theirs.seconds * times
    note = f"extrapolated from {theirs.note}"
    return [
        replace(theirs, seconds=whole, note=note),
        replace(mine, peer=theirs.side, ratio=whole / mine.seconds),
    ]


def padded_rows(pools: list[TokenClouds], draws: Tensor, length: int) -> list[Row]:
    """One pair of the first replicate with every document padded, on both sides, scaled to all pairs."""
    filled = [padded(pool, length) for pool in pools[:2]]
    x, y = drawn_points(filled, draws[:1, :2], 0)
    start = bootstrap_diameter(filled, draws[:1, :2])
    sides: dict[str, Any] = {
        "geomloss tensorized": lambda: geomloss_divergence(x, y, start),
        "geobias": lambda: bootstrap_sinkhorn_divergence(filled, draws[:1, :2], diameter=start, workers=1)[0, 0, 1],
    }
    problems = len(draws) * len(pools) * (len(pools) - 1) // 2
    case = f"one pair of {len(x)} x {len(y)}, padded, {x.shape[1]} dim.; {problems} in all"
    rows = compare("published experiment, padded", case, sides, peer="geomloss tensorized", tolerance=1e-5, runs=1)
    return [
        replace(row, note=f"one pair; all would take {row.seconds * problems / 3600:.2f} h") if row.agrees else row
        for row in rows
    ]


def main() -> None:
    flags = parser(__doc__)
    flags.add_argument("--documents", type=int, default=100)
    flags.add_argument("--of", type=int, default=200)
    flags.add_argument("--replicates", type=int, default=100)
    flags.add_argument("--width", type=int, default=512)
    flags.add_argument("--length", type=int, default=128)
    flags.add_argument("--peer-pairs", type=int, default=3)
    flags.add_argument("--padded", action="store_true", help="the padded pair too (12,800 points: minutes, gigabytes)")
    chosen = flags.parse_args()
    clouds = document_clouds(GROUPS, chosen.of, corpus(chosen))
    pools = [TokenClouds(widened(cloud.points, chosen.width), cloud.offsets) for cloud in clouds]
    generator = torch.Generator().manual_seed(0)
    shape = (chosen.replicates, GROUPS, chosen.documents)
    draws = torch.randint(chosen.of, shape, generator=generator)
    report(masked_rows(pools, draws, chosen.peer_pairs, min(chosen.runs, 1)), chosen)
    if chosen.padded:
        report(padded_rows(pools, draws, chosen.length), chosen)


if __name__ == "__main__":
    main()
