"""Random groups of the regions' texts: of the same sizes, whole clusters together, measured as the true ones."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from geobias.clouds import TokenClouds
from geobias.controls.placebo import Regions, partitions, scores_of
from geobias.controls.planting import _moved
from geobias.tables import Predictions


@pytest.fixture
def regions() -> Regions:
    """Seven texts of two regions; the last two are one author's."""
    names = np.array(["0 a", "0 b", "0 c", "1 d", "1 e", "1 f", "1 f"])
    owners = np.array([0, 0, 0, 1, 1, 1])
    points = torch.arange(7.0)[:, None].repeat(1, 3)
    clouds = TokenClouds(points, torch.arange(8))
    return Regions(("au", "ca"), np.arange(10, 17), names, owners, clouds, lambda rows: rows)


def test_partitions_begin_with_the_true_one_and_keep_sizes(regions):
    found = partitions(regions, 20, seed=0)
    assert found[0].tolist() == regions.owners.tolist()
    assert (np.sort(found, axis=1) == np.sort(regions.owners)).all()
    assert len({tuple(row) for row in found}) > 5


def test_a_units_texts_stay_together(regions):
    for assignment in partitions(regions, 20, seed=0):
        first, second = regions.documents(assignment)
        assert sorted([*first, *second]) == list(range(7))
        assert ({5, 6} <= set(first)) or ({5, 6} <= set(second))


def test_groups_are_scored_on_like_numbers_of_texts(regions):
    labels = np.zeros(7, dtype=np.int8)
    predictions = Predictions(("m",), regions.rows, labels, np.zeros((1, 7), np.float32), ("neg", "pos"))
    scores = scores_of(regions, predictions, partitions(regions, 3, 0), seed=0)
    counts = scores.metrics["n_texts"]
    assert counts.shape == (1, 4, 2)
    assert (counts[..., 0] == counts[..., 1]).all()
    assert counts.max() <= 3


def test_a_shift_moves_a_groups_points_alike_and_no_other(regions):
    found = _moved(regions, regions.owners, np.array([0.0, 2.0]), np.random.default_rng(0))
    by = found.points - regions.clouds.points
    assert torch.equal(by[:3], torch.zeros(3, 3))
    assert torch.allclose(by[3:].norm(dim=1), torch.full((4,), 2.0))
    assert torch.allclose(by[3:], by[3].expand(4, 3))
