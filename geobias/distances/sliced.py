"""Wasserstein distances on the line, and their average over directions."""

from __future__ import annotations

from functools import partial
from typing import Any

import torch
from torch import Tensor
from torch.utils.checkpoint import checkpoint

from geobias.arguments import number, whole
from geobias.arrays import generator
from geobias.distances.cloud_pairs import batch_shape, held, measure_pairs, root
from geobias.distances.inputs import MASS_TOLERANCE, Cloud, as_points, as_weights, make_cloud
from geobias.errors import InputError
from geobias.tensors import dense
from geobias_kernels.costs import pooled_mean

BLOCK_ENTRIES = 1 << 21
"""Projected points a block, 16 MB in float64."""


def wasserstein_1d(x: Any, y: Any, a: Any | None = None, b: Any | None = None, *, p: float = 2) -> Tensor:
    """Wasserstein distance W_p between samples of the line: the p-norm of the difference of their quantile functions.

    Parameters
    ----------
    x, y : float tensors (..., n) and (..., m); leading axes are a batch and broadcast.
    a, b : weights (..., n) and (..., m), >= 0, of one sum; None = uniform; 0 = the point is absent.
    p : order, >= 1. With p=1 the value is scipy.stats.wasserstein_distance.

    Returns
    -------
    Tensor (...,), in units of the points; all of the batch in one sort. Differentiable in points and weights, the
    gradient being 0 where the distance is.

    >>> wasserstein_1d(torch.tensor([0.0, 1.0]), torch.tensor([3.0]), p=1).item()
    2.5
    """
    p = _order(p)
    (points_x, weights_x), (points_y, weights_y) = _line(x, a, "x"), _line(y, b, "y")
    shape = batch_shape(points_x.shape, points_y.shape, 1)
    masses = [weights.detach().sum(-1, dtype=torch.float64) for weights in (weights_x, weights_y)]
    unequal = (masses[0] - masses[1]).abs() > MASS_TOLERANCE * torch.maximum(*masses)
    if bool(unequal.any()):
        first = tuple(unequal.nonzero()[0].tolist())
        found = [float(mass.expand(shape)[first]) for mass in masses]
        raise InputError(
            "weights of x and y must have one sum to be compared",
            f"they sum to {found[0]:.6g} and {found[1]:.6g}",
            "Divide each by its sum.",
        )
    dtype = torch.promote_types(points_x.dtype, points_y.dtype)
    sides = [t.expand(*shape, t.shape[-1]) for t in (points_x, points_y, weights_x, weights_y)]
    return held(_transport(sides[0], sides[1], sides[2], sides[3], p), dtype)


def sliced_wasserstein(
    x: Any,
    y: Any,
    a: Any | None = None,
    b: Any | None = None,
    *,
    p: float = 2,
    n_projections: int = 100,
    projections: Any | None = None,
    rng: Any = None,
) -> Tensor:
    """Sliced Wasserstein distance, (mean over directions of W_p^p of the projected clouds)^(1/p) (Bonneel et al. 2015).

    Parameters
    ----------
    x, y : float tensors (..., n, d) and (..., m, d); leading axes are a batch and broadcast.
    a, b : weights (..., n) and (..., m), >= 0, of one sum; None = uniform; 0 = the point is absent.
    p : order, >= 1.
    n_projections : directions, drawn uniformly from the sphere; the standard error falls as its root.
    projections : the directions themselves, (d, L), a column each (their lengths are made 1); the whole batch, and
        every call that is given them, is measured along the same.
    rng : seed or numpy Generator that draws the directions, the same on every device; None draws new ones each call.

    Returns
    -------
    Tensor (...,), in units of the points: about W_p / sqrt(d) for clouds that differ in all directions alike. In
    float64, block by block of directions. Differentiable in points, weights and projections.

    >>> x = torch.tensor([[0.0, 0.0], [1.0, 0.0]])
    >>> sliced_wasserstein(x, x + torch.tensor([3.0, 4.0]), projections=torch.eye(2), p=1).item()
    3.5
    """
    p, x = _order(p), as_points(x, "x")
    if projections is None:
        directions = _draw_directions(x.shape[-1], whole("n_projections", n_projections, 1), rng)
    else:
        given = dense("projections", projections)
        if given.is_complex():
            raise InputError("projections must be real", f"they are {given.dtype}", "Pass one column a direction.")
        directions = given.double().contiguous()
    return measure_pairs(partial(_sliced, p=p, directions=directions), x, y, a, b)


def _draw_directions(d: int, count: int, rng: Any) -> Tensor:
    return torch.from_numpy(generator("rng", rng).standard_normal((d, count)))


