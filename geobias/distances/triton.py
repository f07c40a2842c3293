"""The Triton backend: all problems of a call in as few ragged launches as the card's memory allows."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any

import torch
from torch import Tensor

from geobias.distances.loop import Annealed, LoopResult, Potentials, end_to_end
from geobias.distances.problems import DrawnProblem, Problem
from geobias.distances.ragged import apart, part, solve_ragged
from geobias.distances.ragged_tasks import Task, batches, lay_out, make_tasks
from geobias.distances.replicates import Replicates
from geobias.distances.sinkhorn_options import SinkhornOptions
from geobias.errors import InputError
from geobias_kernels import cuda
from geobias_kernels.costs import pooled_mean
from geobias_kernels.ragged import Pair, RaggedProblems, RaggedSweep, Side

FREE_FRACTION = 0.7
"""Of the card's free memory, what one launch may take: potentials and what the caller makes come besides."""

MakeSweep = Callable[[RaggedProblems, str], RaggedSweep]


def resident_sweep(problems: RaggedProblems, precision: str) -> RaggedSweep:
    """The sweep that keeps the costs and reads them once."""
    from geobias_kernels.cuda.resident import ResidentSweep

    return ResidentSweep(problems, precision)


def streaming_sweep(problems: RaggedProblems, precision: str) -> RaggedSweep:
    """The sweep that makes the costs anew, tile by tile, and keeps none."""
    from geobias_kernels.cuda.streaming import StreamingSweep

    return StreamingSweep(problems, precision)


def free_bytes(device: torch.device) -> int:
    """Memory of the card that nothing uses, with what torch holds in reserve."""
    free, _ = torch.cuda.mem_get_info(device)
    return free + torch.cuda.memory_reserved(device) - torch.cuda.memory_allocated(device)


def current(device: torch.device) -> AbstractContextManager[Any]:
    """Makes a card the current one, which is where Triton launches, whatever the pointers say."""
    return torch.cuda.device(device) if device.type == "cuda" else nullcontext()


@dataclass(frozen=True)
class TritonBackend:
    """Ragged kernels on a CUDA device, float32, without `tol`: resident where the costs fit, else streaming.

    The fields say what sweeps, and where: with the plain sweep and "cpu" there it runs anywhere.
    """

    resident: MakeSweep = resident_sweep
    streaming: MakeSweep = streaming_sweep
    free: Callable[[torch.device], int] = free_bytes
    device_type: str = "cuda"

    name = "triton"
    reason = "many problems per launch on a CUDA device, the cost kept where it fits: taken for float32 clouds there"

    def obstacle(self) -> str | None:
        return cuda.obstacle()

    def declines(self, options: SinkhornOptions, device: torch.device, dtype: torch.dtype) -> InputError | None:
        if options.tol is not None:
            must, got = "run without tol", f"tol is {options.tol:g}"
            mend = "Pass backend='torch', which 'auto' takes too."
        elif device.type != self.device_type:
            must, got = "have its clouds on a CUDA device", f"they are on {device}"
            mend = "Move them with .cuda(), or pass backend='auto'."
        elif dtype != torch.float32:
            must, got = "have clouds in float32", f"they are {dtype}"
            mend = "Convert them with .float(), or pass backend='torch', which 'auto' takes too."
        else:
            return None
        return InputError(f"backend 'triton' must {must}", got, mend)

    def solve_many(
        self, problems: Sequence[Problem], options: SinkhornOptions, grad: bool, workers: int | None
    ) -> list[LoopResult]:
        tasks = make_tasks(problems)
        results = [result for done in self._solve(tasks, options) for result in done.results()]
        return self._differentiable(problems, tasks, results, options) if grad and problems else results

    def solve_draws(self, drawn: DrawnProblem, options: SinkhornOptions, workers: int) -> Potentials:
        # One schedule and one centre for all replicates, whose points then are the pools' own.
        x, y = drawn.x, drawn.y
        common = drawn.schedule.steps, pooled_mean(x.points, (y or x).points)
        others = [None] * len(x) if y is None else _drawn(y)
        tasks = [Task(here, there, *common) for here, there in zip(_drawn(x), others, strict=True)]
        rows, cols = end_to_end([done.annealed.after for done in self._solve(tasks, options)])
        return (rows,) if y is None else (rows, cols)

    def _solve(self, tasks: Sequence[Task], options: SinkhornOptions) -> Iterator[_Batch]:
        budget = int(FREE_FRACTION * self.free(tasks[0].x.points.device)) if tasks else 0
        for batch, fits in batches(tasks, budget):
            solved = _attempt(partial(_run, batch, options, self.resident)) if fits else None
            if fits and solved is None:
                _notice(batch, budget)
            yield _run(batch, options, self.streaming) if solved is None else solved

    def _differentiable(
        self,
        problems: Sequence[Problem],
        tasks: Sequence[Task],
        results: Sequence[LoopResult],
        options: SinkhornOptions,
    ) -> list[LoopResult]:
        """The results with their last steps in the graph of gradients: one streaming pass when those are taken."""
        made = lay_out(tasks, options.p)
        with torch.enable_grad():
            rows = torch.cat([p.x.points for p in problems])
            cols = torch.cat([made.points[:0], *(p.y.points for p in problems if p.y is not None)])
            before, after = (_joined(results, which) for which in ("before", "after"))
            make = partial(self.streaming, made, options.precision)
            joined = _LastStep.apply(rows, cols, _Solved(before, after, make, len(made), options))
        return [
            LoopResult(result.before, part(made, joined, k), result.n_iter, result.residual)
            for k, result in enumerate(results)
        ]


