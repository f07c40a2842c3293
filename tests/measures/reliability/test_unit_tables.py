"""Weighted distances of units: the project's own distances, subsets as weights, and sums pair by pair."""

from itertools import pairwise

import numpy as np
import pytest
import torch

from geobias.covariance import shrunk_covariance
from geobias.distances import energy_distance, mmd
from geobias.errors import InputError
from geobias.measures.differences import UnitGroup
from geobias.measures.reliability.unit_tables import UnitPoints, weighted_distances

NAMES = ("mahalanobis", "energy", "mmd")


def singles(values: np.ndarray) -> UnitGroup:
    return UnitGroup(values.astype(np.float32), list(np.arange(len(values))[:, None]))


@pytest.fixture(scope="module")
def vectors():
    rng = np.random.default_rng(0)
    return {"a": rng.normal(size=(30, 6)), "b": rng.normal(size=(50, 6)) + 0.6, "c": rng.normal(size=(20, 6))}


@pytest.fixture(scope="module")
def points(vectors):
    return UnitPoints.of({name: singles(values) for name, values in vectors.items()}, seed=0)


def test_equal_weights_give_the_distances_of_the_vectors(vectors, points):
    a, b = (torch.from_numpy(vectors[name]) for name in "ab")
    ones, parts = np.ones((1, 100)), points.slices()
    energy = weighted_distances(points.matrix("energy", 0), parts, ones)[0]
    assert energy[0, 1] == pytest.approx(energy_distance(a, b, estimator="u").item(), rel=1e-4)
    kernel = weighted_distances(points.matrix("mmd", 0), parts, ones)[0]
    width = points._bandwidth(0)
    assert kernel[0, 1] == pytest.approx(mmd(a, b, bandwidth=width, estimator="unbiased").item(), rel=1e-3)


def test_mahalanobis_is_the_unbiased_distance_of_whitened_means(vectors, points):
    found = weighted_distances(points.matrix("mahalanobis", 0), points.slices(), np.ones((1, 100)))[0]
    centred = torch.from_numpy(np.concatenate([v - v.mean(0) for v in vectors.values()]))
    inverse = np.linalg.inv(shrunk_covariance(centred, "auto").numpy())
    a, b = vectors["a"], vectors["b"]
    difference = a.mean(0) - b.mean(0)
    noise = sum(np.trace(inverse @ np.cov(x.T)) / len(x) for x in (a, b))
    assert found[0, 1] == pytest.approx(difference @ inverse @ difference - noise, rel=1e-4)


@pytest.mark.parametrize("name", NAMES)
def test_weights_of_zero_leave_units_out(vectors, points, name):
    matrix, rng = points.matrix(name, 0), np.random.default_rng(1)
    weights = (rng.random((3, 100)) < 0.5).astype(float)
    found = weighted_distances(matrix, points.slices(), weights)
    for row, table in zip(weights, found, strict=True):
        kept = [np.flatnonzero(row[part]) + part.start for part in points.slices()]
        smaller = matrix[np.ix_(np.concatenate(kept), np.concatenate(kept))]
        ends = np.cumsum([0, *map(len, kept)])
        parts = [slice(a, b) for a, b in pairwise(ends)]
        assert table == pytest.approx(weighted_distances(smaller, parts, np.ones((1, ends[-1])))[0], abs=1e-4)


@pytest.mark.parametrize("name", NAMES)
def test_weights_are_those_of_pairs_of_distinct_units(points, name):
    weights = np.random.default_rng(2).exponential(size=(1, 100))
    matrix = points.matrix(name, 0)
    found = weighted_distances(matrix, points.slices(), weights)[0]
    w, d, (a, b, _) = weights[0], matrix.double().numpy(), points.slices()

    def mean(x, y):
        pairs = [(w[i] * w[j], d[i, j]) for i in range(x.start, x.stop) for j in range(y.start, y.stop) if i != j]
        return sum(v * x for v, x in pairs) / sum(v for v, _ in pairs)

    assert found[0, 1] == pytest.approx(2 * mean(a, b) - mean(a, a) - mean(b, b), abs=1e-4)
    assert found.diagonal().tolist() == [0.0, 0.0, 0.0]


@pytest.mark.parametrize("name", ["energy", "mmd"])
def test_units_of_several_texts_are_compared_text_by_text(name):
    rng = np.random.default_rng(3)
    values = rng.normal(size=(24, 4)).astype(np.float32)
    groups = {"a": UnitGroup(values[:12], list(np.arange(12).reshape(6, 2))), "b": singles(values[12:])}
    both = {key: UnitGroup(group.vectors, list(np.arange(12).reshape(6, 2))) for key, group in groups.items()}
    points = UnitPoints.of(both, seed=0)
    flat = UnitPoints(("x",), (24,), points.points.reshape(24, 1, 4))
    width = points._bandwidth(0)
    texts = flat._between(name, width).reshape(12, 2, 12, 2).mean((1, 3))
    assert points._between(name, width) == pytest.approx(texts, abs=1e-6)
    # where one group has units of one text, so much is taken of all
    assert UnitPoints.of(groups, seed=0).points.shape == (18, 1, 4)


def test_a_group_of_one_unit_has_no_distance(points):
    weights = np.ones((1, 100))
    weights[0, 81:] = 0
    found = weighted_distances(points.matrix("energy", 0), points.slices(), weights)[0]
    assert np.isnan(found[0, 2])
    assert np.isfinite(found[0, 1])


def test_an_unknown_distance_is_refused(points):
    with pytest.raises(InputError, match=r"distance must be one of .* but it is 'cosine'"):
        points.matrix("cosine", 0)
