"""The Sinkhorn divergence of two clouds, or of a batch of pairs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from geobias.distances.backends import widened_backend
from geobias.distances.cloud_pairs import Batch
from geobias.distances.dual_values import divergence, valued
from geobias.distances.even_pairs import EvenPairs, even_pairs
from geobias.distances.even_solver import solve_even
from geobias.distances.inputs import Cloud, box_diagonal, prepare, widened
from geobias.distances.loop import LoopResult
from geobias.distances.precision import notice
from geobias.distances.problems import Problem, solve_all
from geobias.distances.proof import Bounds, combined
from geobias.distances.schedule import Schedule
from geobias.distances.sinkhorn_options import SinkhornOptions, check_diameter


@dataclass(frozen=True)
class SinkhornSolution:
    """A Sinkhorn divergence with what it was made of.

    Attributes
    ----------
    value : Tensor (...,), as `sinkhorn_divergence` returns it.
    f, g : Tensors (..., n) and (..., m), its potentials at the points of x and y: of transport alone, or debiased,
        less those of each cloud with itself. NaN at points of weight 0.
    eps : last regularisation, blur^p.
    n_iter : most sweeps, or with `tol` steps tried, that any of the problems took.
    residual : largest marginal error (L1, relative to a mass of 1) before the last step; NaN where not known.
    bounds : with `tol`, float64 tensors (...,) between which the value lies, proved from the potentials alone; None
        without it, and where costs are not kept. Of a debiased value they have the errors of all three costs.
    backend, reason : what computed it, and why that was chosen.
    """

    value: Tensor
    f: Tensor
    g: Tensor
    eps: float
    n_iter: int
    residual: float
    backend: str
    reason: str
    bounds: tuple[Tensor, Tensor] | None = None


def sinkhorn_divergence(
    x: Any,
    y: Any,
    a: Any | None = None,
    b: Any | None = None,
    *,
    p: int = 2,
    blur: float = 0.05,
    scaling: float = 0.5,
    reach: float | None = None,
    debias: bool = True,
    diameter: float | None = None,
    tol: float | None = None,
    backend: str = "auto",
    precision: str = "ieee",
) -> Tensor:
    """Debiased entropic transport cost between clouds x and y (Feydy et al. 2019; values of geomloss 0.3.1).

    Parameters
    ----------
    x, y : float tensors (..., n, d) and (..., m, d); leading axes are a batch and broadcast. Half types are computed
        in float32; of float32 and float64 the wider is taken.
    a, b : weights (..., n) and (..., m), >= 0; None = uniform; 0 = the point is absent.
    p : 2 for the cost |x - y|^2 / 2, 1 for |x - y|. With p=2 the value is about W2^2 / 2.
    blur : scale below which nothing is told apart; the last eps is blur^p. In units of the points.
    scaling : ratio of successive scales of the schedule, in (0, 1); closer to 1 is slower and more exact.
    reach : None holds masses exactly; a number lets mass that must travel farther be made and destroyed instead.
    debias : take off the cost of each cloud with itself, so that S(x, x) = 0.
    diameter : scale at which the schedule starts; None = diagonal of the bounding box of the pair.
    tol : None is geomloss's schedule, one visit an eps. A number is the largest relative error of every transport cost
        that the value is made of (relative to eps where a cost is below that), proved from both sides, and the largest
        marginal error; computed in float64. Schedule and diameter then decide nothing but, without C++, the time.
        Costs that are not kept, and "keops", are iterated to the marginal error alone.
    backend : "auto", or a name from `available_backends`.
    precision : "ieee", "tf32x3" or "tf32", the least that a backend may use for products; "torch" always computes
        costs in float64.

    Returns
    -------
    Tensor (...,), differentiable in points and weights through the last step alone, which is the gradient of the
    converged value. Without convergence it is slightly negative at worst; nothing is clamped.

    Raises
    ------
    InputError : an empty cloud, NaN, a negative weight, masses that differ (without `reach`), or a wrong setting.

    >>> x = torch.tensor([[0.0, 0.0]])
    >>> round(float(sinkhorn_divergence(x, x + torch.tensor([3.0, 4.0]))), 4)
    12.5
    """
    options = SinkhornOptions(p, blur, scaling, reach, debias, tol, backend, precision)
    return solve_pairs(x, y, a, b, options, diameter).value


def solve_sinkhorn(
    x: Any,
    y: Any,
    a: Any | None = None,
    b: Any | None = None,
    *,
    p: int = 2,
    blur: float = 0.05,
    scaling: float = 0.5,
    reach: float | None = None,
    debias: bool = True,
    diameter: float | None = None,
    tol: float | None = None,
    backend: str = "auto",
    precision: str = "ieee",
) -> SinkhornSolution:
    """`sinkhorn_divergence` with its potentials, sweeps, marginal error and bounds; the same parameters."""
    options = SinkhornOptions(p, blur, scaling, reach, debias, tol, backend, precision)
    return solve_pairs(x, y, a, b, options, diameter)


def solve_pairs(
    x: Any, y: Any, a: Any | None, b: Any | None, options: SinkhornOptions, diameter: float | None, joint: bool = False
) -> SinkhornSolution:
    """Solve every pair of a batch by itself, so that no item changes another but (joint) by one box around all."""
    start, batch = check_diameter(diameter), Batch.read(x, y, a, b)
    even = even_pairs(batch, options, start, joint)
    return _one_by_one(batch, options, start, joint) if even is None else _at_once(batch, *even)


def _at_once(batch: Batch, pairs: EvenPairs, options: SinkhornOptions) -> SinkhornSolution:
    found, backend, reason = solve_even(pairs, options)
    parts = (part.to(pairs.x.dtype) for part in (found.value, found.f, found.g))
    value, f, g = (part.reshape((*batch.shape, *part.shape[1:])) for part in parts)
    return SinkhornSolution(value, f, g, options.eps, found.n_iter, found.residual, backend, reason)


def _one_by_one(batch: Batch, options: SinkhornOptions, start: float | None, joint: bool) -> SinkhornSolution:
    """Pairs of which some lack points, or need a word or a float type of their own."""
    shape, pairs = batch.shape, batch.pairs()
    dtype = pairs[0][0].points.dtype
    extents = [box_diagonal(pair) for pair in pairs]
    if joint and start is None:
        start = box_diagonal([cloud for pair in pairs for cloud in pair])
    options = options.within(max(*extents, start or 0.0))
    ready = [prepare(list(pair), options, extent) for pair, extent in zip(pairs, extents, strict=True)]
    schedules = [options.schedule(extent if start is None else start) for extent in extents]
    solved = _solve(ready, schedules, options, dtype)
    lost = [k for k, item in enumerate(solved) if not item.carried]
    if lost:
        notice(depth=5)
        wide = [[widened(cloud, options) for cloud in ready[k]] for k in lost]
        again = _solve(wide, [schedules[k] for k in lost], options, dtype)
        solved = [dict(zip(lost, again, strict=True)).get(k, item) for k, item in enumerate(solved)]
    parts = ([getattr(item, name) for item in solved] for name in ("value", "f", "g"))
    value, f, g = (torch.stack(part).to(dtype).reshape((*shape, *part[0].shape)) for part in parts)
    n_iter, residual = (max(getattr(item, name) for item in solved) for name in ("n_iter", "residual"))
    first, limits = solved[0], _stacked([item.bounds for item in solved], value)
    return SinkhornSolution(value, f, g, options.eps, n_iter, residual, first.backend, first.reason, limits)


def _stacked(bounds: list[Bounds | None], value: Tensor) -> tuple[Tensor, Tensor] | None:
    """Bounds of a batch in its shape; None where any of its items has none."""
    known = [item for item in bounds if item is not None]
    if len(known) < len(bounds):
        return None
    both = torch.tensor(known, dtype=torch.float64, device=value.device)
    return both[:, 0].reshape(value.shape), both[:, 1].reshape(value.shape)


@dataclass(frozen=True)
class _Solved:
    """One pair as `SinkhornSolution` holds a batch of them, float64, and whether its float type carries the value."""

    value: Tensor
    f: Tensor
    g: Tensor
    n_iter: int
    residual: float
    backend: str
    reason: str
    carried: bool
    bounds: Bounds | None


def _solve(
    pairs: list[list[Cloud]], schedules: list[Schedule], options: SinkhornOptions, given: torch.dtype
) -> list[_Solved]:
    """Solve pairs, those of one float type together; `given` is the type that the clouds came in."""
    found: dict[int, _Solved] = {}
    for dtype in dict.fromkeys(pair[0].points.dtype for pair in pairs):
        places = [k for k, pair in enumerate(pairs) if pair[0].points.dtype == dtype]
        backend, reason = widened_backend(options, pairs[0][0].points.device, dtype, given)
        problems = [_problems(pairs[k], options, schedules[k]) for k in places]
        results = iter(solve_all([problem for some in problems for problem in some], options, backend))
        for k, some in zip(places, problems, strict=True):
            found[k] = _assemble(some, [next(results) for _ in some], options, backend.name, reason)
    return [found[k] for k in range(len(pairs))]


def _problems(clouds: list[Cloud], options: SinkhornOptions, schedule: Schedule) -> list[Problem]:
    problems = [Problem(clouds[0], clouds[1], schedule, followed=options.debias)]
    if options.debias:
        problems += [Problem(cloud, None, schedule) for cloud in clouds]
    return problems


def _assemble(
    problems: list[Problem], results: list[LoopResult], options: SinkhornOptions, backend: str, reason: str
) -> _Solved:
    """One pair from its problem and, debiased, those of its clouds with themselves."""
    schedule = problems[0].schedule
    parts = [valued(p.weights, r.after, options, schedule) for p, r in zip(problems, results, strict=True)]
    f, g = results[0].after
    if options.debias:
        f, g = f - results[1].after[0], g - results[2].after[0]
    value, kept = divergence(parts, options, schedule)
    x, y = problems[0].clouds
    carried = x.points.dtype == torch.float64 or bool(kept)
    n_iter, residual = max(r.n_iter for r in results), max(r.residual for r in results)
    limits = combined([r.bounds for r in results])
    return _Solved(value, _spread(f, x), _spread(g, y), n_iter, residual, backend, reason, carried, limits)


def _spread(potential: Tensor, cloud: Cloud) -> Tensor:
    """The potential at every point that was given, NaN where the weight is 0."""
    return potential.new_full((cloud.size,), torch.nan).index_copy(0, cloud.kept, potential)
