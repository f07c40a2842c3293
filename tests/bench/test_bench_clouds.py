"""Clouds of the benchmarks."""

from __future__ import annotations

import torch

from geobias.bench.clouds import widened


def test_wider_points_are_the_same_points_doubled():
    points = torch.randn(20, 8, generator=torch.Generator().manual_seed(0))
    assert widened(points, 8).equal(points)
    wide = widened(points, 30)
    assert wide.shape == (20, 30)
    torch.testing.assert_close(torch.cdist(wide, wide), 2 * torch.cdist(points, points), rtol=1e-4, atol=1e-4)
