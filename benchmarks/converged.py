"""Converged entropic transport of two token clouds beside exact transport by POT, in one process on one thread.

    python benchmarks/converged.py [--sizes 400,1000,2000] [--width 384] [--blurs 0.05,0.3,1,4] [--tol 1e-8]

Values first: at the smallest blur, bounds within exact transport and that plus the entropy of a plan; at a large one,
the value of POT's `sinkhorn_log`; at every blur, that of the backend `torch` (other start, other equations). Then
times, costs included on every side; exact transport is another problem, which no blur eases. `divergence` has three
transport costs, the others one.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np
import ot
import torch
from harness import corpus, numbers, parser, report
from torch import Tensor

from geobias.bench.clouds import token_clouds
from geobias.bench.comparing import Row, Truth, compare
from geobias.distances import solve_sinkhorn

PEER = "POT exact"
CHECKED = 4.0, 300
"""Blur and points at which POT's own loop converges too."""


def cost_of(x: Tensor, y: Tensor) -> Tensor:
    return torch.cdist(x, y).square() / 2


def exact(x: Tensor, y: Tensor) -> Tensor:
    """POT's network simplex, half the squared distance."""
    return torch.as_tensor(ot.emd2(ot.unif(len(x)), ot.unif(len(y)), cost_of(x, y).numpy()), dtype=torch.float64)


def entropic(x: Tensor, y: Tensor, blur: float) -> float:
    """POT's loop in the logarithm, far beyond the point where it is of use."""
    a, b, cost = ot.unif(len(x)), ot.unif(len(y)), cost_of(x, y).numpy()
    plan = ot.sinkhorn(a, b, cost, blur**2, method="sinkhorn_log", numItermax=20_000, stopThr=1e-11)
    return float((plan * cost).sum() + blur**2 * (plan * np.log(plan * len(a) * len(b))).sum())


def check(x: Tensor, y: Tensor, blur: float, tol: float) -> None:
    """Stop where a value is not what POT says."""
    limit, entropy = float(exact(x, y)), blur**2 * math.log(len(x) * len(y))
    lower, upper = map(float, solve_sinkhorn(x, y, blur=blur, tol=tol, debias=False).bounds or (math.nan, math.nan))
    if not limit < lower <= upper < limit + entropy:
        raise SystemExit(f"exact transport is {limit}, but the converged value lies in [{lower}, {upper}].")
    large, points = CHECKED
    small = x[:points], y[:points]
    ours, theirs = float(solve_sinkhorn(*small, blur=large, tol=tol, debias=False).value), entropic(*small, large)
    if not abs(ours / theirs - 1) < 10 * tol:
        raise SystemExit(f"at blur {large} POT's converged value is {theirs}, ours {ours}.")


def rows_of(x: Tensor, y: Tensor, blurs: list[float], tol: float, runs: int) -> list[Row]:
    """Of float64 clouds: exact transport, the converged cost at each blur, and the divergence at the first."""
    sides: dict[str, Any] = {PEER: partial(exact, x, y)}
    own: dict[str, Tensor] = {}
    notes: dict[str, str] = {}
    allowed = {PEER: 1e-12}

    def add(name: str, **settings: Any) -> None:
        solve = partial(solve_sinkhorn, x, y, tol=tol, **settings)
        made = solve()
        assert made.bounds is not None
        lower, upper = map(float, made.bounds)
        other = solve_sinkhorn(x, y, tol=tol, backend="torch", **settings)
        sides[name], own[name], allowed[name] = lambda: solve().value, other.value, 10 * tol
        notes[name] = f"marginals to {made.residual:.1e}, value to {(upper - lower) / upper:.1e}; {made.n_iter} steps"

    for blur in blurs:
        add(f"converged, blur {blur:g}", blur=blur, debias=False)
    add(f"divergence, blur {blurs[0]:g}", blur=blurs[0])
    case = f"Converged {len(x)} x {len(y)}, {x.shape[1]} dimensions"
    return compare("converged", case, sides, peer=PEER, truth=Truth(allowed, own=own), runs=runs, notes=notes)


def main() -> None:
    flags = parser(__doc__)
    flags.add_argument("--sizes", type=numbers, default=[400, 1000, 2000])
    flags.add_argument("--width", type=int, default=384)
    flags.add_argument(
        "--blurs", type=lambda text: [float(word) for word in text.split(",")], default=[0.05, 0.3, 1, 4]
    )
    flags.add_argument("--tol", type=float, default=1e-8)
    chosen = flags.parse_args()
    texts = corpus(chosen)
    for size in chosen.sizes:
        x, y = (cloud.double() for cloud in token_clouds(size, chosen.width, texts))
        check(x, y, chosen.blurs[0], chosen.tol)
        report(rows_of(x, y, chosen.blurs, chosen.tol, chosen.runs), chosen)


if __name__ == "__main__":
    main()
