"""Sums over pairs do not depend on how they are cut, and memory does not grow with them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest
import torch

from geobias.distances import kernel_sums
from geobias.distances.inputs import make_cloud

Normal = Callable[..., torch.Tensor]


@pytest.mark.parametrize("entries", [1, 20, 1 << 20])
def test_cuts_change_neither_sums_nor_gradients(normal: Normal, entries: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel_sums, "CPU_BLOCK", entries)
    x, y = normal(9, 3, seed=1).requires_grad_(), normal(8, 3, seed=2)
    a, b = normal(9, seed=3).softmax(0).requires_grad_(), normal(8, seed=4).softmax(0)
    left, right = make_cloud(x, a, "x"), make_cloud(y, b, "y")

    def plain(x: torch.Tensor, y: torch.Tensor, a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
        return a @ (-(x[:, None] - y[None]).square().sum(-1)).exp() @ b

    kernel = lambda squares: torch.exp(-squares)  # noqa: E731
    for ours, expected in (
        (kernel_sums.kernel_sum(kernel, left, right), plain(x, y, a, b)),
        (kernel_sums.kernel_sum(kernel, left), plain(x, x, a, a)),
    ):
        torch.testing.assert_close(ours, expected, rtol=1e-12, atol=0)
        for one, other in zip(*(torch.autograd.grad(v, (x, a)) for v in (ours, expected)), strict=True):
            torch.testing.assert_close(one, other, rtol=1e-10, atol=1e-14)


@pytest.mark.parametrize("kernel", [kernel_sums.DISTANCE, kernel_sums.gaussian(1.7)], ids=["distance", "gaussian"])
@pytest.mark.parametrize("native", [True, False])
def test_sums_of_a_pair_are_its_three_sums(
    normal: Normal, kernel: kernel_sums.Kernel, native: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not native:
        monkeypatch.setattr(kernel_sums.native_sums, "obstacle", lambda: "is not there")
    x, y = normal(30, 5, seed=1), normal(21, 5, seed=2) + 4
    left, right = (make_cloud(points, normal(len(points), seed=3).softmax(0), "cloud") for points in (x, y))
    function = kernel.of_squares
    expected = [kernel_sums.kernel_sum(function, *clouds) for clouds in ((left,), (right,), (left, right))]
    for found, value in zip(kernel_sums.pair_sums(kernel, left, right), expected, strict=True):
        torch.testing.assert_close(found, value, rtol=1e-13, atol=0)
    single = kernel_sums.pair_sums(kernel, left.to(torch.float32), right.to(torch.float32))
    for found, value in zip(single, expected, strict=True):
        torch.testing.assert_close(found, value, rtol=1e-6, atol=0)


def test_gradients_are_those_without_the_library(normal: Normal) -> None:
    x, y = normal(9, 3, seed=1).requires_grad_(), normal(8, 3, seed=2)
    left, right = (
        make_cloud(points, torch.full((len(points),), 0.1, dtype=torch.float64), "cloud") for points in (x, y)
    )
    sums = kernel_sums.pair_sums(kernel_sums.DISTANCE, left, right)
    expected = 0.01 * (torch.cdist(x, x).sum() + torch.cdist(x, y).sum())
    for one, other in zip(torch.autograd.grad(sums[0] + sums[2], x), torch.autograd.grad(expected, x), strict=True):
        torch.testing.assert_close(one, other, rtol=1e-10, atol=1e-14)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads the peak memory as Linux reports it")
def test_memory_stays_bounded_with_gradients() -> None:
    # A matrix of distances of 5000 x 5000 is 200 MB in float64; a graph would keep a dozen.
    code = """
import resource, torch
from geobias.distances import energy_distance
x, y = torch.randn(5000, 8, requires_grad=True), torch.randn(5000, 8)
energy_distance(x[:1000], y[:1000]).backward()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
energy_distance(x, y).backward()
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert float(done.stdout) < 300
