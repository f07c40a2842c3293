"""Sums over pairs in C++ against plain float64, on every instruction set of this processor."""

from __future__ import annotations

import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from geobias_kernels import native_library, native_sums
from geobias_kernels.native_sums import KINDS, pair_sums

pytestmark = pytest.mark.skipif(native_sums.obstacle() is not None, reason=f"the library {native_sums.obstacle()}")

LEVELS = native_library.levels()
SHAPES = [(1, 1, 1), (97, 130, 3), (65, 40, 257), (40, 131, 385)]
DIGITS = {torch.float32: 1e-7, torch.float64: 1e-13}
Clouds = tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]


def clouds(n: int, m: int, d: int, dtype: torch.dtype = torch.float64, seed: int = 0) -> Clouds:
    """Points about 3, weights of any sum."""
    generator = torch.Generator().manual_seed(seed)
    x, y = (torch.randn(size, d, dtype=torch.float64, generator=generator).add(3).to(dtype) for size in (n, m))
    a, b = (torch.rand(size, dtype=torch.float64, generator=generator).add(0.01) for size in (n, m))
    return x, y, a, b


def expected(given: Clouds, kind: str, bandwidth: float, smallest: float = 0.0) -> list[float]:
    """By differences of all pairs, in float64."""
    x, y, a, b = (part.double() for part in given)
    found = []
    for left, right, of_left, of_right in ((x, x, a, a), (y, y, b, b), (x, y, a, b)):
        squares = (left[:, None] - right[None]).square().sum(-1).clamp_min(smallest)
        values = squares.sqrt() if kind == "distance" else torch.exp(-squares / (2 * bandwidth**2))
        found.append(float(of_left @ values @ of_right))
    return found


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64], ids=str)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_sums_are_those_of_differences(shape, kind, dtype, level):
    given = clouds(*shape, dtype)
    width = math.sqrt(shape[2])
    found = pair_sums(*given, kind, bandwidth=width, level=level)
    assert found == pytest.approx(expected(given, kind, width), rel=DIGITS[dtype], abs=1e-300)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64], ids=str)
def test_near_points_keep_their_digits_and_equal_ones_are_at_0(dtype, level):
    x, y, a, b = clouds(50, 50, 20, dtype)
    y = x * (1 + 1e-6 * torch.arange(50, dtype=dtype)[:, None] / 50)  # the first is x's own
    pairs = [torch.zeros(50, dtype=torch.float64), torch.zeros(50, dtype=torch.float64)]
    for place in (0, 1, 49):
        for weights in pairs:
            weights.zero_()[place] = 1
        within_x, within_y, between = pair_sums(x, y, *pairs, "distance", level=level)
        assert within_x == within_y == 0
        truth = float((x[place].double() - y[place].double()).square().sum().sqrt())
        assert between == pytest.approx(truth, rel=1e-12, abs=0)
    assert pair_sums(x, x, a, b, "gaussian", bandwidth=1e-9, level=level)[2] == pytest.approx(float(a @ b), rel=1e-13)


@pytest.mark.parametrize("level", LEVELS)
def test_a_smallest_square_stands_for_smaller_ones(level):
    x, _, a, b = clouds(40, 40, 2)
    found = pair_sums(x, x, a, b, "distance", smallest=0.5, level=level)
    assert found == pytest.approx(expected((x, x, a, b), "distance", 1.0, 0.5), rel=1e-13)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64], ids=str)
def test_bits_do_not_depend_on_threads(dtype):
    given = clouds(300, 211, 33, dtype)
    assert pair_sums(*given, "distance", threads=3) == pair_sums(*given, "distance", threads=1)


@pytest.mark.parametrize("size", [1e-20, 1e20, 0.0, math.inf])
def test_lengths_that_single_precision_cannot_square_are_left_to_others(size):
    x, y, a, b = clouds(9, 8, 4, torch.float32)
    assert pair_sums(x * size, y * size, a, b, "distance") is None
    if 0 < size < math.inf:
        x, y = x.double() * size, y.double() * size
        found = pair_sums(x, y, a, b, "distance")
        assert found == pytest.approx(expected((x, y, a, b), "distance", 1.0), rel=1e-13)


def test_points_of_another_device_are_refused():
    x, y, a, b = clouds(9, 8, 4)
    with pytest.raises(TypeError, match="must be on the CPU, but some are on meta"):
        pair_sums(x.to("meta"), y, a, b, "distance")


@settings(max_examples=40, deadline=None)
@given(
    st.integers(1, 70), st.integers(1, 70), st.integers(1, 150), st.integers(0, 999), st.sampled_from([0.0, 1.0, 1e3])
)
def test_moving_swapping_and_cutting_change_nothing(n, m, d, seed, shift):
    x, y, a, b = clouds(n, m, d, seed=seed)
    within_x, within_y, between = pair_sums(x, y, a, b, "distance")
    moved = pair_sums(y + shift, x + shift, b, a, "distance")
    # A move rounds the points themselves.
    assert moved == pytest.approx((within_y, within_x, between), rel=1e-12 * (1 + shift), abs=1e-12)
    parts = [
        pair_sums(part, y, weights, b, "distance")[2] for part, weights in zip(x.split(7), a.split(7), strict=True)
    ]
    assert sum(parts) == pytest.approx(between, rel=1e-11)
