"""The published experiment on a card: masked, and as it was run."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import torch
from torch import Tensor

from geobias.bench.card import wait
from geobias.bench.comparing import Row, Side, relative_difference
from geobias.bench.gpu_rows import allowed_difference, compare_sides, token_like
from geobias.clouds import TokenClouds
from geobias.distances import PRECISIONS, bootstrap_diameter, bootstrap_sinkhorn_divergence


def experiment_rows(
    device: torch.device, runs: int, triton: bool, *, replicates: int = 100, documents: int = 100, width: int = 512
) -> list[Row]:
    """8 groups, 28 pairs, replicates that draw `documents` of twice as many, of 17.5 tokens; torch solves one pair."""
    pools, draws = experiment(device, replicates, documents, width)
    solve = partial(bootstrap_sinkhorn_divergence, draws=draws, diameter=bootstrap_diameter(pools, draws))
    truth = _true_first_pair(solve, pools, draws)
    few = min(replicates, 10)
    one = partial(solve, pools[:2], draws=draws[:few, :2], backend="torch")
    sides: dict[str, Side] = {"torch dense": partial(_first_pair, one)}
    if triton:
        for precision in PRECISIONS:
            whole = partial(solve, pools, backend="triton", precision=precision)
            sides[f"triton resident {precision}"] = partial(_first_pair, whole)
    case = f"8 groups x {replicates} replicates of {documents} of {2 * documents} documents, masked, {width} dimensions"
    rows = compare_sides("published experiment gpu", case, sides, truth, runs)
    # Of the 36 problems of a replicate torch solves 3.
    scale = 12 * replicates / few
    return [
        replace(row, seconds=scale * row.seconds, note=f"one pair's time scaled to all; {row.note}".strip("; "))
        if row.side == "torch dense"
        else replace(row, ratio=scale * row.ratio)
        for row in rows
    ]


def as_run_rows(
    device: torch.device,
    triton: bool,
    *,
    replicates: int = 100,
    documents: int = 100,
    width: int = 512,
    length: int = 128,
) -> Iterator[Row]:
    """The same as it was published: every document fills `length` positions that all count. Each side runs once, after
    a first replicate that does not count; torch solves one pair of that."""
    pools, draws = experiment(device, replicates, documents, width, length)
    solve = partial(bootstrap_sinkhorn_divergence, draws=draws, diameter=bootstrap_diameter(pools, draws))
    truth = _true_first_pair(solve, pools, draws)
    case = f"8 groups x {replicates} replicates of {documents} documents as run, {width} dimensions"
    warm = partial(solve, pools[:2], draws=draws[:1, :2], backend="torch")
    scale, peer = 12 * replicates, "torch dense"
    torch_seconds = float("nan")
    sides = {peer: (warm, warm)}
    for precision in PRECISIONS if triton else ():
        ours = partial(solve, pools, backend="triton", precision=precision)
        sides[f"triton resident {precision}"] = partial(ours, draws=draws[:1]), ours
    for name, (first, whole) in sides.items():
        first()
        value, seconds = _once(partial(_first_pair, whole), device)
        seconds *= scale if name == peer else 1
        torch_seconds = seconds if name == peer else torch_seconds
        apart, allowed = relative_difference(value, truth), allowed_difference(name)
        note = "one problem's time scaled to all" if name == peer else "one run"
        yield Row("published experiment gpu", case, name, peer, apart <= allowed, apart, allowed, seconds,
                  torch_seconds / seconds, float("nan"), note)  # fmt: skip


def _once(side: Side, device: torch.device) -> tuple[Any, float]:
    """What a side returns, and the seconds by the wall that it takes."""
    wait(device)
    start = time.perf_counter()
    value = side()
    wait(device)
    return value, time.perf_counter() - start


def experiment(
    device: torch.device, replicates: int, documents: int, width: int, length: int | None = None
) -> tuple[list[TokenClouds], Tensor]:
    """Pools of 8 groups, of twice as many documents as a replicate draws, and the draws.

    Masked, documents have 5 to 30 tokens and are drawn with replacement. Of a fixed `length` none is drawn twice, so
    that replicates have as many points as those of the published run, where what was drawn twice stood twice.
    """
    generator = torch.Generator().manual_seed(0)
    pools = []
    for group in range(8):
        masked = torch.randint(5, 31, (2 * documents,), generator=generator)
        lengths = masked if length is None else torch.full_like(masked, length)
        offsets = torch.cat([torch.zeros(1, dtype=torch.int64), lengths.cumsum(0)])
        pools.append(TokenClouds(token_like(int(offsets[-1]), width, group).to(device), offsets))
    if length is None:
        return pools, torch.randint(2 * documents, (replicates, 8, documents), generator=generator)
    order = torch.rand(replicates, 8, 2 * documents, generator=generator).argsort(-1)
    return pools, order[..., :documents].contiguous()


def _true_first_pair(solve: Callable[..., Tensor], pools: list[TokenClouds], draws: Tensor) -> Tensor:
    """The divergence of the first two groups in the first replicate, in float64."""
    precise = [TokenClouds(pool.points.double(), pool.offsets) for pool in pools[:2]]
    return solve(precise, draws=draws[:1, :2], backend="torch")[0, 0, 1]


def _first_pair(solve: Callable[[], Tensor]) -> Tensor:
    """What a side is compared by: the divergence of the first two groups in the first replicate."""
    return solve()[0, 0, 1]
