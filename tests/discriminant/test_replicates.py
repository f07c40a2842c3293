"""Means and scatters of many draws, against one draw at a time."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from geobias.discriminant.replicates import BLOCK, Replicates, scatter

SIZES = np.array([[5, 3], [4, 6], [2, 7]])


@pytest.fixture
def drawn() -> tuple[torch.Tensor, torch.Tensor]:
    generator = torch.Generator().manual_seed(0)
    features = torch.randn(50, 4, generator=generator, dtype=torch.float64) + 30
    return features, torch.randint(50, (2, int(SIZES.sum())), generator=generator)


def cells(features: torch.Tensor, rows: torch.Tensor) -> list[list[torch.Tensor]]:
    parts = list(features[rows].split(SIZES.ravel().tolist()))
    return [parts[2 * fold : 2 * fold + 2] for fold in range(3)]


@pytest.mark.parametrize("held", [0, 1, 2])
def test_what_is_fitted_leaves_the_fold_out(drawn, held):
    features, rows = drawn
    replicates = Replicates(features, rows, SIZES)
    for draw in range(2):
        folds = cells(features, rows[draw])
        groups = [torch.cat([folds[f][g] for f in range(3) if f != held]) for g in range(2)]
        fitted = torch.stack([group.mean(0) for group in groups])
        centre = torch.cat(groups).mean(0)
        measured = torch.stack([folds[held][g].mean(0) for g in range(2)])
        torch.testing.assert_close(replicates.means(held)[draw], torch.cat([fitted, measured]) - centre)
        deviations = torch.cat([group - group.mean(0) for group in groups])
        torch.testing.assert_close(replicates.scatter(held)[draw].tril(), (deviations.T @ deviations).tril())
        ordered = torch.cat([folds[f][g] - fitted[g] for f in range(3) if f != held for g in range(2)])
        torch.testing.assert_close(replicates.rows(held)[draw], ordered)
        kept = torch.cat([part for fold, part in enumerate(rows[draw].split(SIZES.sum(1).tolist())) if fold != held])
        assert torch.equal(replicates.places(held)[draw], kept)
    directions = torch.randn(2, 4, 3, generator=torch.Generator().manual_seed(1), dtype=torch.float64)
    torch.testing.assert_close(replicates.images(held, directions), replicates.rows(held) @ directions)
    assert replicates.counts(held).tolist() == (SIZES.sum(0) - SIZES[held]).tolist()
    assert replicates.groups(held).bincount().tolist() == replicates.counts(held).tolist()


def test_one_fold_is_fitted_and_measured_alike(drawn):
    features, rows = drawn
    replicates = Replicates(features, rows, SIZES.sum(0)[None])
    fitted, measured = replicates.means(0).split(2, dim=1)
    assert torch.equal(fitted, measured)
    assert replicates.counts(0).tolist() == [11, 16]


@pytest.mark.parametrize("width", [1, BLOCK - 1, BLOCK, 2 * BLOCK + 3])
def test_a_scatter_is_right_on_and_below_its_diagonal(width):
    points = torch.randn(2, 9, width, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    torch.testing.assert_close(scatter(points).tril(), (points.mT @ points).tril())
