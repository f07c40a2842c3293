"""Backends by name: each supplies a sweep, or (geomloss) solves the problem by itself."""

from __future__ import annotations

import importlib.util
import logging
import shutil
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace

import torch

from geobias.distances.converged import solve_converged
from geobias.distances.joined import is_joined, solve_joined, solve_triples
from geobias.distances.loop import LoopResult, Potentials, Sweep
from geobias.distances.native import NativeBackend
from geobias.distances.problems import Backend, EvenBackend, EvenProblems, EvenResults, Problem, last_step
from geobias.distances.serial import SerialBackend
from geobias.distances.sinkhorn_options import SinkhornOptions
from geobias.distances.stacked import LARGEST, is_small, solve_stacked, solve_stacks
from geobias.distances.sweeping import solve_by_sweeps, torch_sweep
from geobias.distances.triton import TritonBackend
from geobias.errors import InputError, MissingDependencyError, require
from geobias_kernels.costs import pooled_mean
from geobias_kernels.keops_door import lazy_tensor
from geobias_kernels.keops_sweep import KeopsSweep

log = logging.getLogger(__name__)


class TorchBackend(SerialBackend, EvenBackend):
    """Torch alone, on any device: the cost is stored, one exponential serves both softmins."""

    name = "torch"
    reason = "needs no compiler, keeps the cost, and runs on every device"

    def takes_even(self, entries: int) -> bool:
        return entries <= LARGEST

    def solve_even(self, problems: Sequence[EvenProblems], options: SinkhornOptions, grad: bool) -> list[EvenResults]:
        if is_joined(problems):
            return solve_joined(problems, options, grad)
        return [solve_stacks(some, options, grad) for some in problems]

    def solve_many(
        self, problems: Sequence[Problem], options: SinkhornOptions, grad: bool, workers: int | None
    ) -> list[LoopResult]:
        small = [place for place, problem in enumerate(problems) if is_small(problem) and options.tol is None]
        with torch.no_grad():
            found = solve_triples(problems, options) if small else {}
            stacks = [place for place in small if place not in found]
            found |= dict(zip(stacks, solve_stacked([problems[place] for place in stacks], options), strict=True))
        others = [place for place in range(len(problems)) if place not in found]
        alone = super().solve_many([problems[place] for place in others], options, grad, workers)
        found |= dict(zip(others, alone, strict=True))
        for place in small if grad else ():
            after = last_step(problems[place], found[place].before, options)
            found[place] = replace(found[place], after=after)
        return [found[place] for place in range(len(problems))]

    def solve(self, problem: Problem, options: SinkhornOptions, grad: bool) -> LoopResult:
        if options.tol is not None:
            return solve_converged(problem, options, False, grad)
        with torch.no_grad():
            sweep = torch_sweep(problem, options)
        return solve_by_sweeps(sweep, problem, options, grad)


class KeopsBackend(SerialBackend):
    """Symbolic reductions of pykeops: no cost is stored; slow for points of more than about 100 dimensions."""

    name = "keops"
    reason = "recomputes the cost in every sweep: taken only by name"

    def obstacle(self) -> str | None:
        if importlib.util.find_spec("pykeops") is None:
            return "the package 'pykeops' is absent. Install it with: pip install 'geobias[keops]'"
        if not any(shutil.which(compiler) for compiler in ("g++", "clang++", "c++")):
            return "pykeops compiles C++, but there is no compiler. Install g++ or clang++, or pass backend='torch'"
        return None

    def solve(self, problem: Problem, options: SinkhornOptions, grad: bool) -> LoopResult:
        with torch.no_grad():
            sweep = self._sweep(problem, options.p)
        return solve_by_sweeps(sweep, problem, options, grad, self._last_step)

    def _sweep(self, problem: Problem, p: int) -> Sweep:
        x, y = problem.x, problem.y
        if y is None:
            return KeopsSweep(x.points, None, x.weights.detach(), None, p)
        return KeopsSweep(x.points, y.points, x.weights.detach(), y.weights.detach(), p)

    def _last_step(self, problem: Problem, before: Potentials, options: SinkhornOptions) -> Potentials:
        damping = options.damping(options.eps)
        return tuple(damping * softmin for softmin in self._sweep(problem, options.p)(before, options.eps))


