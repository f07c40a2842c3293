"""The debiased Sinkhorn divergence of two token clouds: every backend beside geomloss, OTT-JAX and POT.

    python benchmarks/sinkhorn.py [--sizes 200,1000,2000] [--width 384] [--online] [--batch 100]

All from the same points, weights, diameter and schedule, in float32 on one thread; the reference is float64. A peer
that is not installed is left out. `--online` adds geomloss's KeOps solver (it compiles first; slow at such widths).
POT solves exact transport, and OTT-JAX iterates at its own schedule: their values are other numbers, so they are shown
against themselves in float64 and say so. `--batch` solves as many pairs of the first size in one call.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import torch
from harness import parser, report
from torch import Tensor

from geobias.bench.clouds import token_clouds
from geobias.bench.comparing import Row, Side, compare
from geobias.bench.quick import FLOAT32, PEERS, geomloss_divergence, sinkhorn_rows
from geobias.distances import cloud_diameter, sinkhorn_divergence
from geobias.distances.backends import usable_backends
from geobias.distances.settings import Settings

BLUR = 0.05


def exact(x: Tensor, y: Tensor) -> float:
    """POT: exact transport, half the squared distance."""
    import ot

    cost = torch.cdist(x, y).square() / 2
    return float(ot.emd2(ot.unif(len(x)), ot.unif(len(y)), cost.numpy()))


def ott(x: Tensor, y: Tensor, type_name: str) -> Callable[[], np.ndarray]:
    """OTT-JAX: the dense divergence, compiled; epsilon scheduled down as ours is, iterations as many as we visit."""
    import jax
    from ott.geometry import pointcloud
    from ott.tools import sinkhorn_divergence as divergence

    jax.config.update("jax_enable_x64", True)
    left, right = (jax.numpy.asarray(points.numpy(), dtype=type_name) for points in (x, y))

    @jax.jit
    def solve(a: Any, b: Any) -> Any:
        found = divergence.sinkhorn_divergence(
            pointcloud.PointCloud, a, b, epsilon=2 * BLUR**2, solve_kwargs={"max_iterations": 20, "threshold": 0.0}
        )
        return found[0] / 2

    return lambda: np.asarray(solve(left, right).block_until_ready())


def peers(x: Tensor, y: Tensor, runs: int, online: bool) -> list[Row]:
    """Solvers of other problems or schedules, each against itself in float64; and geomloss's online solver."""
    rows: list[Row] = []
    case = f"Sinkhorn {len(x)} x {len(y)}, {x.shape[1]} dimensions"

    def alone(name: str, side: Side, truth: Any, note: str) -> None:
        rows.extend(compare("sinkhorn peers", case, {name: side}, peer=name, tolerance=1e-4, reference=truth,
                            runs=runs, notes={name: note}))  # fmt: skip

    if online and importlib.util.find_spec("pykeops"):
        diameter = float(cloud_diameter([x, y]))
        truth = sinkhorn_divergence(x.double(), y.double(), diameter=diameter, backend="torch")
        alone("geomloss online", partial(geomloss_divergence, x, y, diameter, "online"), truth, "same value as ours")
    if importlib.util.find_spec("ot") and len(x) <= 2000:
        alone("POT exact", partial(exact, x, y), exact(x.double(), y.double()), "exact transport, undebiased")
    if importlib.util.find_spec("ott"):
        alone("OTT-JAX", ott(x, y, "float32"), ott(x, y, "float64")(), "20 iterations at the last epsilon")
    return rows


def batch_rows(x: Tensor, y: Tensor, count: int, runs: int) -> list[Row]:
    """Many pairs of one size in one call, against geomloss in one call (its batch shares a diameter)."""
    size = len(x) // count
    left, right = (points[: size * count].unflatten(0, (count, size)) for points in (x, y))
    diameter = float(cloud_diameter([x, y]))
    solve = partial(sinkhorn_divergence, diameter=diameter)
    names = [name for name in usable_backends(Settings(), x.device, x.dtype) if name not in PEERS]
    sides: dict[str, Any] = {name: partial(solve, left, right, backend=name) for name in names}
    peer = names[0]
    if importlib.util.find_spec("geomloss"):
        peer = "geomloss tensorized"
        sides = {peer: partial(geomloss_divergence, left, right, diameter), **sides}
    truth = solve(left.double(), right.double(), backend="torch")
    case = f"Sinkhorn, {count} pairs of {size} x {size}, {x.shape[1]} dimensions"
    return compare("sinkhorn batch", case, sides, peer=peer, tolerance=FLOAT32, reference=truth, runs=runs)


def main() -> None:
    flags = parser(__doc__)
    flags.add_argument("--sizes", default="200,1000,2000")
    flags.add_argument("--width", type=int, default=384)
    flags.add_argument("--online", action="store_true")
    flags.add_argument("--batch", type=int, default=0)
    chosen = flags.parse_args()
    sizes = [int(size) for size in chosen.sizes.split(",")]
    for size in sizes:
        x, y = token_clouds(size, chosen.width)
        report(sinkhorn_rows(x, y, runs=chosen.runs), chosen)
        report(peers(x, y, chosen.runs, chosen.online), chosen)
    if chosen.batch:
        report(batch_rows(*token_clouds(sizes[0] * chosen.batch, chosen.width), chosen.batch, chosen.runs), chosen)


if __name__ == "__main__":
    main()
