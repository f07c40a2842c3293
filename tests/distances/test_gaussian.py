"""Gaussians against scipy's matrix root, POT and closed forms."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import torch

from geobias.distances import bures_wasserstein, gaussian_wasserstein
from geobias.errors import InputError

linalg = pytest.importorskip("scipy.linalg")
ot = pytest.importorskip("ot")
Normal = Callable[..., torch.Tensor]


def moments(x: torch.Tensor, a: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    covariance = np.atleast_2d(np.cov(x.numpy(), rowvar=False, aweights=a.numpy(), ddof=0))
    return a @ x, torch.from_numpy(covariance)


def by_roots(m: torch.Tensor, A: torch.Tensor, k: torch.Tensor, B: torch.Tensor) -> float:
    half = linalg.sqrtm(A.numpy())
    cross = np.real(linalg.sqrtm(half @ B.numpy() @ half))
    return float(np.sqrt((m - k).square().sum() + A.trace() + B.trace() - 2 * np.trace(cross)))


@pytest.mark.parametrize(("n", "m", "d"), [(40, 30, 6), (30, 9, 8), (25, 12, 1)])
def test_points_and_moments_agree_with_scipy_and_pot(normal: Normal, n: int, m: int, d: int) -> None:
    x, y = normal(n, d, seed=1) @ normal(d, d, seed=5), normal(m, d, seed=2) + 1
    a, b = normal(n, seed=3).softmax(0), normal(m, seed=4).softmax(0)
    first, second = moments(x, a), moments(y, b)
    expected = by_roots(*first, *second)
    assert gaussian_wasserstein(x, y, a, b).item() == pytest.approx(expected, rel=1e-8)
    assert bures_wasserstein(*first, *second).item() == pytest.approx(expected, rel=1e-8)
    theirs = ot.gaussian.bures_wasserstein_distance(first[0], second[0], first[1], second[1])
    assert bures_wasserstein(*first, *second).item() == pytest.approx(float(theirs), rel=1e-8)


@pytest.mark.parametrize(("n", "m"), [(5, 4), (5, 60), (60, 60)])
def test_fewer_points_than_dimensions(normal: Normal, n: int, m: int) -> None:
    # By eigenvalues of the product, whose roots lose half of the digits where a rank is missing.
    x, y = normal(n, 20, seed=1), normal(m, 20, seed=2) + 1
    uniform = [torch.full((k,), 1 / k, dtype=torch.float64) for k in (n, m)]
    first, second = moments(x, uniform[0]), moments(y, uniform[1])
    roots = np.sqrt(np.clip(np.linalg.eigvals((first[1] @ second[1]).numpy()).real, 0, None)).sum()
    squared = (first[0] - second[0]).square().sum() + first[1].trace() + second[1].trace() - 2 * roots
    expected = squared.sqrt().item()
    assert gaussian_wasserstein(x, y).item() == pytest.approx(expected, rel=1e-6)
    assert bures_wasserstein(*first, *second).item() == pytest.approx(expected, rel=1e-6)


def test_points_in_a_plane_have_finite_gradients(normal: Normal) -> None:
    basis = normal(2, 6, seed=1)
    x, y = (normal(30, 2, seed=2) @ basis).requires_grad_(), normal(20, 2, seed=3) @ basis
    (gradient,) = torch.autograd.grad(gaussian_wasserstein(x, y), x)
    step = 1e-6 * (normal(30, 2, seed=4) @ basis)
    with torch.no_grad():
        slope = (gaussian_wasserstein(x + step, y) - gaussian_wasserstein(x - step, y)) / 2
    torch.testing.assert_close((gradient * step).sum(), slope, rtol=1e-4, atol=1e-12)


def test_closed_forms() -> None:
    zero, one = torch.zeros(3, dtype=torch.float64), torch.eye(3, dtype=torch.float64)
    scales = torch.tensor([1.0, 2.0, 3.0], dtype=torch.float64)
    value = bures_wasserstein(zero, one, zero + 2, torch.diag(scales**2))
    assert value.item() == pytest.approx(np.sqrt(12 + 0 + 1 + 4), rel=1e-12)
    nothing = torch.zeros(3, 3)  # a Dirac
    assert bures_wasserstein(zero, nothing, zero, one).item() == pytest.approx(np.sqrt(3), rel=1e-12)
    batch = bures_wasserstein(zero.expand(4, 3), one.expand(4, 3, 3), zero, 4 * one)
    torch.testing.assert_close(batch, torch.full((4,), 3**0.5, dtype=torch.float64), rtol=1e-12, atol=0)
    assert bures_wasserstein(zero.half(), one.half(), zero.half(), one.half()).dtype == torch.float32


def test_gradcheck_in_moments(normal: Normal) -> None:
    mean, factor = normal(3, seed=1).requires_grad_(), normal(3, 3, seed=2).requires_grad_()
    other = torch.eye(3, dtype=torch.float64)
    function = lambda mean, factor: bures_wasserstein(mean, factor @ factor.T + other, torch.zeros(3), other)  # noqa: E731
    assert torch.autograd.gradcheck(function, (mean, factor))


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"mean_y": torch.zeros(3)}, r"mean_y must be a float tensor \(\.\.\., d\) with d = 2, but it is .* \(3,\)\."),
        ({"covariance_x": torch.zeros(2)}, r"covariance_x must be a float tensor \(\.\.\., d, d\) with d = 2, but"),
        ({"covariance_y": torch.full((2, 2), torch.nan)}, r"covariance_y must be finite, but it holds NaN"),
        ({"covariance_y": -torch.eye(2)}, r"covariance_y must be symmetric .* smallest eigenvalue -1\."),
        (
            {"covariance_x": torch.tensor([[1.0, 0.5], [0.0, 1.0]])},
            r"covariance_x must be symmetric .* asymmetry is 0\.5",
        ),
        (
            {"covariance_x": torch.zeros(2, 2, requires_grad=True)},
            r"covariance_x must be positive definite to be differentiated, but its smallest eigenvalue is 0\.",
        ),
    ],
)
def test_wrong_moments_are_named(change: dict, text: str) -> None:
    given = {"mean_x": torch.zeros(2), "covariance_x": torch.eye(2), "mean_y": torch.zeros(2)}
    with pytest.raises(InputError, match=text):
        bures_wasserstein(**{**given, "covariance_y": torch.eye(2), **change})