class GeomlossBackend(SerialBackend):
    """geomloss's own dense solver on our schedule's diameter, in float64; to compare with, not to be fast."""

    name = "geomloss"
    reason = "the reference to compare with: taken only by name"

    def obstacle(self) -> str | None:
        if importlib.util.find_spec("geomloss") is None:
            return "the package 'geomloss' is absent. Install it with: pip install 'geobias[geomloss]'"
        return None

    def declines(self, options: SinkhornOptions, device: torch.device, dtype: torch.dtype) -> InputError | None:
        if options.tol is None:
            return None
        return InputError(
            "backend 'geomloss' must run without tol",
            f"tol is {options.tol:g}",
            "geomloss has no test of convergence: pass backend='torch'.",
        )

    def solve(self, problem: Problem, options: SinkhornOptions, grad: bool) -> LoopResult:
        if importlib.util.find_spec("pykeops") is not None:
            lazy_tensor()  # geomloss imports pykeops, which on CUDA compiles at once: in its turn
        samples_loss = require("geomloss", extra="geomloss", purpose="backend 'geomloss'").SamplesLoss(
            "sinkhorn",
            p=options.p,
            blur=options.blur,
            reach=options.reach,
            scaling=options.scaling,
            diameter=problem.schedule.diameter or options.blur,
            debias=False,
            potentials=True,
            backend="tensorized",
        )
        x, y = problem.x, problem.y or problem.x
        # geomloss switches gradients on for good; the context puts them back.
        with torch.set_grad_enabled(grad):
            centre = pooled_mean(x.points, y.points)
            left, right = x.points.double() - centre, y.points.double() - centre
            both = samples_loss(x.weights.double(), left, y.weights.double(), right)
        potentials = tuple((f if grad else f.detach()).view(-1) for f in both[: len(problem.clouds)])
        n_iter = len(problem.schedule.steps) + 2
        return LoopResult((), potentials, n_iter, float("nan"))


BACKENDS: dict[str, Backend] = {
    backend.name: backend
    for backend in (NativeBackend(), TritonBackend(), TorchBackend(), GeomlossBackend(), KeopsBackend())
}

AUTOMATIC = ("native", "torch")
"""Backends that "auto" may take, the first that can."""

AUTOMATIC_CUDA = ("triton", "torch")
"""The same for clouds on a CUDA device."""


@dataclass(frozen=True)
class BackendStatus:
    """Whether a backend can run here, and why, or why not and what to do."""

    name: str
    available: bool
    reason: str


def available_backends() -> list[BackendStatus]:
    """Every backend with whether it can run here; nothing heavy is imported.

    >>> [status.available for status in available_backends() if status.name == "torch"]
    [True]
    """
    found = []
    for backend in BACKENDS.values():
        obstacle = backend.obstacle()
        found.append(BackendStatus(backend.name, obstacle is None, obstacle or backend.reason))
    return found


def usable_backends(options: SinkhornOptions, device: torch.device, dtype: torch.dtype = torch.float32) -> list[str]:
    """Names of the backends that can run here and take clouds of this device and type."""
    found = BACKENDS.values()
    return [b.name for b in found if b.obstacle() is None and b.declines(options, device, dtype) is None]


def automatic(options: SinkhornOptions, device: torch.device, dtype: torch.dtype) -> Backend | None:
    """What `choose_backend` takes where nothing stands in the way of what is asked for, or of its first choice."""
    name = options.backend if isinstance(options.backend, str) else ""
    if name == "auto":
        name = (AUTOMATIC_CUDA if device.type == "cuda" else AUTOMATIC)[0]
    backend = BACKENDS.get(name)
    free = backend is not None and not backend.obstacle() and backend.declines(options, device, dtype) is None
    return backend if free else None


def choose_backend(
    options: SinkhornOptions, device: torch.device, dtype: torch.dtype = torch.float32
) -> tuple[Backend, str]:
    """The backend that is asked for, or for "auto" the first that can take clouds of this device and type, and why it.

    The choice is logged; "auto" warns of a faster one that cannot run here.
    """
    name = options.backend
    if not isinstance(name, str) or (name != "auto" and name not in BACKENDS):
        raise InputError(
            f"backend must be 'auto' or one of {list(BACKENDS)}", f"it is {name!r}", "Pass backend='auto'."
        )
    passed: list[str] = []
    absent: list[Exception] = []
    automatic = AUTOMATIC_CUDA if device.type == "cuda" else AUTOMATIC
    for candidate in automatic if name == "auto" else (name,):
        backend = BACKENDS[candidate]
        if obstacle := backend.obstacle():
            error: Exception = MissingDependencyError(f"backend '{candidate}' cannot run here: {obstacle}.")
            absent.append(error)
        elif (declined := backend.declines(options, device, dtype)) is not None:
            error = declined
        else:
            if absent:
                warnings.warn(f"backend '{candidate}' is taken, which is slower: {absent[0]}", stacklevel=3)
            reason = "; ".join([backend.reason, *passed])
            log.debug("backend %s (asked: %s): %s", candidate, name, reason)
            return backend, reason
        passed.append(f"not {candidate}: {error}")
    raise error


def widened_backend(
    options: SinkhornOptions, device: torch.device, dtype: torch.dtype, given: torch.dtype
) -> tuple[Backend, str]:
    """`choose_backend` for clouds of a type; where that is wider than the given one, what can take it, asked or not."""
    try:
        return choose_backend(options, device, dtype)
    except InputError:
        if dtype == given or options.backend not in BACKENDS or options.tol is not None:
            raise
        return choose_backend(replace(options, backend="auto"), device, dtype)
