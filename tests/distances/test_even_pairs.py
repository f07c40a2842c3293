"""A batch at once is its pairs one by one, in values, potentials and gradients."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import Tensor

from geobias.distances import SamplesLoss, sinkhorn_divergence, solve_sinkhorn
from geobias.distances import sinkhorn as module
from geobias_kernels import native_library

pytestmark = pytest.mark.skipif(
    native_library.obstacle() is not None, reason=f"the native library {native_library.obstacle()}"
)

Normal = Callable[..., Tensor]
KINDS: list[dict[str, Any]] = [
    {}, {"p": 1}, {"reach": 2.0}, {"debias": False}, {"diameter": 9.0}, {"blur": 1.0, "p": 1, "reach": 1.0},
]  # fmt: skip
SHAPES = [((), ()), ((3,), ()), ((1, 3), (2, 1)), ((), (2,))]


def everything(tensors: tuple[Tensor, ...], kind: dict[str, Any]) -> list[Tensor]:
    """Values and potentials, and the gradients of a function of them all."""
    leaves = [tensor.clone().requires_grad_() for tensor in tensors]
    found = solve_sinkhorn(*leaves, **kind)
    mixed = found.value.square().sum() + found.f.cos().sum() + found.g.sin().sum()
    counts = torch.tensor([found.n_iter, found.residual], dtype=torch.float64)
    return [found.value, found.f, found.g, counts, *torch.autograd.grad(mixed, leaves)]


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32])
@pytest.mark.parametrize("shapes", SHAPES, ids=str)
def test_a_batch_at_once_is_its_pairs(
    normal: Normal, shapes: tuple[Any, Any], dtype: torch.dtype, one_by_one: Callable[[], None]
) -> None:
    x, y = normal(*shapes[0], 20, 70, seed=1).to(dtype), normal(*shapes[1], 17, 70, seed=2).add(0.3).to(dtype)
    a, b = normal(20, seed=3).abs() + 0.1, normal(*shapes[1], 17, seed=4).abs() + 0.1
    a, b = ((w / w.sum(-1, keepdim=True)).to(dtype) for w in (a, b))
    cases = [(tensors, kind) for tensors in ((x, y), (x, y, a, b)) for kind in KINDS]
    at_once = [everything(*case) for case in cases]
    one_by_one()
    close = {"rtol": 1e-9, "atol": 1e-11} if dtype == torch.float64 else {"rtol": 2e-4, "atol": 1e-4}
    for found, case in zip(at_once, cases, strict=True):
        for left, right in zip(found, everything(*case), strict=True):
            torch.testing.assert_close(left, right, **close)


@pytest.mark.parametrize(
    "change",
    [
        {"a": torch.tensor([0.5, 0.5, 0.0])},
        {"a": torch.full((3,), 2.0), "b": torch.full((3,), 2.0)},
        {"y": torch.ones(3, 2)},
        {"tol": 1e-3},
    ],
    ids=str,
)
def test_what_needs_a_word_or_an_own_type_goes_pair_by_pair(
    change: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Points of weight 0, masses that are divided, clouds that are one point, and `tol`."""
    monkeypatch.setattr(module, "solve_even", None)
    x = torch.ones(3, 2) if "y" in change else torch.arange(6.0).reshape(3, 2)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        value = sinkhorn_divergence(**{"x": x, "y": x + 1, **change})
    assert torch.isfinite(value)


def test_samples_loss_has_one_box_around_the_batch(normal: Normal, one_by_one: Callable[[], None]) -> None:
    x, y = normal(3, 8, 4, seed=1) * torch.tensor([1.0, 5.0, 20.0])[:, None, None], normal(3, 6, 4, seed=2)
    at_once = SamplesLoss(blur=0.5)(x, y)
    one_by_one()
    torch.testing.assert_close(SamplesLoss(blur=0.5)(x, y), at_once, rtol=1e-10, atol=0)
