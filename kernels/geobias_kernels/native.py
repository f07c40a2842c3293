"""The whole Sinkhorn loop in C++ for the CPU (sources in kernels/native): many problems in one call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from geobias_kernels.native_library import RECORD, address, record, run

Output = dict[str, Tensor]
"""What a problem gives, by the names of `Problem`."""


@dataclass(frozen=True)
class NativeProblem:
    """Transport from x (n, d) to y (m, d), or of x with itself where y is None; all on the CPU, in one float type.

    Attributes
    ----------
    x, y : points.
    a, b : weights (n,) and (m,), positive; b is None where y is.
    schedule : every eps, from the first to the last.
    rows, cols : int64 (n,) and (m,), which rows of x and y are the points; None = all.
    centre : float64 (d,), taken off all points first; None = the mean of both clouds.
    cost : costs (rows of x, rows of y) where they are known already.
    slopes : whether the derivatives of each side's last softmins in its points are wanted; of x with itself the first
        counts.
    """

    x: Tensor
    y: Tensor | None
    a: Tensor
    b: Tensor | None
    schedule: Sequence[float]
    p: int = 2
    rho: float | None = None
    rows: Tensor | None = None
    cols: Tensor | None = None
    centre: Tensor | None = None
    cost: Tensor | None = None
    stored: bool = True
    slopes: tuple[bool, bool] = (False, False)


@dataclass(frozen=True)
class NativeSolution:
    """Potentials, float64, before and after the last step (one side where y is None), and the marginal error before.

    `slopes` are the derivatives of `after`, each in the point that it is of, all else held fixed: (n, d) and (m, d) in
    the type of the points, None where they were not wanted.
    """

    before: tuple[Tensor, ...]
    after: tuple[Tensor, ...]
    residual: float
    slopes: tuple[Tensor | None, ...]


def solve(problems: Sequence[NativeProblem], threads: int = 1, level: str | None = None) -> list[NativeSolution]:
    """Solve problems of one float type; each runs on one thread, so the bits do not depend on their number.

    `level` names an instruction set below the best, for tests; None = `instruction_set()`.
    """
    if not problems:
        return []
    outputs = [_outputs(problem) for problem in problems]
    residuals = _run(problems, outputs, threads, level, costs=False)
    return [_solution(*item) for item in zip(problems, outputs, residuals, strict=True)]


def costs(x: Tensor, y: Tensor, p: int, centre: Tensor, threads: int = 1, level: str | None = None) -> Tensor:
    """Costs (n, at least m) of x (n, d) with y (m, d), as problems with this centre compute them, for `NativeProblem`.

    Columns from m on fill up whole vectors and mean nothing.
    """
    width = 64 // x.element_size()
    out = x.new_empty(len(x), -(-len(y) // width) * width)
    step = -(-len(x) // threads)
    problems = [
        NativeProblem(part, y, part[:, 0], y[:, 0], (), p, centre=centre, cost=out[top : top + step])
        for top, part in zip(range(0, len(x), step), x.split(step), strict=True)
    ]
    _run(problems, [{}] * len(problems), threads, level, costs=True)
    return out


def _run(
    problems: Sequence[NativeProblem], outputs: Sequence[Output], threads: int, level: str | None, costs: bool
) -> list[float]:
    """Hand the problems over; marginal errors come back."""
    dtype = problems[0].x.dtype
    alive: list[object] = []
    rows = [_row(problem, output, dtype, alive) for problem, output in zip(problems, outputs, strict=True)]
    records = np.array(rows, dtype=RECORD)
    run(records, dtype, threads, level, costs)
    residuals: list[float] = records["residual"].tolist()
    return residuals


def _sides(problem: NativeProblem) -> list[tuple[str, str, Tensor, bool]]:
    """Of each side its letters among the outputs, its weights, and whether its slopes are wanted."""
    first = ("f", "x", problem.a, problem.slopes[0])
    return [first] if problem.b is None else [first, ("g", "y", problem.b, problem.slopes[1])]


def _outputs(problem: NativeProblem) -> Output:
    found = {}
    for letter, side, weights, sloping in _sides(problem):
        for when in ("before", "after"):
            found[f"{letter}_{when}"] = torch.empty(len(weights), dtype=torch.float64)
        if sloping:
            found[f"slope_{side}"] = problem.x.new_empty(len(weights), problem.x.shape[1])
    return found


def _solution(problem: NativeProblem, output: Output, residual: float) -> NativeSolution:
    letters = [(letter, side) for letter, side, _, _ in _sides(problem)]
    before, after = (tuple(output[f"{f}_{when}"] for f, _ in letters) for when in ("before", "after"))
    return NativeSolution(before, after, residual, tuple(output.get(f"slope_{side}") for _, side in letters))


def _row(problem: NativeProblem, output: Output, dtype: torch.dtype, alive: list[object]) -> tuple[float, ...]:
    """The record of a problem; what it points at is kept in `alive`."""
    schedule = np.array(problem.schedule, dtype=np.float64)
    alive.append(schedule)
    own = {name: address(getattr(problem, name), dtype, alive) for name in ("x", "y", "a", "b", "cost")}
    own |= {name: address(getattr(problem, name), torch.int64, alive) for name in ("rows", "cols")}
    return record(
        **own,
        **{name: tensor.data_ptr() for name, tensor in output.items()},
        centre=address(problem.centre, torch.float64, alive),
        schedule=schedule.ctypes.data,
        steps=len(schedule),
        n=len(problem.a),
        m=0 if problem.b is None else len(problem.b),
        d=problem.x.shape[1],
        cost_stride=0 if problem.cost is None else problem.cost.shape[1],
        rho=problem.rho or 0.0,
        p=problem.p,
        stored=problem.stored,
    )
