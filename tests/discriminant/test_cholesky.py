"""Blocked factors against torch's, and the norm of the inverse against eigenvalues."""

from __future__ import annotations

import pytest
import torch

from geobias.discriminant.cholesky import BLOCK, blocked_cholesky, inverse_norm, solve_factored, trusted_factors


@pytest.mark.parametrize("width", [1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK + 30])
def test_factors_are_torchs_whatever_stands_above_the_diagonal(width):
    points = torch.randn(2, width + 50, width, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    matrices = points.mT @ points
    above = torch.full_like(matrices, torch.nan).triu(1)
    factors, failed = blocked_cholesky(torch.where(above.isnan(), above, matrices))
    torch.testing.assert_close(factors.tril(), torch.linalg.cholesky(matrices), rtol=1e-10, atol=1e-10)
    assert failed.tolist() == [False, False]


@pytest.mark.parametrize("place", [0, BLOCK + 3])
def test_a_matrix_that_is_not_positive_definite_is_named_and_leaves_the_others_alone(place):
    matrices = torch.eye(BLOCK + 10, dtype=torch.float64).repeat(3, 1, 1)
    matrices[1, place, place] = -1
    factors, failed = blocked_cholesky(matrices)
    assert failed.tolist() == [False, True, False]
    assert torch.equal(factors[0].tril(), torch.eye(BLOCK + 10, dtype=torch.float64))


@pytest.mark.parametrize("smallest", [1e-1, 1e-3, 1e-6])
def test_the_inverse_norm_is_estimated_from_the_factor(smallest):
    generator = torch.Generator().manual_seed(3)
    turn = torch.linalg.qr(torch.randn(30, 30, generator=generator, dtype=torch.float64)).Q
    matrix = turn @ torch.diag(torch.linspace(1, 2, 30, dtype=torch.float64)) @ turn.T
    matrix[:, 7] = matrix[7] = matrix[:, 8] * (1 - smallest)
    matrix[7, 7] = matrix[8, 8]
    scaled = matrix / matrix.diagonal().sqrt() / matrix.diagonal().sqrt()[:, None]
    truth = 1 / float(torch.linalg.eigvalsh(scaled)[0])
    units = torch.diag(torch.logspace(-8, 8, 30, dtype=torch.float64))
    scaled_up = units @ matrix @ units
    found = float(inverse_norm(torch.linalg.cholesky(scaled_up)[None], scaled_up.diagonal().sqrt()[None])[0])
    assert 0.5 * truth < found < 1.01 * truth


def test_factors_are_trusted_only_above_the_tolerance():
    matrices = torch.eye(6, dtype=torch.float64).repeat(4, 1, 1)
    matrices[1, 0, 1] = matrices[1, 1, 0] = 0.99  # a smallest eigenvalue of 0.01
    matrices[2, 0, 1] = matrices[2, 1, 0] = 1 - 1e-6
    matrices[3, 0, 1] = matrices[3, 1, 0] = 1.0
    for tol, doubtful in ((0.0, [False, False, True, True]), (1e-4, [False, False, True, True]),
                          (0.2, [False, True, True, True]), (0.9, [True] * 4)):  # fmt: skip
        factors, found = trusted_factors(matrices * 9, tol)
        assert found.tolist() == doubtful
    wanted = torch.randn(4, 6, 2, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    solved = solve_factored(factors[:2], wanted[:2])
    torch.testing.assert_close(9 * matrices[:2] @ solved, wanted[:2])
