"""The debiased Sinkhorn divergence of two token clouds: every backend beside geomloss, OTT-JAX and POT.

    taskset -c 0 python benchmarks/sinkhorn.py [--sizes 200,1000,2000] [--width 384] [--batch 100] [--gradients]
        [--peers online,ott,exact]

All from the same points, weights, diameter and schedule, in float32 on one thread (`taskset` holds ours to it), against
float64. `--batch` solves as many pairs of the first size in one call, and that alone; `--gradients` times value and
gradients of all points together. Further peers by name: geomloss's `online` solver (KeOps; it compiles first,
and takes a minute for 1000 points of such width), `ott` (OTT-JAX, dense, jitted) and `exact` (POT).

OTT-JAX runs the same eps, as many sweeps and the symmetric updates of self terms, but updates one side after the other;
POT solves exact transport without debiasing. So their values are other numbers, held to their own in float64.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import Any

import torch
from harness import corpus, numbers, parser, report
from torch import Tensor

from geobias.bench.clouds import token_clouds
from geobias.bench.comparing import Row, Truth, compare
from geobias.bench.quick import FLOAT32, PEERS, geomloss_divergence, sinkhorn_rows
from geobias.distances import SinkhornOptions, cloud_diameter, sinkhorn_divergence, usable_backends

BLUR = 0.05
GRADIENTS = 1e-3
"""Largest error of float32 in gradients, relative to the largest: costs are 10^4 times eps."""
OTHER_VALUE = 1e-4
"""Largest relative error of float32 in a peer that solves another problem; neither of them centres its points."""

Peer = tuple[Callable[[], float], Callable[[], float] | None, str]
"""A side, its own reference where its value is not ours, and what its value is."""


def online(x: Tensor, y: Tensor, diameter: float) -> Peer:
    """geomloss through KeOps."""
    return lambda: float(geomloss_divergence(x, y, diameter, "online")), None, ""


def exact(x: Tensor, y: Tensor, diameter: float) -> Peer:
    """POT: exact transport, half the squared distance."""
    import ot

    def solve(x: Tensor, y: Tensor) -> float:
        return float(ot.emd2(ot.unif(len(x)), ot.unif(len(y)), torch.cdist(x, y).square().numpy() / 2))

    return partial(solve, x, y), partial(solve, x.double(), y.double()), "exact transport"


def ott(x: Tensor, y: Tensor, diameter: float) -> Peer:
    """OTT-JAX: the dense divergence, compiled."""
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    import jax
    from ott.geometry.epsilon_scheduler import Epsilon
    from ott.geometry.pointcloud import PointCloud
    from ott.tools.sinkhorn_divergence import sinkhorn_divergence as divergence

    # OTT's cost is the whole squared distance, so eps and value are twice ours.
    eps = Epsilon(target=2 * BLUR**2, init=(diameter / BLUR) ** 2, decay=0.25)
    sweeps = len(SinkhornOptions().schedule(diameter).steps) + 1
    count = dict.fromkeys(("min_iterations", "max_iterations", "inner_iterations"), sweeps)

    @jax.jit
    def solve(a: Any, b: Any) -> Any:
        return divergence(PointCloud, a, b, epsilon=eps, solve_kwargs=count | {"threshold": 0.0})[0] / 2

    left, right = (jax.numpy.asarray(points.numpy()) for points in (x, y))

    def double() -> float:
        with jax.enable_x64():
            return float(solve(*(jax.numpy.asarray(points.double().numpy()) for points in (x, y))))

    return lambda: float(solve(left, right)), double, "sides in turn: another value"


NAMED = {"online": ("geomloss online", online), "ott": ("OTT-JAX", ott), "exact": ("POT exact", exact)}


def rows_of(x: Tensor, y: Tensor, peers: list[str], runs: int) -> list[Row]:
    """Every backend, geomloss tensorized, and the peers asked for."""
    diameter = float(cloud_diameter([x, y]))
    extra = {NAMED[name][0]: NAMED[name][1](x, y, diameter) for name in peers}
    return sinkhorn_rows(
        x,
        y,
        runs=runs,
        more={name: side for name, (side, _, _) in extra.items()},
        own={name: (truth(), OTHER_VALUE) for name, (_, truth, _) in extra.items() if truth is not None},
        notes={name: note for name, (_, _, note) in extra.items()},
    )


def batch_rows(x: Tensor, y: Tensor, count: int, runs: int) -> list[Row]:
    """Many pairs of one size in one call, against geomloss in one call (its batch shares a diameter)."""
    size = len(x) // count
    left, right = (points[: size * count].unflatten(0, (count, size)) for points in (x, y))
    diameter = float(cloud_diameter([x, y]))
    solve = partial(sinkhorn_divergence, diameter=diameter)
    names = [name for name in usable_backends(SinkhornOptions(), x.device, x.dtype) if name not in PEERS]
    sides: dict[str, Any] = {"geomloss tensorized": partial(geomloss_divergence, left, right, diameter)}
    sides |= {name: partial(solve, left, right, backend=name) for name in names}
    truth = solve(left.double(), right.double(), backend="torch")
    case = f"Sinkhorn, {count} pairs of {size} x {size}, {x.shape[1]} dimensions"
    return compare("sinkhorn batch", case, sides, peer="geomloss tensorized", truth=Truth(FLOAT32, truth), runs=runs)


def gradient_rows(x: Tensor, y: Tensor, runs: int) -> list[Row]:
    """Value and gradients in both clouds."""
    from geomloss import SamplesLoss

    diameter = float(cloud_diameter([x, y]))
    theirs = SamplesLoss("sinkhorn", p=2, blur=BLUR, diameter=diameter, backend="tensorized")
    solve = partial(sinkhorn_divergence, diameter=diameter, blur=BLUR)

    def gradients(loss: Callable[[Tensor, Tensor], Tensor], x: Tensor, y: Tensor) -> Tensor:
        leaves = [points.clone().requires_grad_() for points in (x, y)]
        loss(*leaves).backward()
        return torch.cat([leaf.grad for leaf in leaves if leaf.grad is not None])

    names = [name for name in usable_backends(SinkhornOptions(), x.device, x.dtype) if name not in PEERS]
    sides: dict[str, Any] = {"geomloss tensorized": partial(gradients, theirs, x, y)}
    sides |= {name: partial(gradients, partial(solve, backend=name), x, y) for name in names}
    truth = gradients(partial(solve, backend="torch"), x.double(), y.double())
    case = f"Sinkhorn with gradients, {len(x)} x {len(y)}, {x.shape[1]} dimensions"
    return compare(
        "sinkhorn gradients", case, sides, peer="geomloss tensorized", truth=Truth(GRADIENTS, truth), runs=runs
    )


def main() -> None:
    flags = parser(__doc__)
    flags.add_argument("--sizes", type=numbers, default=[200, 1000, 2000])
    flags.add_argument("--width", type=int, default=384)
    flags.add_argument("--peers", type=lambda text: text.split(","), default=[])
    flags.add_argument("--batch", type=int, default=0)
    flags.add_argument("--gradients", action="store_true")
    chosen = flags.parse_args()
    texts = corpus(chosen)
    if chosen.batch:
        many = token_clouds(chosen.sizes[0] * chosen.batch, chosen.width, texts)
        return report(batch_rows(*many, chosen.batch, chosen.runs), chosen)
    for size in chosen.sizes:
        pair = token_clouds(size, chosen.width, texts)
        rows = gradient_rows(*pair, chosen.runs) if chosen.gradients else rows_of(*pair, chosen.peers, chosen.runs)
        report(rows, chosen)


if __name__ == "__main__":
    main()
