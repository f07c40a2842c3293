"""Pairs of clouds of one size solved at once: values, potentials, and what float32 does not carry again in float64."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import torch
from torch import Tensor

from geobias.distances.backends import choose_backend
from geobias.distances.dual_values import even_divergence
from geobias.distances.even_pairs import EvenPairs
from geobias.distances.precision import left_over, notice
from geobias.distances.problems import EvenBackend, EvenProblems, EvenResults
from geobias.distances.sinkhorn_options import SinkhornOptions
from geobias.distances.slopes import Half, divergences


@dataclass(frozen=True)
class EvenSolution:
    """Values (B,) and potentials (B, n) and (B, m), float64; most sweeps and largest marginal error of any problem."""

    value: Tensor
    f: Tensor
    g: Tensor
    n_iter: int
    residual: float


def solve_even(pairs: EvenPairs, options: SinkhornOptions) -> tuple[EvenSolution, str, str]:
    """All pairs at once; those whose values float32 does not carry again in float64. With backend and reason."""
    dtype = pairs.x.dtype
    backend, reason = choose_backend(options, pairs.x.device, dtype)
    assert isinstance(backend, EvenBackend)
    solution, carried = _solve(pairs, options, backend)
    if dtype != torch.float64 and not bool(carried.all()):
        notice(depth=6)
        lost = (~carried).nonzero()[:, 0]
        again, _ = _solve(pairs.wide(lost, options), options, backend)
        parts = {
            name: getattr(solution, name).index_copy(0, lost, getattr(again, name)) for name in ("value", "f", "g")
        }
        solution = replace(solution, **parts)
    return solution, backend.name, reason


def _solve(pairs: EvenPairs, options: SinkhornOptions, backend: EvenBackend) -> tuple[EvenSolution, Tensor]:
    """The solution, and bool (B,): whether the float type carries the values."""
    problems = pairs.problems(options)
    grad = torch.is_grad_enabled() and pairs.requires_grad
    with torch.no_grad():
        results = backend.solve_even(problems, options, grad)
        left = torch.tensor([left_over(options, schedule) for schedule in pairs.schedules], dtype=torch.float64)
        weights = [w for some in problems for _, w in some.sides]
        sides = list(zip(weights, [f for found in results for f in found.after], strict=True))
        value, carried = even_divergence(sides, options, pairs.schedules[0], left[:, None])
    x, y = _halves(problems, results)
    value, f, g = divergences(value, x, y, options) if grad else (value, x.debiased, y.debiased)
    n_iter = max(len(schedule.steps) for schedule in pairs.schedules) + 2
    residual = max(float(result.residuals.max()) for result in results)
    return EvenSolution(value, f, g, n_iter, residual), carried


def _halves(problems: Sequence[EvenProblems], results: Sequence[EvenResults]) -> Iterator[Half]:
    """Both sides of the pairs with what was found of them; debiased, of their clouds with themselves too."""
    for side, (points, weights) in enumerate(problems[0].sides):
        found = [(result.after[place], result.slopes[place]) for result, place in _of_side(results, side)]
        potentials, slopes = zip(*found, strict=True)
        yield Half(points, weights, potentials, slopes)


def _of_side(results: Sequence[EvenResults], side: int) -> list[tuple[EvenResults, int]]:
    """The results that a side takes part in, each with its place there."""
    return [(results[0], side), *((own, 0) for own in results[1 + side : 2 + side])]
