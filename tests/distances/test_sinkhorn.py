"""Laws of the divergence, closed forms, and what comes in wrong or odd."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from geobias.distances import sinkhorn_divergence, solve_sinkhorn

Normal = Callable[..., torch.Tensor]
pytestmark = pytest.mark.usefixtures("automatic")
KINDS = [{}, {"p": 1}, {"reach": 1.0}, {"debias": False}, {"tol": 1e-6, "blur": 1.0}]


def draw(seed: int, n: int, d: int) -> torch.Tensor:
    return torch.randn(n, d, dtype=torch.float64, generator=torch.Generator().manual_seed(seed))


def weights(seed: int, n: int) -> torch.Tensor:
    values = torch.rand(n, dtype=torch.float64, generator=torch.Generator().manual_seed(seed)) + 0.05
    return values / values.sum()


sizes = st.integers(1, 12)
kinds = st.sampled_from(KINDS)
common = settings(max_examples=25, deadline=None)


@common
@given(st.integers(0, 99), sizes, sizes, st.integers(1, 20), kinds)
def test_swapping_permuting_and_moving_change_nothing(seed: int, n: int, m: int, d: int, kind: dict[str, Any]) -> None:
    x, y, a, b = draw(seed, n, d), draw(seed + 100, m, d), weights(seed, n), weights(seed + 1, m)
    value = sinkhorn_divergence(x, y, a, b, **kind)
    close = {"rtol": 1e-8, "atol": 1e-10} if "tol" not in kind else {"rtol": 1e-4, "atol": 1e-5}
    order = torch.randperm(n, generator=torch.Generator().manual_seed(seed))
    torch.testing.assert_close(sinkhorn_divergence(y, x, b, a, **kind), value, **close)
    torch.testing.assert_close(sinkhorn_divergence(x[order], y, a[order], b, **kind), value, **close)
    torch.testing.assert_close(sinkhorn_divergence(x + 1000, y + 1000, a, b, **kind), value, **close)


@common
@given(st.integers(0, 99), sizes, st.sampled_from([k for k in KINDS if "debias" not in k]))
def test_a_cloud_is_at_no_distance_from_itself(seed: int, n: int, kind: dict[str, Any]) -> None:
    x, a = draw(seed, n, 5), weights(seed, n)
    order = torch.randperm(n, generator=torch.Generator().manual_seed(seed))
    tolerance = 1e-5 if "tol" in kind else 1e-12
    assert abs(sinkhorn_divergence(x, x[order], a, a[order], **kind).item()) < tolerance


@common
@given(st.integers(0, 99), sizes, sizes, st.floats(1e-3, 1e3))
def test_units_scale_the_value_by_their_square(seed: int, n: int, m: int, scale: float) -> None:
    x, y = draw(seed, n, 4), draw(seed + 1, m, 4)
    value = sinkhorn_divergence(x, y, blur=0.1) * scale**2
    # A step of the schedule that falls on blur itself may come or go with the rounding of logarithms; none does here.
    torch.testing.assert_close(sinkhorn_divergence(scale * x, scale * y, blur=0.1 * scale), value, rtol=1e-9, atol=0)


@common
@given(st.integers(0, 99), sizes, sizes, kinds, st.sampled_from([math.nan, math.inf, 1e9]))
def test_a_point_of_weight_zero_is_absent(seed: int, n: int, m: int, kind: dict[str, Any], poison: float) -> None:
    x, y, a, b = draw(seed, n, 3), draw(seed + 1, m, 3), weights(seed, n), weights(seed + 1, m)
    absent = torch.full((2, 3), poison, dtype=torch.float64)
    more, more_a = torch.cat([absent, x]), torch.cat([torch.zeros(2, dtype=torch.float64), a])
    assert torch.equal(sinkhorn_divergence(more, y, more_a, b, **kind), sinkhorn_divergence(x, y, a, b, **kind))


@common
@given(st.integers(0, 99), sizes, sizes, kinds)
def test_a_point_given_twice_is_one_of_twice_the_weight(seed: int, n: int, m: int, kind: dict[str, Any]) -> None:
    x, y = draw(seed, n, 3), draw(seed + 1, m, 3)
    twice = torch.cat([x, x[:1]])
    a = torch.full((n,), 1 / (n + 1), dtype=torch.float64)
    a[0] *= 2
    close = {"rtol": 1e-9, "atol": 1e-11} if "tol" not in kind else {"rtol": 1e-4, "atol": 1e-5}
    torch.testing.assert_close(sinkhorn_divergence(twice, y, **kind), sinkhorn_divergence(x, y, a, **kind), **close)


def test_diracs_are_half_the_squared_distance_apart() -> None:
    x, y = torch.tensor([[0.0, 0.0]]).double(), torch.tensor([[3.0, 4.0]]).double()
    for kind, expected in (({}, 12.5), ({"p": 1}, 5 - 1e-4), ({"debias": False}, 12.5), ({"tol": 1e-9}, 12.5)):
        assert sinkhorn_divergence(x, y, **kind).item() == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("blur", [0.5, 1.0])
def test_gaussians_have_their_closed_form(blur: float) -> None:
    # Janati et al. 2020, Theorem 1, in one dimension and for half the squared distance.
    grid = torch.linspace(-9, 9, 400, dtype=torch.float64)
    moments = [(-0.5, 1.0), (1.0, 0.6)]
    a, b = (torch.exp(-((grid - mean) ** 2) / (2 * sd**2)) for mean, sd in moments)
    eps = blur**2

    def transport(s: float, t: float) -> float:
        root = math.sqrt(4 * s**2 * t**2 + eps**2)
        return (s**2 + t**2 - root + eps * (1 - math.log(2 * eps)) + eps * math.log(root + eps)) / 2

    (m, s), (k, t) = moments
    expected = (m - k) ** 2 / 2 + transport(s, t) - (transport(s, s) + transport(t, t)) / 2
    x = grid[:, None]
    value = sinkhorn_divergence(x, x, a / a.sum(), b / b.sum(), blur=blur, tol=1e-9)
    assert value.item() == pytest.approx(expected, rel=1e-6)


def test_identical_points_are_at_distance_zero() -> None:
    for x, y in ((torch.ones(1, 3), torch.ones(1, 3)), (torch.ones(5, 3), torch.ones(7, 3))):
        x.requires_grad_()
        value = sinkhorn_divergence(x, y)
        value.backward()
        assert value.item() == 0.0
        assert torch.equal(x.grad, torch.zeros_like(x))


def test_a_shuffled_cloud_is_itself_in_float32(normal: Normal) -> None:
    x = normal(200, 64).float()
    assert abs(sinkhorn_divergence(x, x[torch.randperm(200)]).item()) < 1e-6


def test_zero_weights_equal_the_smaller_cloud(normal: Normal) -> None:
    x, y = normal(50, 4, seed=1), normal(30, 4, seed=2)
    a = torch.ones(50, dtype=torch.float64)
    a[::5] = 0
    kept = a > 0
    assert torch.equal(sinkhorn_divergence(x, y, a / 40), sinkhorn_divergence(x[kept], y, a[kept] / 40))


def test_items_of_a_batch_are_alone(normal: Normal) -> None:
    x, y = normal(2, 3, 6, 4, seed=1), normal(3, 5, 4, seed=2)
    x[1, 2] *= 50
    values = sinkhorn_divergence(x, y)
    assert values.shape == (2, 3)
    for i in range(2):
        for j in range(3):
            assert torch.equal(values[i, j], sinkhorn_divergence(x[i, j], y[j]))


def test_half_and_mixed_types_and_views(normal: Normal) -> None:
    x, y = normal(20, 8, seed=1), normal(15, 8, seed=2)
    exact = sinkhorn_divergence(x, y)
    for kind in (torch.float16, torch.bfloat16):
        value = sinkhorn_divergence(x.to(kind), y.to(kind))
        assert value.dtype == torch.float32
        assert value.item() == pytest.approx(exact.item(), rel=1e-2)
    mixed = sinkhorn_divergence(x.float(), y)
    assert mixed.dtype == torch.float64
    assert mixed.item() == pytest.approx(exact.item(), rel=1e-6)
    assert torch.equal(sinkhorn_divergence(x.T.contiguous().T, y), exact)


def test_any_number_of_threads_gives_the_same_bits(normal: Normal) -> None:
    x, y = normal(400, 32, seed=1).float(), normal(350, 32, seed=2).float()
    before, values = torch.get_num_threads(), []
    try:
        for threads in (1, 2, 3):
            torch.set_num_threads(threads)
            values.append(sinkhorn_divergence(x, y))
            assert torch.get_num_threads() == threads
    finally:
        torch.set_num_threads(before)
    assert torch.equal(values[0], values[1])
    assert torch.equal(values[0], values[2])


def test_masses_are_normalised_with_a_notice(normal: Normal) -> None:
    x, y = normal(6, 2, seed=1), normal(4, 2, seed=2)
    with pytest.warns(UserWarning, match=r"weights that sum to 12 are divided by their sum"):
        value = sinkhorn_divergence(x, y, torch.full((6,), 2.0), torch.full((4,), 3.0))
    torch.testing.assert_close(value, sinkhorn_divergence(x, y), rtol=1e-12, atol=0)


def test_solution_carries_potentials_and_the_record(normal: Normal, automatic: str) -> None:
    x, y = normal(7, 3, seed=1), normal(5, 3, seed=2)
    a = torch.tensor([0.0, 0.2, 0.2, 0.2, 0.2, 0.1, 0.1], dtype=torch.float64)
    solution = solve_sinkhorn(x, y, a, tol=1e-9, blur=0.3)
    assert (solution.f.shape, solution.g.shape, solution.eps) == ((7,), (5,), 0.3**2)
    assert torch.isnan(solution.f[0])
    value = (a[1:] * solution.f[1:]).sum() + solution.g.mean()
    torch.testing.assert_close(value, solution.value, rtol=1e-12, atol=1e-14)
    assert 0 <= solution.residual <= 1e-9
    assert solution.bounds is not None
    assert solution.bounds[0] <= solution.value <= solution.bounds[1]
    assert solution.backend == automatic
    assert ("no compiler" in solution.reason) == (automatic == "torch")
    plain = solve_sinkhorn(x, y, blur=0.3, diameter=2.0, debias=False)
    assert plain.bounds is None
    assert plain.n_iter == 7  # a first step; eps at 2, 2, 1, 0.5 and 0.3, each squared; the last step