def _sliced(x: Cloud, y: Cloud, p: float, directions: Tensor) -> Tensor:
    if directions.ndim != 2 or directions.shape[0] != x.points.shape[1] or directions.shape[1] == 0:
        raise InputError(
            f"projections must be (d, L) with d = {x.points.shape[1]}, the dimension of the points",
            f"their shape is {tuple(directions.shape)}",
            "Pass one column a direction.",
        )
    directions = directions.to(x.points.device)
    lengths = torch.linalg.vector_norm(directions, dim=0)
    if not bool(torch.isfinite(lengths).all()) or not bool((lengths > 0).all()):
        raise InputError("projections must be finite and not 0", "a column is not", "Leave that column out.")
    centre = pooled_mean(x.points, y.points)
    args = (x.points.double() - centre, y.points.double() - centre, x.weights, y.weights)
    step = max(1, BLOCK_ENTRIES // (len(x.points) + len(y.points)))
    blocks = (directions / lengths).split(step, dim=1)
    distances = []
    for block in blocks:
        if len(blocks) > 1 and torch.is_grad_enabled() and any(arg.requires_grad for arg in (*args, block)):
            distances.append(checkpoint(_slices, *args, block, p, use_reentrant=False, preserve_rng_state=False))
        else:
            distances.append(_slices(*args, block, p))
    every = torch.cat(distances)
    return _norm(every, torch.full_like(every, 1 / len(every)).detach(), p)


def _slices(x: Tensor, y: Tensor, a: Tensor, b: Tensor, directions: Tensor, p: float) -> Tensor:
    """Distances (L,) of the points (n, d) and (m, d) along directions (d, L)."""
    return _transport(directions.T @ x.T, directions.T @ y.T, a, b, p)


def _norm(sizes: Tensor, weights: Tensor, p: float) -> Tensor:
    """(sum_i weights_i sizes_i^p)^(1/p) over the last axis, in units of the largest size: no power overflows, and that
    of the largest does not vanish."""
    largest = sizes.detach().amax(-1, keepdim=True)
    largest = largest.masked_fill(largest == 0, 1)
    return root((weights * (sizes / largest).pow(p)).sum(-1), p) * largest[..., 0]


def _transport(x: Tensor, y: Tensor, a: Tensor, b: Tensor, p: float) -> Tensor:
    """W_p in float64 of points (..., n) and (..., m) with weights of positive sum that broadcast with them."""
    if x.shape[-1] == y.shape[-1] and _is_uniform(a) and _is_uniform(b):
        gaps = (x.double().sort(-1).values - y.double().sort(-1).values).abs()
        return _norm(gaps, torch.full_like(gaps, 1 / gaps.shape[-1]).detach(), p)
    (x, levels_x), (y, levels_y) = _quantiles(x, a), _quantiles(y, b)
    levels = torch.cat([levels_x, levels_y], -1).sort(-1).values
    steps = [torch.searchsorted(own.detach(), levels.detach()) for own in (levels_x, levels_y)]
    gaps = (x.gather(-1, steps[0]) - y.gather(-1, steps[1])).abs()
    return _norm(gaps, levels.diff(prepend=torch.zeros_like(levels[..., :1])), p)


def _quantiles(x: Tensor, weights: Tensor) -> tuple[Tensor, Tensor]:
    """The points in order, and the share of the mass up to each; the last is 1 exactly. Masses are constants."""
    points, order = x.double().sort(-1)
    shares = weights.double().expand(x.shape).gather(-1, order).cumsum(-1)
    return points, (shares / shares[..., -1:].detach()).contiguous()


def _is_uniform(weights: Tensor) -> bool:
    return not weights.requires_grad and bool((weights == weights[..., :1]).all())


def _line(values: Any, weights: Any | None, name: str) -> tuple[Tensor, Tensor]:
    """Checked samples (..., n), those of weight 0 replaced by 0, and their weights."""
    tensor = dense(name, values)
    if tensor.ndim == 0 or not tensor.is_floating_point():
        raise InputError(
            f"{name} must be a float tensor (..., n)", f"it is {tensor.dtype} of shape {tuple(tensor.shape)}",
            "Pass one number per point.",
        )  # fmt: skip
    points = as_points(tensor[..., None], name)
    checked = as_weights(weights, points, name)
    usable = torch.isfinite(checked) & (checked >= 0) & (torch.isfinite(points[..., 0]) | (checked == 0))
    if not bool(usable.all()) or not bool((checked > 0).any(-1).all()):
        rows = zip(points.reshape(-1, *points.shape[-2:]), checked.reshape(-1, checked.shape[-1]), strict=True)
        for place, (row, row_weights) in enumerate(rows):
            make_cloud(row, row_weights, f"{name}[{place}]" if tensor.ndim > 1 else name)
    return points[..., 0].masked_fill(checked == 0, 0), checked


def _order(p: Any) -> float:
    return number("p", p, "be a number >= 1", lambda v: v >= 1, "Pass p=2.")
