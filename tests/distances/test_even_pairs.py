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
from geobias.distances.problems import EvenProblems
from geobias_kernels import native_library

pytestmark = pytest.mark.skipif(
    native_library.obstacle() is not None, reason=f"the native library {native_library.obstacle()}"
)

Normal = Callable[..., Tensor]
KINDS: list[dict[str, Any]] = [
    {}, {"p": 1}, {"reach": 2.0}, {"debias": False}, {"diameter": 9.0}, {"blur": 1.0, "p": 1, "reach": 1.0},
]  # fmt: skip
SHAPES = [((), ()), ((3,), ()), ((1, 3), (2, 1)), ((), (2,))]


@pytest.fixture
def one_by_one(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From its call on, no batch is solved at once."""
    return lambda: monkeypatch.setattr(module, "even_pairs", lambda *_: None)


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


def test_what_float32_does_not_carry_is_computed_in_float64(normal: Normal, one_by_one: Callable[[], None]) -> None:
    x = normal(3, 15, 6, seed=1).float()
    y = torch.stack([x[0] + 3, x[1] + 1e-3, x[2] + 2])
    with pytest.warns(UserWarning, match="computed in float64"):
        at_once = everything((x, y), {"diameter": 20.0})
    one_by_one()
    with pytest.warns(UserWarning, match="computed in float64"):
        pairs = everything((x, y), {"diameter": 20.0})
    torch.testing.assert_close(at_once[0], pairs[0], rtol=1e-6, atol=0)
    torch.testing.assert_close(at_once[4], pairs[4], rtol=1e-3, atol=1e-4)


def test_a_cloud_that_all_pairs_share_is_solved_once(normal: Normal, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    length = EvenProblems.__len__
    backend = module.even_pairs.__globals__["choose_backend"]
    solve = type(backend(module.SinkhornOptions(), torch.device("cpu"))[0])
    plain = solve.solve_even

    def counted(self: Any, problems: list[EvenProblems], *rest: Any) -> Any:
        seen.extend(length(some) for some in problems)
        return plain(self, problems, *rest)

    monkeypatch.setattr(solve, "solve_even", counted)
    sinkhorn_divergence(normal(4, 9, 3), normal(7, 3), diameter=5.0)
    assert seen == [4, 4, 1]


@pytest.mark.parametrize(
    "change",
    [
        {"a": torch.tensor([0.5, 0.5, 0.0])},
        {"a": torch.full((3,), 2.0), "b": torch.full((3,), 2.0)},
        {"y": torch.ones(3, 2)},
        {"tol": 1e-3},
        {"backend": "torch"},
    ],
    ids=str,
)
def test_what_needs_a_word_or_an_own_type_goes_pair_by_pair(
    change: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Points of weight 0, masses that are divided, clouds that are one point, and what the backend does not do."""
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
