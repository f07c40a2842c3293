"""A batch is its problems one by one, to the bit, whatever they share."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from torch import Tensor

from geobias_kernels import native, native_library
from geobias_kernels.native import NativeProblem
from geobias_kernels.native_batch import BatchSolution, NativeBatch, solve_batches

pytestmark = pytest.mark.skipif(
    native_library.obstacle() is not None, reason=f"the native library {native_library.obstacle()}"
)

KINDS: list[dict[str, Any]] = [{}, {"p": 1, "rho": 2.0}, {"slopes": (True, True)}, {"slopes": (False, True)}]
SCHEDULES = [(100.0, 100.0, 10.0, 1.0), (300.0, 30.0, 3.0, 1.0, 1.0), (5.0, 1.0)]


def points(*shape: int, seed: int, dtype: torch.dtype) -> Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64).to(dtype)


def one_by_one(batch: NativeBatch) -> list[NativeProblem]:
    def part(tensor: Tensor | None, k: int) -> Any:
        return None if tensor is None else tensor[k if len(tensor) > 1 else 0]

    return [
        NativeProblem(
            part(batch.x, k), part(batch.y, k), part(batch.a, k), part(batch.b, k),
            batch.schedules[k if len(batch.schedules) > 1 else 0], batch.p, batch.rho, slopes=batch.slopes,
        )
        for k in range(len(batch))
    ]  # fmt: skip


def same(solution: BatchSolution, batch: NativeBatch) -> None:
    alone = native.solve(one_by_one(batch))
    assert len(solution.residuals) == len(alone)
    for k, one in enumerate(alone):
        assert solution.residuals[k] == one.residual
        for name in ("before", "after", "slopes"):
            for batched, plain in zip(getattr(solution, name), getattr(one, name), strict=True):
                assert (batched is None) == (plain is None)
                assert plain is None or torch.equal(batched[k], plain)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize(
    "kind", [{}, {"p": 1, "rho": 2.0}, {"slopes": (True, True)}, {"slopes": (False, True)}], ids=str
)
def test_batches_of_one_call_are_their_problems(kind: dict[str, Any], dtype: torch.dtype) -> None:
    x, y = points(3, 21, 70, seed=1, dtype=dtype), points(3, 40, 70, seed=2, dtype=dtype)
    a, b = (torch.rand(3, n, dtype=torch.float64).add(0.1).to(dtype) for n in (21, 40))
    a, b = a / a.sum(1, keepdim=True), b / b.sum(1, keepdim=True)
    batches = [
        NativeBatch(x, y, a, b, SCHEDULES, **kind),
        NativeBatch(x, None, a[:1], None, SCHEDULES[:1], **kind),
        NativeBatch(x[:1], y, a[:1], b, SCHEDULES[1:2], **kind),
        NativeBatch(y[:1], None, b[:1], None, SCHEDULES, **kind),
    ]
    mixed = [*batches, NativeBatch(x[:1], y[:1], a[:1], b[:1], SCHEDULES[:1], **kind)]
    for call, threads in ((batches, 1), (mixed, 3)):
        for solution, batch in zip(solve_batches(call, threads), call, strict=True):
            same(solution, batch)


def test_points_that_are_not_laid_out_row_by_row_are_copied() -> None:
    x, a = points(2, 9, 5, seed=1, dtype=torch.float32), torch.full((1, 9), 1 / 9)
    turned = x.transpose(1, 2).contiguous().transpose(1, 2)
    (solution,) = solve_batches([NativeBatch(turned, None, a, None, SCHEDULES[:1])])
    same(solution, NativeBatch(x, None, a, None, SCHEDULES[:1]))
