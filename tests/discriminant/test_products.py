"""Products of means from Cholesky factors: those of the pseudo-inverse, or doubt where digits are lost."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from geobias.discriminant.products import products_by_rows, products_by_scatter
from geobias.discriminant.replicates import Replicates

SIZES = np.array([[20, 25, 15]])
SPLIT = np.array([[8, 9, 7], [12, 16, 8]])


def sample(width: int, rank: int | None = None, pool: int = 100, dtype: torch.dtype = torch.float64) -> torch.Tensor:
    """Features (pool, width) of a rank, about 0."""
    generator = torch.Generator().manual_seed(0)
    basis = torch.randn(rank or width, width, generator=generator, dtype=torch.float64)
    points = torch.randn(pool, len(basis), generator=generator, dtype=torch.float64) @ basis
    return (points - points.mean(0)).to(dtype)


def drawn(pool: int, repeats: int = 3, replace: bool = False, sizes: np.ndarray = SIZES) -> torch.Tensor:
    """Draws (repeats, 60), sorted by fold and group; every group draws from rows of its own."""
    rng, third = np.random.default_rng(0), pool // 3
    draws = []
    for _ in range(repeats):
        groups = [third * g + rng.choice(third, size, replace=replace) for g, size in enumerate(sizes.sum(0))]
        cells = [np.split(rows, np.cumsum(sizes[:-1, g])) for g, rows in enumerate(groups)]
        draws.append(np.concatenate([cell for fold in zip(*cells, strict=True) for cell in fold]))
    return torch.as_tensor(np.stack(draws))


def expected(replicates: Replicates, held: int, divisor: float) -> torch.Tensor:
    """By pseudo-inverses of the covariances of features scaled to unit variance, as scikit-learn takes it."""
    found = []
    for rows, means in zip(replicates.rows(held).double(), replicates.means(held).double(), strict=True):
        scale = rows.square().mean(0).sqrt()
        scaled = rows / scale
        inverse = torch.linalg.pinv(scaled.T @ scaled / divisor, rtol=1e-9, hermitian=True)
        found.append(means / scale @ inverse @ (means / scale).T)
    return torch.stack(found)


def agree(found: torch.Tensor, truth: torch.Tensor, digits: float) -> None:
    assert float((found - truth).abs().max()) <= digits * float(truth.abs().max())


@pytest.mark.parametrize(("dtype", "digits"), [(torch.float64, 1e-12), (torch.float32, 1e-5)])
@pytest.mark.parametrize("sizes", [SIZES, SPLIT], ids=["one fold", "two folds"])
def test_a_scatter_of_full_rank(sizes, dtype, digits):
    replicates = Replicates(sample(12, pool=400, dtype=dtype), drawn(400, sizes=sizes), sizes)
    for held in range(len(sizes)):
        found, doubtful = products_by_scatter(replicates, held, 60, tol=1e-4)
        assert doubtful.tolist() == [False] * 3
        assert found.dtype == torch.float64
        agree(found, expected(replicates, held, 60), digits)


@pytest.mark.parametrize(("dtype", "digits"), [(torch.float64, 1e-12), (torch.float32, 1e-5)])
@pytest.mark.parametrize("sizes", [SIZES, SPLIT], ids=["one fold", "two folds"])
@pytest.mark.parametrize("replace", [False, True])
def test_fewer_distinct_rows_than_features(sizes, dtype, digits, replace):
    replicates = Replicates(sample(130, dtype=dtype), drawn(100, replace=replace, sizes=sizes), sizes)
    for held in range(len(sizes)):
        found, doubtful = products_by_rows(replicates, held, 57, 1e-4)
        assert doubtful.tolist() == [False] * 3
        agree(found, expected(replicates, held, 57), digits)


def test_directions_in_which_nothing_varies_are_filled_up():
    features = sample(20, rank=18, pool=400)
    null = torch.linalg.svd(features).Vh[18:].T
    replicates = Replicates(features, drawn(400), SIZES)
    found, doubtful = products_by_scatter(replicates, 0, 60, 1e-4, null)
    assert doubtful.tolist() == [False] * 3
    agree(found, expected(replicates, 0, 60), 1e-11)
    assert products_by_scatter(replicates, 0, 60)[1].tolist() == [True] * 3


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32])
def test_lost_digits_raise_doubt(dtype):
    features = sample(20, pool=400, dtype=dtype)
    features[:, 0] = features[:, 1] + 1e-4 * features[:, 0]
    found, doubtful = products_by_scatter(Replicates(features, drawn(400), SIZES), 0, 60, 1e-6)
    assert doubtful.tolist() == [True] * 3
    assert float(found.abs().max()) == 0
    wide = sample(130, dtype=dtype)
    wide[1] = wide[0] + 1e-4 * wide[1]  # in the first draw alone are both
    places = torch.arange(60).repeat(2, 1)
    places[1, 1] = 99
    assert products_by_rows(Replicates(wide, places, SIZES), 0, 60, 1e-6)[1].tolist() == [True, False]


def test_singular_values_near_tol_raise_doubt():
    # Unit variances and nearly independent features: singular values about 1.
    tall = Replicates(sample(12, pool=400) @ torch.linalg.inv(sample(12, pool=400)[:12]), drawn(400), SIZES)
    wide = Replicates(sample(130), drawn(100), SIZES)
    assert products_by_scatter(tall, 0, 60, 0.9)[1].tolist() == [True] * 3
    assert products_by_rows(wide, 0, 60, 0.9)[1].tolist() == [True] * 3


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 40), st.integers(2, 6), st.integers(1, 9), st.integers(0, 999), st.booleans())
def test_any_shape_is_right_or_in_doubt(width, groups, size, seed, replace):
    rng = np.random.default_rng(seed)
    features = torch.from_numpy(rng.normal(size=(80, width)))
    pools = np.arange(groups)[:, None] * 13
    draws = [pools + [rng.choice(13, size, replace=replace) for _ in range(groups)] for _ in range(2)]
    rows = torch.as_tensor(np.stack(draws)).flatten(1)
    replicates = Replicates(features, rows, np.full((1, groups), size))
    distinct = min(len(np.unique(draw)) for draw in rows.numpy())
    way = products_by_scatter if distinct - groups >= width else products_by_rows
    found, doubtful = way(replicates, 0, groups * size, 1e-4)
    truth = expected(replicates, 0, groups * size) if size > 1 else torch.zeros_like(found)
    for draw in np.flatnonzero(~doubtful.numpy()):
        agree(found[draw], truth[draw], 1e-8)
