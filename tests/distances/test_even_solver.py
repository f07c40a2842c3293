"""Pairs at once: what float32 does not carry, and what is solved once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import Tensor

from geobias.distances import sinkhorn_divergence
from geobias.distances.native import NativeBackend
from geobias.distances.problems import EvenProblems
from geobias_kernels import native_library

pytestmark = pytest.mark.skipif(
    native_library.obstacle() is not None, reason=f"the native library {native_library.obstacle()}"
)

Normal = Callable[..., Tensor]


def test_what_float32_does_not_carry_is_computed_in_float64(normal: Normal, one_by_one: Callable[[], None]) -> None:
    x = normal(3, 15, 6, seed=1).float()
    y = torch.stack([x[0] + 3, x[1] + 1e-3, x[2] + 2])

    def found() -> tuple[Tensor, Tensor]:
        leaf = x.clone().requires_grad_()
        with pytest.warns(UserWarning, match="computed in float64"):
            value = sinkhorn_divergence(leaf, y, diameter=20.0)
        return value.detach(), torch.autograd.grad(value.sum(), leaf)[0]

    at_once = found()
    one_by_one()
    pairs = found()
    torch.testing.assert_close(at_once[0], pairs[0], rtol=1e-6, atol=0)
    torch.testing.assert_close(at_once[1], pairs[1], rtol=1e-3, atol=1e-4)
    exact = sinkhorn_divergence(x.double(), y.double(), diameter=20.0)
    torch.testing.assert_close(at_once[0].double(), exact, rtol=1e-5, atol=0)


def test_a_cloud_that_all_pairs_share_is_solved_once(normal: Normal, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    plain = NativeBackend.solve_even

    def counted(self: NativeBackend, problems: list[EvenProblems], *rest: Any) -> Any:
        seen.extend(len(some) for some in problems)
        return plain(self, problems, *rest)

    monkeypatch.setattr(NativeBackend, "solve_even", counted)
    sinkhorn_divergence(normal(4, 9, 3), normal(7, 3), diameter=5.0)
    assert seen == [4, 4, 1]
