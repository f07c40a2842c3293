"""Rows of the GPU's table: Sinkhorn divergences by size, width and precision, beside the peers."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, cast

import torch
from torch import Tensor

from geobias.bench.comparing import Row, Side, Truth, compare
from geobias.bench.quick import geomloss_divergence
from geobias.distances import (
    BACKENDS,
    PRECISIONS,
    TritonBackend,
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
    return compare_sides("sinkhorn gpu", case, sides, truth, runs)


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


def compare_sides(benchmark: str, case: str, sides: Mapping[str, Side], truth: Tensor, runs: int) -> list[Row]:
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
    allowed = {name: allowed_difference(name) for name in usable}
    return [*compare(benchmark, case, usable, peer=peer, truth=Truth(allowed, truth), runs=runs), *failed]


def allowed_difference(side: str) -> float:
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
