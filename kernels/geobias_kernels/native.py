"""The whole Sinkhorn loop in C++ for the CPU (sources in kernels/native), through ctypes: many problems in one call.

The library is built when geobias is installed where a C++ compiler is; without it this module imports and says so.
"""

from __future__ import annotations

import ctypes
import functools
import importlib.machinery
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor

INTERFACE = 2
"""What `geobias_interface` of a library that fits this module returns."""

LEVELS = ("baseline", "avx2", "avx512")
"""Instruction sets, from the one that every processor has."""

LEVEL_VARIABLE, LIBRARY_VARIABLE = "GEOBIAS_NATIVE_LEVEL", "GEOBIAS_NATIVE_LIBRARY"
"""Environment variables, read at the first use: one of `LEVELS` to run in place of the best, and the path of a library
built otherwise, e.g. with sanitizers."""

Output = tuple[Tensor, ...]
"""Potentials of a problem: before the last step, then after it."""


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


@dataclass(frozen=True)
class NativeSolution:
    """Potentials, float64, before and after the last step (one side where y is None), and the marginal error before."""

    before: tuple[Tensor, ...]
    after: tuple[Tensor, ...]
    residual: float


class _Problem(ctypes.Structure):
    """Mirrors `Problem` in kernels/native/problem.h."""

    _fields_ = (
        [(name, ctypes.c_void_p) for name in ("x", "y", "rows", "cols", "a", "b", "centre", "cost", "schedule")]
        + [(name, ctypes.c_int64) for name in ("n", "m", "d", "cost_stride", "steps")]
        + [(name, ctypes.c_double) for name in ("rho", "residual")]
        + [(name, ctypes.c_void_p) for name in ("f_before", "g_before", "f_after", "g_after")]
        + [(name, ctypes.c_int32) for name in ("p", "stored")]
    )


@functools.cache
def _library() -> ctypes.CDLL | str:
    """The library, or why there is none."""
    folder, named = Path(__file__).parent, os.environ.get(LIBRARY_VARIABLE)
    found = [folder / f"_native{suffix}" for suffix in importlib.machinery.EXTENSION_SUFFIXES]
    path = named or next((path for path in found if path.is_file()), None)
    if path is None:
        return "was not built, for want of a C++ compiler when geobias was installed"
    try:
        library = ctypes.CDLL(os.fspath(path))
        version = library.geobias_interface()
    except (OSError, AttributeError) as error:
        return f"cannot be loaded ({error})"
    if version != INTERFACE:
        return "was built from another version of geobias"
    known, level = LEVELS[: library.geobias_best_level() + 1], os.environ.get(LEVEL_VARIABLE)
    return library if level in (None, "", *known) else f"runs {known} here, not {level!r} as {LEVEL_VARIABLE} asks"


def obstacle() -> str | None:
    """Why the library cannot be used here; None where it can."""
    library = _library()
    return library if isinstance(library, str) else None


def instruction_set() -> str:
    """The best of `LEVELS` that this processor runs, or the one that `LEVEL_VARIABLE` names."""
    best = LEVELS[loaded().geobias_best_level()]
    return os.environ.get(LEVEL_VARIABLE) or best


def level_index(level: str | None = None) -> int:
    """The place in `LEVELS` of an instruction set, or of `instruction_set()`; never beyond what this processor runs."""
    return min(loaded().geobias_best_level(), LEVELS.index(level or instruction_set()))


def loaded() -> ctypes.CDLL:
    """The library; where it cannot be used, a RuntimeError says why."""
    library = _library()
    if isinstance(library, str):
        raise RuntimeError(f"the native library {library}.")
    return library


def solve(problems: Sequence[NativeProblem], threads: int = 1, level: str | None = None) -> list[NativeSolution]:
    """Solve problems of one float type; each runs on one thread, so the bits do not depend on their number.

    `level` names an instruction set below the best, for tests; None = `instruction_set()`.
    """
    if not problems:
        return []
    outputs = [_outputs(problem) for problem in problems]
    residuals = _run(problems, outputs, threads, level, costs=False)
    return [
        NativeSolution(output[: len(output) // 2], output[len(output) // 2 :], residual)
        for output, residual in zip(outputs, residuals, strict=True)
    ]


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
    _run(problems, [()] * len(problems), threads, level, costs=True)
    return out


def _run(
    problems: Sequence[NativeProblem], outputs: Sequence[Output], threads: int, level: str | None, costs: bool
) -> list[float]:
    """Hand the problems over; marginal errors come back."""
    library, dtype = loaded(), problems[0].x.dtype
    chosen = level_index(level)
    alive: list[object] = []
    records = (_Problem * len(problems))()
    for record, problem, output in zip(records, problems, outputs, strict=True):
        _fill(record, problem, output, dtype, alive)
    count, wide = ctypes.c_int64(len(problems)), dtype == torch.float64
    if library.geobias_run(records, count, threads, chosen, int(wide), int(costs)):
        raise MemoryError("no memory for the cost of a Sinkhorn problem. Use fewer threads, or smaller clouds.")
    return [record.residual for record in records]


def _outputs(problem: NativeProblem) -> Output:
    sizes = [len(weights) for weights in (problem.a, problem.b) if weights is not None]
    return tuple(torch.empty(size, dtype=torch.float64) for size in (*sizes, *sizes))


def _fill(record: _Problem, problem: NativeProblem, output: Output, dtype: torch.dtype, alive: list[object]) -> None:
    """Write a problem into its record; what the record points at is kept in `alive`."""

    def pointer(tensor: Tensor | None, kind: torch.dtype) -> int | None:
        if tensor is None:
            return None
        if tensor.dtype != kind or tensor.device.type != "cpu":
            raise TypeError(f"a tensor must be {kind} on the CPU, but it is {tensor.dtype} on {tensor.device}.")
        dense = tensor.detach().contiguous()
        alive.append(dense)
        return dense.data_ptr()

    record.x, record.y = pointer(problem.x, dtype), pointer(problem.y, dtype)
    record.a, record.b = pointer(problem.a, dtype), pointer(problem.b, dtype)
    record.rows, record.cols = pointer(problem.rows, torch.int64), pointer(problem.cols, torch.int64)
    record.centre, record.cost = pointer(problem.centre, torch.float64), pointer(problem.cost, dtype)
    schedule = (ctypes.c_double * len(problem.schedule))(*problem.schedule)
    alive.append(schedule)
    record.schedule, record.steps = ctypes.addressof(schedule), len(schedule)
    record.n, record.d = len(problem.a), problem.x.shape[1]
    record.m = 0 if problem.b is None else len(problem.b)
    record.cost_stride = 0 if problem.cost is None else problem.cost.shape[1]
    record.rho, record.p, record.stored = problem.rho or 0.0, problem.p, problem.stored
    sides = [("f_before", "f_after"), ("f_before", "g_before", "f_after", "g_after")][len(output) == 4]
    for name, tensor in zip(sides, output, strict=False):
        setattr(record, name, tensor.data_ptr())
