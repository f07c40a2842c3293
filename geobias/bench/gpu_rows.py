"""Rows of the GPU's table: Sinkhorn divergences by size, width and precision, and the published experiment, masked."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, cast

import torch
from torch import Tensor

from geobias.bench.card import wait
from geobias.bench.comparing import Row, Side, Truth, compare, relative_difference
from geobias.bench.quick import geomloss_divergence
from geobias.clouds import TokenClouds
from geobias.distances import (
    BACKENDS,
    PRECISIONS,
    TritonBackend,
    bootstrap_diameter,
    bootstrap_sinkhorn_divergence,
    cloud_diameter,
    sinkhorn_divergence,
)

TOLERANCES = {"ieee": 1e-5, "tf32x3": 1e-5, "tf32": 1e-4, "torch dense": 1e-5, "geomloss tensorized": 1e-4}
"""By precision or side, relative to the value in float64; of what is not named 1e-3."""

VOCABULARY = 3000


def token_like(size: int, width: int, seed: int) -> Tensor:
    """A cloud (size, width) like tokens of an encoder: words by Zipf's law, each a vector moved by its context.

    Speed depends on the values: plain noise has no near neighbours, and every sum of exponentials would be one entry.
    """
    shared, own = (torch.Generator().manual_seed(s) for s in (0, seed + 1))
    words = 9 * torch.nn.functional.normalize(torch.randn(VOCABULARY, width, generator=shared), dim=1)
    frequencies = 1 / (torch.arange(VOCABULARY) + 5.0)
    drawn = torch.multinomial(frequencies, size, replacement=True, generator=own)
    context = torch.randn(size, width, generator=own) * (6 / width**0.5)
    return words[drawn] + context


def sinkhorn_rows(x: Tensor, y: Tensor, runs: int, triton: bool) -> list[Row]:
    """Debiased divergence of two float32 clouds: our kernels at every precision, kept and streamed, and the peers."""
    diameter = float(cloud_diameter([x, y]))
    solve = partial(sinkhorn_divergence, x, y, diameter=diameter)
    sides: dict[str, Side] = {"torch dense": partial(solve, backend="torch")}
    if triton:
        for precision in PRECISIONS:
            ours = partial(solve, backend="triton", precision=precision)
            sides[f"triton resident {precision}"] = ours
            sides[f"triton streaming {precision}"] = partial(_streamed, ours)
    sides |= _peers(x, y, diameter)
    truth = sinkhorn_divergence(x.double(), y.double(), diameter=diameter, backend="torch")
    case = f"Sinkhorn {len(x)} x {len(y)}, {x.shape[1]} dimensions"
    return _compare("sinkhorn gpu", case, sides, truth, runs)


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
    rows = _compare("published experiment gpu", case, sides, truth, runs)
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
        apart, allowed = relative_difference(value, truth), _allowed(name)
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


def _peers(x: Tensor, y: Tensor, diameter: float) -> dict[str, Side]:
    found: dict[str, Side] = {}
    if importlib.util.find_spec("geomloss"):
        found["geomloss tensorized"] = partial(geomloss_divergence, x, y, diameter)
    if x.is_cuda and importlib.util.find_spec("geomloss") and importlib.util.find_spec("pykeops"):
        found["geomloss online"] = partial(geomloss_divergence, x, y, diameter, backend="online")
    if x.is_cuda and importlib.util.find_spec("flash_sinkhorn"):
        for name, tf32 in (("flash-sinkhorn tf32", True), ("flash-sinkhorn ieee", False)):
            found[name] = partial(_flash_sinkhorn, x, y, tf32)
    return found


def _flash_sinkhorn(x: Tensor, y: Tensor, tf32: bool) -> Tensor:
    """The same divergence by flash-sinkhorn, whose schedule starts at the pair's own diameter as ours does here."""
    from flash_sinkhorn import SamplesLoss

    with torch.no_grad():
        return SamplesLoss("sinkhorn", p=2, blur=0.05, scaling=0.5, half_cost=True, debias=True, allow_tf32=tf32)(x, y)


def _compare(benchmark: str, case: str, sides: Mapping[str, Side], truth: Tensor, runs: int) -> list[Row]:
    """Rows of the sides that can run, measured by torch; one that cannot gets a row that says why."""
    usable, failed = {}, []
    for name, side in sides.items():
        try:
            side()
            usable[name] = side
        except Exception as error:  # another project's failure, or memory: the table goes on
            why = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
            nan = float("nan")
            failed.append(Row(benchmark, case, name, "torch dense", False, nan, nan, nan, nan, nan, f"failed: {why}"))
    peer = "torch dense" if "torch dense" in usable else next(iter(usable), None)
    if peer is None:
        return failed
    allowed = {name: _allowed(name) for name in usable}
    return [*compare(benchmark, case, usable, peer=peer, truth=Truth(allowed, truth), runs=runs), *failed]


def _allowed(side: str) -> float:
    """How far its value may be from the truth, relative to it."""
    return TOLERANCES.get(side, TOLERANCES.get(side.rpartition(" ")[2], 1e-3))


def _streamed(ours: Callable[[], Any]) -> Any:
    """What ours gives where the card seems to have no memory free."""
    before = BACKENDS["triton"]
    BACKENDS["triton"] = replace(cast(TritonBackend, before), free=lambda device: 0)
    try:
        return ours()
    finally:
        BACKENDS["triton"] = before
