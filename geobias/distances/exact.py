"""Exact optimal transport between small clouds, through POT."""

from __future__ import annotations

from functools import partial
from typing import Any

import torch
from torch import Tensor

from geobias.arguments import number
from geobias.distances.cloud_pairs import measure_pairs, root
from geobias.distances.inputs import Cloud
from geobias.distances.once_differentiable import once_differentiable
from geobias.errors import GeobiasError, InputError, require
from geobias_kernels.costs import pooled_mean, squares_between

MAX_ENTRIES = 1 << 24
"""Largest n m: the network simplex takes seconds there, and its time grows as the cube of n."""

MAX_PIVOTS = 10_000_000


def exact_wasserstein(x: Any, y: Any, a: Any | None = None, b: Any | None = None, *, p: int = 2) -> Tensor:
    """Optimal transport cost of the ground cost |x - y|^p / p, which `sinkhorn_divergence` tends to as blur falls.

    Parameters
    ----------
    x, y : float tensors (..., n, d) and (..., m, d); leading axes are a batch and broadcast; n m up to 2^24 (4096
        points each). Larger clouds are refused.
    a, b : weights (..., n) and (..., m), >= 0, of one sum; None = uniform; 0 = the point is absent.
    p : 2 or 1. The value is W_2^2 / 2 with p=2, W_1 with p=1.

    Returns
    -------
    Tensor (...,); solved in float64 on the CPU by the network simplex of POT (`pip install 'geobias[exact]'`).
    Differentiable once: in points through the optimal plan, in weights through the dual potentials.

    Raises
    ------
    InputError : clouds too large, an empty cloud, NaN, a negative weight, masses that differ, a wrong p.
    MissingDependencyError : POT is absent.

    >>> x = torch.tensor([[0.0, 0.0]])
    >>> exact_wasserstein(x, x + torch.tensor([3.0, 4.0])).item()
    12.5
    """
    p = int(number("p", p, "be 1 or 2", lambda v: v in (1, 2), "Pass p=2 for half the squared distance."))
    ot = require("ot", extra="exact", purpose="exact_wasserstein")
    return measure_pairs(partial(_exact, p=p, ot=ot), x, y, a, b, degree=p)


def _exact(x: Cloud, y: Cloud, p: int, ot: Any) -> Tensor:
    entries = len(x.points) * len(y.points)
    if entries > MAX_ENTRIES:
        raise InputError(
            f"{x.name} and {y.name} must have at most {MAX_ENTRIES} pairs of points for exact transport",
            f"{len(x.points)} x {len(y.points)} are {entries}",
            "Pass them to sinkhorn_divergence with tol=1e-3 and a small blur, or draw fewer points.",
        )
    centre = pooled_mean(x.points, y.points)
    sides = [t.double() for t in (x.points - centre, y.points - centre, x.weights, y.weights)]
    left, right, a, b = once_differentiable("the exact transport cost", *sides)
    squares = squares_between(left, right)
    cost = squares / 2 if p == 2 else root(squares, 2)
    if not bool(torch.isfinite(cost).all()):
        got = "the square of a distance overflows"
        raise InputError(f"{x.name} and {y.name} must not be so far apart", got, "Divide the points by one number.")
    plan, u, v = (part.to(cost.device) for part in _solve(a, b, cost, ot))
    # The plan is optimal in the cost and the potentials in the weights, so either is held fixed.
    return (plan * cost).sum() + u @ (a - a.detach()) + v @ (b - b.detach())


def _solve(a: Tensor, b: Tensor, cost: Tensor, ot: Any) -> tuple[Tensor, Tensor, Tensor]:
    """Optimal plan (n, m) and dual potentials (n,) and (m,)."""
    masses = [(w / w.sum()).detach().cpu().numpy() for w in (a, b)]
    # Its tolerances are absolute: costs are brought to 1.
    scale = float(cost.detach().max()) or 1.0
    plan, log = ot.emd(*masses, (cost.detach() / scale).cpu().numpy(), numItermax=MAX_PIVOTS, log=True)
    if log["warning"] is not None:
        raise GeobiasError(f"exact transport found no optimum: {log['warning']}. Draw fewer points.")
    return torch.from_numpy(plan), scale * torch.from_numpy(log["u"]), scale * torch.from_numpy(log["v"])
