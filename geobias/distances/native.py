"""The native backend: problems go to C++ many at a time, each on one of its own threads."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from geobias.distances.converged import solve_converged
from geobias.distances.loop import LoopResult, Potentials, end_to_end
from geobias.distances.problems import STORED_BYTES, DrawnProblem, EvenBackend, EvenProblems, EvenResults, Problem
from geobias.distances.replicates import SHARED_BYTES, Replicates
from geobias.distances.serial import solve_each
from geobias.distances.sinkhorn_options import SinkhornOptions
from geobias.distances.slopes import sloped
from geobias.errors import InputError
from geobias.parallel import available_workers, ordered_map
from geobias_kernels import native, native_library
from geobias_kernels.costs import pooled_mean
from geobias_kernels.native_batch import NativeBatch, solve_batches

SHARED_USES = 2.5
"""Costs between all points drawn are computed once where each is used in this many replicates, on average: to gather
them, and fresh memory for the whole, take as long as to compute them a second time."""

THREAD_BYTES = 1 << 16
"""A further thread is worth its start for as many bytes of costs."""


class NativeBackend(EvenBackend):
    """The whole loop in C++ on the CPU: the cost is kept, one exponential serves both softmins, what underflows is
    skipped. With `tol` what Newton steps are made of."""

    name = "native"
    reason = "the whole loop in C++, many problems per call: the fastest on a CPU"

    def obstacle(self) -> str | None:
        if (why := native_library.obstacle()) is None:
            return None
        return (
            f"its C++ library {why}. Install g++ or clang++, then reinstall with: "
            "pip install --force-reinstall --no-deps geobias (from a checkout: pip install -e .)"
        )

    def declines(self, options: SinkhornOptions, device: torch.device, dtype: torch.dtype) -> InputError | None:
        if device.type != "cpu":
            must, got = "have its clouds on the CPU", f"they are on {device}"
            return InputError(f"backend 'native' must {must}", got, "Move them with .cpu(), or pass backend='torch'.")
        return None

    def solve_many(
        self, problems: Sequence[Problem], options: SinkhornOptions, grad: bool, workers: int | None
    ) -> list[LoopResult]:
        threads = _threads([_bytes(problem, problem.x.points) for problem in problems], workers)
        if options.tol is not None:
            return list(ordered_map(lambda problem: _converged(problem, options, grad), problems, threads))
        solutions = native.solve([_ready(problem, options, grad) for problem in problems], threads)
        return [_result(problem, solution) for problem, solution in zip(problems, solutions, strict=True)]

    def solve_even(self, problems: Sequence[EvenProblems], options: SinkhornOptions, grad: bool) -> list[EvenResults]:
        ready = [_batch(some, options, grad) for some in problems]
        threads = _threads([size for some in problems for size in [_bytes(some, some.x)] * len(some)], None)
        solved = solve_batches(ready, threads)
        return [EvenResults(found.after, found.residuals, found.slopes) for found in solved]

    def solve_draws(self, drawn: DrawnProblem, options: SinkhornOptions, workers: int) -> Potentials:
        if options.tol is not None:
            return solve_each(drawn, options, _converged)
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


def _converged(problem: Problem, options: SinkhornOptions, grad: bool) -> LoopResult:
    return solve_converged(problem, options, True, grad)


def _ready(problem: Problem, options: SinkhornOptions, grad: bool) -> native.NativeProblem:
    x, y = problem.x, problem.y
    points, weights = (None, None) if y is None else (y.points, y.weights)
    return native.NativeProblem(
        x.points, points, x.weights, weights, problem.schedule.steps, options.p, options.rho,
        stored=_bytes(problem, x.points) <= STORED_BYTES,
        slopes=(grad and x.points.requires_grad, grad and y is not None and y.points.requires_grad),
    )  # fmt: skip


def _result(problem: Problem, solution: native.NativeSolution) -> LoopResult:
    """The result, its potentials in the graph of the gradients of those points whose slopes are known."""
    parts = zip(solution.after, solution.slopes, problem.clouds, strict=True)
    after = tuple(f if slope is None else sloped(f, slope, cloud.points) for f, slope, cloud in parts)
    return LoopResult(solution.before, after, len(problem.schedule.steps) + 2, solution.residual)


def _drawn(side: Replicates) -> tuple[Tensor, list[Tensor]]:
    """The points that any replicate draws, and the rows of each replicate among them."""
    used = torch.zeros(len(side.points), dtype=torch.bool)
    for rows in side.rows:
        used[rows] = True
    place = used.cumsum(0) - 1
    return side.points[used], [place[rows] for rows in side.rows]


def _batch(problems: EvenProblems, options: SinkhornOptions, grad: bool) -> NativeBatch:
    x, y = problems.x, problems.y
    steps = [schedule.steps for schedule in problems.schedules]
    return NativeBatch(
        x, y, problems.a, problems.b, steps, options.p, options.rho,
        stored=_bytes(problems, x) <= STORED_BYTES,
        slopes=(grad and x.requires_grad, grad and y is not None and y.requires_grad),
    )  # fmt: skip


def _bytes(problem: Problem | EvenProblems, points: Tensor) -> int:
    return problem.entries * points.element_size()


def _threads(sizes: Sequence[int], workers: int | None) -> int:
    """Threads for problems whose costs have these sizes: not so many that what is kept exceeds the budget, nor that
    starting them takes longer than what they do."""
    largest = max((size for size in sizes if size <= STORED_BYTES), default=1)
    worth = 1 + sum(sizes) // THREAD_BYTES
    return max(1, min(workers or available_workers(), worth, STORED_BYTES // largest))
