"""The native backend: problems go to C++ many at a time, each on one of its own threads."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import torch
from torch import Tensor

from geobias.distances.loop import LoopResult, Potentials, end_to_end
from geobias.distances.problems import STORED_BYTES, DrawnProblem, Problem, last_step
from geobias.distances.replicates import SHARED_BYTES, Replicates
from geobias.distances.sinkhorn_options import SinkhornOptions
from geobias.errors import InputError
from geobias.parallel import available_workers, ordered_map
from geobias_kernels import native
from geobias_kernels.costs import pooled_mean

SHARED_USES = 1.5
"""Costs between all points drawn are computed once where each is used in this many replicates, on average."""


class NativeBackend:
    """The whole loop in C++ on the CPU: the cost is kept, one exponential serves both softmins, what underflows is
    skipped. Without `tol`."""

    name = "native"
    reason = "the whole loop in C++, many problems per call: the fastest on a CPU"

    def obstacle(self) -> str | None:
        if (why := native.obstacle()) is None:
            return None
        return (
            f"its C++ library {why}. Install g++ or clang++, then reinstall with: "
            "pip install --force-reinstall --no-deps geobias (from a checkout: pip install -e .)"
        )

    def declines(self, options: SinkhornOptions, device: torch.device, dtype: torch.dtype) -> InputError | None:
        if options.tol is not None:
            must, got = "run without tol", f"tol is {options.tol:g}"
            return InputError(f"backend 'native' must {must}", got, "Pass backend='torch', which 'auto' takes too.")
        if device.type != "cpu":
            must, got = "have its clouds on the CPU", f"they are on {device}"
            return InputError(f"backend 'native' must {must}", got, "Move them with .cpu(), or pass backend='torch'.")
        return None

    def solve_many(
        self, problems: Sequence[Problem], options: SinkhornOptions, grad: bool, workers: int | None
    ) -> list[LoopResult]:
        ready = [_ready(problem, options) for problem in problems]
        threads = _threads([_bytes(problem) for problem in problems], workers)
        solutions = native.solve(ready, threads)
        results = [
            LoopResult(s.before, s.after, len(p.schedule) + 2, s.residual)
            for p, s in zip(ready, solutions, strict=True)
        ]
        if not grad:
            return results
        finish = partial(_differentiable, options=options)
        return list(ordered_map(finish, zip(problems, results, strict=True), threads))

    def solve_draws(self, drawn: DrawnProblem, options: SinkhornOptions, workers: int) -> Potentials:
        x, y = drawn.x, drawn.y
        other = y or x
        # One centre for all replicates: so it changes no bit whether their costs are shared.
        centre = pooled_mean(x.points, other.points)
        sizes = [len(a) * len(b) * x.points.element_size() for a, b in zip(x.rows, other.rows, strict=True)]
        (points_x, rows_x), (points_y, rows_y) = _drawn(x), _drawn(other)
        whole = len(points_x) * len(points_y) * x.points.element_size()
        cost = None
        if whole <= SHARED_BYTES and sum(sizes) >= SHARED_USES * whole:
            cost = native.costs(points_x, points_y, options.p, centre, workers)
        problems = [
            native.NativeProblem(
                points_x, None if y is None else points_y, x.weights[b], None if y is None else y.weights[b],
                drawn.schedule.steps, options.p, options.rho, rows=rows_x[b], cols=None if y is None else rows_y[b],
                centre=centre, cost=cost, stored=sizes[b] <= STORED_BYTES,
            )
            for b in range(len(x))
        ]  # fmt: skip
        return end_to_end([solution.after for solution in native.solve(problems, _threads(sizes, workers))])


def _ready(problem: Problem, options: SinkhornOptions) -> native.NativeProblem:
    x, y = problem.x, problem.y
    points, weights = (None, None) if y is None else (y.points, y.weights)
    stored = _bytes(problem) <= STORED_BYTES
    steps = problem.schedule.steps
    return native.NativeProblem(x.points, points, x.weights, weights, steps, options.p, options.rho, stored=stored)


def _drawn(side: Replicates) -> tuple[Tensor, list[Tensor]]:
    """The points that any replicate draws, and the rows of each replicate among them."""
    used = torch.zeros(len(side.points), dtype=torch.bool)
    for rows in side.rows:
        used[rows] = True
    place = used.cumsum(0) - 1
    return side.points[used], [place[rows] for rows in side.rows]


def _bytes(problem: Problem) -> int:
    return problem.entries * problem.x.points.element_size()


def _threads(sizes: Sequence[int], workers: int | None) -> int:
    """Threads for problems whose costs have these sizes: not so many that what is kept exceeds the budget."""
    largest = max((size for size in sizes if size <= STORED_BYTES), default=1)
    return max(1, min(workers or available_workers(), STORED_BYTES // largest))


def _differentiable(pair: tuple[Problem, LoopResult], options: SinkhornOptions) -> LoopResult:
    """The result with its last step in the graph of gradients."""
    problem, result = pair
    before = tuple(f.to(problem.x.points.dtype) for f in result.before)
    with torch.enable_grad():
        after = last_step(problem, before, options)
    return LoopResult(before, after, result.n_iter, result.residual)