@dataclass(frozen=True)
class _Batch:
    """Problems solved in one launch, by these schedules."""

    problems: RaggedProblems
    schedules: Sequence[Sequence[float]]
    annealed: Annealed

    def results(self) -> list[LoopResult]:
        return apart(self.problems, self.annealed, self.schedules)


def _run(batch: Sequence[Task], options: SinkhornOptions, make: MakeSweep) -> _Batch:
    made, schedules = lay_out(batch, options.p), [task.schedule for task in batch]
    with current(made.device):
        return _Batch(made, schedules, solve_ragged(made, make(made, options.precision), schedules, options))


def _attempt(run: Callable[[], _Batch]) -> _Batch | None:
    """What `run` gives, or None where the card's memory was not enough; nothing of the attempt stays allocated."""
    try:
        return run()
    except torch.cuda.OutOfMemoryError:
        return None


def _notice(batch: Sequence[Task], budget: int) -> None:
    size = sum(task.bytes for task in batch)
    warnings.warn(
        f"costs of {size / 2**30:.3g} GiB did not fit on the device, though {budget / 2**30:.3g} GiB seemed free: "
        f"{len(batch)} problems are solved by making the costs anew in every sweep, which is slower. Free memory, or "
        "pass fewer points.",
        RuntimeWarning,
        stacklevel=4,
    )


def _drawn(side: Replicates) -> list[Side]:
    """Each replicate as rows of the pool, whose points are not copied."""
    points = side.points.detach().contiguous()
    return [Side(points, weights, rows) for weights, rows in zip(side.weights, side.rows, strict=True)]


def _joined(results: Sequence[LoopResult], which: str) -> Pair:
    """Potentials of all problems end to end: rows, and columns where there are any."""
    sides = [getattr(result, which) for result in results]
    rows = torch.cat([side[0] for side in sides])
    return rows, torch.cat([rows[:0], *(side[1] for side in sides if len(side) == 2)])


@dataclass(frozen=True)
class _Solved:
    """Potentials (rows, columns) of problems end to end, before and after the last step, and how to sweep again."""

    before: Pair
    after: Pair
    make: Callable[[], RaggedSweep]
    problems: int
    options: SinkhornOptions


class _LastStep(torch.autograd.Function):
    """Potentials after the last step (rows, columns), whose gradients reach the points that each lives on."""

    @staticmethod
    def forward(ctx: Any, rows: Tensor, cols: Tensor, solved: _Solved) -> tuple[Tensor, Tensor]:
        ctx.solved = solved
        return solved.after[0].clone(), solved.after[1].clone()

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx: Any, up_f: Tensor, up_g: Tensor) -> tuple[Tensor | None, ...]:
        solved: _Solved = ctx.solved
        eps = solved.options.eps
        damping = solved.options.damping(eps)
        softmins, upstream = (solved.after[0] / damping, solved.after[1] / damping), (damping * up_f, damping * up_g)
        device = up_f.device
        with current(device):
            at = torch.full((solved.problems,), eps, dtype=torch.float64, device=device)
            gradients = solved.make().point_gradients(solved.before, softmins, at, upstream)
        return (*gradients, None)
