"""Wasserstein distances on the line and along directions, against scipy and POT."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from geobias.distances import sliced, sliced_wasserstein, wasserstein_1d
from geobias.errors import InputError

ot = pytest.importorskip("ot")
stats = pytest.importorskip("scipy.stats")
Normal = Callable[..., torch.Tensor]
lists = st.lists(st.integers(-5, 5), min_size=1, max_size=12)


@settings(max_examples=80, deadline=None)
@given(lists, lists, st.integers(0, 99), st.sampled_from([1, 2, 3.5]))
def test_the_line_is_that_of_scipy_and_pot(left: list[int], right: list[int], seed: int, p: float) -> None:
    # Whole numbers, so that points coincide.
    x, y = np.array(left, float), np.array(right, float)
    rng = np.random.default_rng(seed)
    a, b = rng.random(len(x)) + 0.1, rng.random(len(y)) + 0.1
    a, b = a / a.sum(), b / b.sum()
    value = wasserstein_1d(*(torch.from_numpy(v) for v in (x, y, a, b)), p=p).item()
    assert value**p == pytest.approx(float(ot.wasserstein_1d(x, y, a, b, p=p)), rel=1e-9, abs=1e-12)
    if p == 1:
        assert value == pytest.approx(stats.wasserstein_distance(x, y, a, b), rel=1e-10, abs=1e-12)
        plain = wasserstein_1d(torch.from_numpy(x), torch.from_numpy(y), p=1).item()
        assert plain == pytest.approx(stats.wasserstein_distance(x, y), rel=1e-10, abs=1e-12)


def test_a_batch_on_the_line_is_its_rows(normal: Normal) -> None:
    x, y, a = normal(2, 3, 7, seed=1), normal(3, 5, seed=2), normal(3, 7, seed=3).softmax(-1)
    values = wasserstein_1d(x, y, a, p=1)
    expected = [[stats.wasserstein_distance(x[i, j], y[j], a[j]) for j in range(3)] for i in range(2)]
    torch.testing.assert_close(values, torch.tensor(expected, dtype=torch.float64), rtol=1e-10, atol=0)
    assert wasserstein_1d(x.half(), y.half()).dtype == torch.float32


def test_gradients_on_the_line(normal: Normal) -> None:
    x, y = normal(5, seed=1).requires_grad_(), normal(4, seed=2).requires_grad_()
    a, b = normal(5, seed=3).requires_grad_(), normal(4, seed=4).requires_grad_()
    function = lambda x, y, a, b: wasserstein_1d(x, y, a.softmax(0), b.softmax(0))  # noqa: E731
    assert torch.autograd.gradcheck(function, (x, y, a, b))
    assert torch.autograd.gradcheck(lambda x, y: wasserstein_1d(x[:4], y), (x, y))
    same = torch.zeros(3, requires_grad=True)
    wasserstein_1d(same, torch.zeros(3)).backward()
    assert torch.equal(same.grad, torch.zeros(3))


def test_a_point_of_weight_zero_is_absent_on_the_line() -> None:
    x = torch.tensor([math.nan, 0.0, 1.0, math.inf], dtype=torch.float64)
    a = torch.tensor([0.0, 0.5, 0.5, 0.0], dtype=torch.float64)
    assert wasserstein_1d(x, torch.tensor([3.0]), a, p=1).item() == 2.5


def test_what_cannot_be_used_on_the_line_is_named() -> None:
    x = torch.tensor([[0.0, 1.0], [2.0, math.nan]])
    y = torch.zeros(2)
    with pytest.raises(InputError, match=r"points of x\[1\] must be finite, but point 1 holds NaN or infinity\."):
        wasserstein_1d(x, y)
    with pytest.raises(InputError, match=r"y must have a point of positive weight, but all 2 weights are 0\."):
        wasserstein_1d(x[0], y, b=torch.zeros(2))
    with pytest.raises(InputError, match=r"weights of x and y must have one sum to be compared, but .* 2 and 1\."):
        wasserstein_1d(x[0], y, torch.ones(2))
    with pytest.raises(InputError, match=r"x must be a float tensor \(\.\.\., n\), but it is torch.int64 of shape"):
        wasserstein_1d(torch.arange(3), y)
    with pytest.raises(InputError, match=r"p must be a number >= 1, but it is 0\.5\. Pass p=2\."):
        wasserstein_1d(x[0], y, p=0.5)
    with pytest.raises(InputError, match=r"x and y must have leading axes that broadcast"):
        wasserstein_1d(torch.zeros(2, 3), torch.zeros(3, 3))


@pytest.mark.parametrize("p", [1, 2])
def test_slices_are_those_of_pot(normal: Normal, p: int) -> None:
    x, y = normal(30, 8, seed=1), normal(25, 8, seed=2) + 0.5
    a, b = normal(30, seed=3).softmax(0), normal(25, seed=4).softmax(0)
    directions = torch.from_numpy(ot.sliced.get_random_projections(8, 40, seed=0))
    expected = ot.sliced_wasserstein_distance(x, y, a, b, p=p, projections=directions).item()
    assert sliced_wasserstein(x, y, a, b, p=p, projections=directions).item() == pytest.approx(expected, rel=1e-10)
    # Only the direction of a column counts.
    longer = directions * torch.arange(1, 41)
    assert sliced_wasserstein(x, y, a, b, p=p, projections=longer).item() == pytest.approx(expected, rel=1e-10)


def test_a_shift_has_its_closed_form(normal: Normal) -> None:
    x, shift = normal(20, 5, seed=1), torch.tensor([3.0, 0, 0, 0, 4.0], dtype=torch.float64)
    # E <u, t>^2 = |t|^2 / d over the sphere.
    value = sliced_wasserstein(x, x + shift, n_projections=20_000, rng=0)
    assert value.item() == pytest.approx(5 / math.sqrt(5), rel=0.02)


def test_seeds_choose_the_directions(normal: Normal) -> None:
    x, y = normal(9, 4, seed=1), normal(7, 4, seed=2)
    one, again, other = (sliced_wasserstein(x, y, rng=seed) for seed in (1, np.random.default_rng(1), 2))
    assert torch.equal(one, again)
    assert not torch.equal(one, other)
    assert not torch.equal(sliced_wasserstein(x, y), sliced_wasserstein(x, y))


def test_blocks_change_neither_values_nor_gradients(normal: Normal, monkeypatch: pytest.MonkeyPatch) -> None:
    results = []
    for entries in (sliced.BLOCK_ENTRIES, 40):
        monkeypatch.setattr(sliced, "BLOCK_ENTRIES", entries)
        x, y = normal(9, 4, seed=1).requires_grad_(), normal(7, 4, seed=2)
        directions = normal(4, 11, seed=3).requires_grad_()
        value = sliced_wasserstein(x, y, projections=directions)
        results.append((value, *torch.autograd.grad(value, (x, directions))))
    for one, other in zip(*results, strict=True):
        torch.testing.assert_close(one, other, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"n_projections": 0}, r"n_projections must be a whole number, at least 1, but it is 0\."),
        ({"projections": torch.zeros(3, 2)}, r"projections must be \(d, L\) with d = 4, .* their shape is \(3, 2\)\."),
        ({"projections": torch.zeros(4, 2)}, r"projections must be finite and not 0, but a column is not\."),
        ({"p": math.nan}, r"p must be a number >= 1, but it is nan\."),
    ],
)
def test_wrong_directions_are_named(change: dict, text: str) -> None:
    with pytest.raises(InputError, match=text):
        sliced_wasserstein(torch.zeros(2, 4), torch.ones(2, 4), **change)
