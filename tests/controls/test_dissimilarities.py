"""Energy distances and MMD between the groups of many assignments at once: those that each assignment gives alone."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from geobias.controls.dissimilarities import dissimilarity_tables
from geobias.stats import excess, mean_dissimilarities


@pytest.mark.parametrize("texts", [1, 3])
def test_energy_and_mmd_are_those_of_the_whole_table(assignments, points, texts, monkeypatch):
    monkeypatch.setattr("geobias.controls.dissimilarities._ROWS", 16)
    rng = np.random.default_rng(2)
    clusters = np.split(rng.permutation(60 * texts), np.sort(rng.choice(range(1, 60 * texts), 59, replace=False)))
    vectors = points(2, 60 * texts)
    found = dissimilarity_tables(vectors, clusters, assignments, bandwidth=2.0, workers=2)
    squares = cdist(vectors, vectors, "sqeuclidean")
    member = np.stack([np.isin(range(60 * texts), cluster) / len(cluster) for cluster in clusters])
    for name, matrix in {"energy": np.sqrt(squares), "mmd": -np.exp(-squares / 8)}.items():
        expected = 2 * excess(mean_dissimilarities(member @ matrix @ member.T, assignments, 3))
        assert np.allclose(found[name], expected, atol=2e-6)


def test_any_number_of_workers_gives_the_same_bits(assignments, points, monkeypatch):
    monkeypatch.setattr("geobias.controls.dissimilarities._ROWS", 7)
    vectors = points(3, 60)
    one, three = (dissimilarity_tables(vectors, list(np.arange(60)[:, None]), assignments, workers=w) for w in (1, 3))
    assert all(np.array_equal(one[name], three[name]) for name in one)
