"""Whitened means: their products are those of the pseudo-inverse, and doubt is raised where digits are lost."""

from __future__ import annotations

import torch

from geobias.discriminant.whitening import (
    shared_null_space,
    whiten_by_eigen,
    whiten_by_rows,
)


def sample(rows: int, width: int, rank: int | None = None, seed: int = 0) -> tuple[torch.Tensor, torch.Tensor]:
    """Centred rows (1, rows, width) of a rank, and means (1, 3, width) in their span."""
    generator = torch.Generator().manual_seed(seed)
    basis = torch.randn(rank or width, width, generator=generator, dtype=torch.float64)
    points = torch.randn(rows, len(basis), generator=generator, dtype=torch.float64) @ basis
    points = points - points.mean(0)
    return points[None], (torch.randn(3, rows, generator=generator, dtype=torch.float64) @ points / rows)[None]


def expected(points: torch.Tensor, means: torch.Tensor) -> torch.Tensor:
    covariance = points[0].T @ points[0] / points.shape[1]
    return means[0] @ torch.linalg.pinv(covariance, rtol=1e-10, hermitian=True) @ means[0].T


def products(white: torch.Tensor) -> torch.Tensor:
    return white[0] @ white[0].T


def test_both_ways_lead_to_the_same_products():
    points, means = sample(60, 20)
    truth, scatter = expected(points, means), points.mT @ points
    for white, doubtful in (
        whiten_by_eigen(scatter / 60, means, 1e-4),
        whiten_by_rows(points, means, 60, 1e-4),
    ):
        torch.testing.assert_close(products(white), truth, rtol=1e-10, atol=1e-12)
        assert doubtful.tolist() == [False]


def test_fewer_rows_than_features():
    points, means = sample(15, 40)
    white, doubtful = whiten_by_rows(points, means, 15, 1e-4)
    assert doubtful.tolist() == [False]
    # The pseudo-inverse is that of features scaled to unit variance, as scikit-learn takes it.
    scale = points[0].square().mean(0).sqrt()
    torch.testing.assert_close(products(white), expected(points / scale, means / scale), rtol=1e-9, atol=1e-12)


def test_a_direction_in_which_nothing_varies_is_found():
    points, _ = sample(60, 20, rank=18)
    null = shared_null_space(points[0])
    assert null.shape == (20, 2)
    assert float((points[0] @ null).abs().max()) < 1e-12


def test_the_null_space_is_that_of_all_rows_not_of_a_part():
    points, _ = sample(400, 10, rank=9)
    later = points[0].clone()
    later[1] += 1  # a row that the part does not hold
    assert shared_null_space(points[0]).shape == (10, 1)
    assert shared_null_space(later).shape == (10, 0)


def test_lost_digits_raise_doubt():
    points, means = sample(60, 20)
    points[..., 0] = points[..., 1] + 1e-4 * points[..., 0]
    scatter = points.mT @ points
    assert whiten_by_eigen(scatter / 60, means, 1e-6)[1].tolist() == [True]
    assert whiten_by_rows(points, means, 60, 1e-6)[1].tolist() == [True]
    nothing = torch.zeros(1, 5, 5, dtype=torch.float64)
    assert whiten_by_eigen(nothing, means[..., :5], 1e-4)[1].tolist() == [True]
