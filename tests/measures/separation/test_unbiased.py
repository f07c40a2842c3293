"""Unbiased separations: the distances of this project on the same vectors, clusters kept whole, level and coverage."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from geobias.discriminant import crossnobis
from geobias.distances import energy_distance, mmd
from geobias.errors import InputError
from geobias.measures.separation import SeparationSettings, unbiased_separation
from geobias.measures.stopping import Stopping

FEW = SeparationSettings(vector_permutations=199, folds=10)


@pytest.fixture(scope="module")
def vectors() -> dict[str, np.ndarray]:
    rng = np.random.default_rng(0)
    return {"au": rng.normal(size=(40, 5)), "ca": rng.normal(size=(60, 5)), "nz": rng.normal(size=(30, 5)) + 0.8}


@pytest.mark.parametrize("method", ["energy", "mmd"])
def test_without_units_they_are_the_u_statistics_of_the_vectors(vectors, method):
    found = unbiased_separation(vectors, FEW, method=method)
    for row in found.rows:
        x, y = (torch.from_numpy(vectors[name]) for name in (row.group_a, row.group_b))
        if method == "energy":
            expected = energy_distance(x, y, estimator="u").item()
        else:
            expected = mmd(x, y, bandwidth=found.details["bandwidth"], estimator="unbiased").item()
        assert row.value == row.excess == pytest.approx(expected, rel=1e-9)
        assert row.low < row.value < row.high
        assert np.isnan([row.floor, row.floor_a, row.floor_b, row.ratio]).all()
        assert (row.m, row.quantity, row.interval) == (0, method, "delete-block jackknife")


@pytest.mark.parametrize("method", ["energy", "mmd", "crossnobis"])
def test_a_shift_is_found_and_equal_groups_are_not(vectors, method):
    rows = {(row.group_a, row.group_b): row for row in unbiased_separation(vectors, FEW, method=method).rows}
    assert rows["au", "ca"].p_permutation > 0.05
    assert rows["au", "ca"].low < 0 < rows["au", "ca"].high
    assert rows["au", "nz"].p_permutation == rows["au", "nz"].p_smallest == 0.005
    assert rows["au", "nz"].low > 0


@pytest.mark.parametrize("method", ["energy", "crossnobis"])
def test_copies_of_a_document_in_one_unit_change_nothing(vectors, method):
    plain = unbiased_separation(vectors, FEW, method=method)
    copied = {name: np.repeat(values, 3, axis=0) for name, values in vectors.items()}
    clusters = {name: np.repeat(np.arange(len(values)), 3) for name, values in vectors.items()}
    # Names of clusters sort as text: the order that they are dealt in is by name, so name them alike in both.
    named = {name: np.array([f"{cluster:03d}" for cluster in of_group]) for name, of_group in clusters.items()}
    found = unbiased_separation(copied, FEW, method=method, clusters=named)
    for one, other in zip(plain.rows, found.rows, strict=True):
        assert other.value == pytest.approx(one.value, rel=1e-6)
        assert other.p_permutation == one.p_permutation
        assert (other.n_a, other.n_b) == (one.n_a, one.n_b)


@pytest.mark.parametrize("method", ["energy", "mmd", "crossnobis"])
def test_a_group_whose_authors_repeat_themselves_is_tested_as_one_whose_do_not(vectors, method):
    few = replace(FEW, bandwidth=3.0)
    named = {name: np.array([f"{number:03d}" for number in range(len(values))]) for name, values in vectors.items()}
    plain = unbiased_separation(vectors, few, method=method, clusters=named)
    repeated = {**vectors, "ca": np.repeat(vectors["ca"], 3, axis=0)}
    found = unbiased_separation(repeated, few, method=method, clusters={**named, "ca": np.repeat(named["ca"], 3)})
    for one, other in zip(plain.rows, found.rows, strict=True):
        assert other.value == pytest.approx(one.value, rel=1e-6)
        assert other.p_permutation == one.p_permutation


@pytest.mark.parametrize("method", ["energy", "crossnobis"])
def test_estimates_take_all_texts_of_an_author_and_tests_as_many_of_each(method):
    rng = np.random.default_rng(1)
    authors = rng.normal(size=(40, 1, 4)) + 0.3 * rng.normal(size=(40, 5, 4))
    vectors = {"au": authors.reshape(-1, 4), "uk": rng.normal(size=(40, 4)) + 0.2}
    clusters = {"au": np.repeat([f"{number:02d}" for number in range(40)], 5), "uk": np.arange(40)}
    rows = [unbiased_separation(vectors, FEW, method=method, clusters=clusters, seed=seed).rows[0] for seed in (0, 1)]
    assert len({row.p_permutation for row in rows}) == 2  # other texts of the authors
    if method == "energy":
        x, y = torch.from_numpy(authors), torch.from_numpy(vectors["uk"])
        across = torch.cdist(x.reshape(-1, 4), y).mean()
        apart = ~torch.eye(40, dtype=bool)
        own = torch.cdist(x.reshape(-1, 4), x.reshape(-1, 4)).reshape(40, 5, 40, 5).mean((1, 3))[apart].mean()
        expected = float(2 * across - own - torch.cdist(y, y)[apart].mean())
        assert [row.value for row in rows] == pytest.approx([expected, expected], rel=1e-9)


def test_crossnobis_is_that_of_the_discriminant_room(vectors):
    found = unbiased_separation(vectors, FEW, method="crossnobis", seed=3)
    both = np.concatenate(list(vectors.values()))
    owners = np.repeat(np.arange(3), [40, 60, 30])
    means = np.mean([crossnobis(both, owners, cross_fit=10, rng=seed)[0, 2] for seed in range(10)])
    assert found.rows[1].value == pytest.approx(means, rel=0.15)
    assert found.details["folds"] == 10


def test_bits_do_not_depend_on_workers_or_other_groups(vectors):
    one, four = (unbiased_separation(vectors, FEW, workers=workers) for workers in (1, 4))
    alone = unbiased_separation({name: vectors[name] for name in ("au", "nz")}, FEW)
    assert one.rows[1].p_permutation == alone.rows[0].p_permutation
    assert [repr(row) for row in one.rows] == [repr(row) for row in four.rows]


def test_large_groups_are_taken_in_part_and_a_few_units_have_no_interval(vectors):
    part = unbiased_separation(vectors, SeparationSettings(vector_permutations=9, largest_group=20))
    assert part.details["clusters"] == {"au": 20, "ca": 20, "nz": 20}
    assert part.rows[0].n_a == 40
    few = {name: values[:2] for name, values in vectors.items()}
    row = unbiased_separation(few, FEW, method="energy").rows[0]
    assert np.isnan(row.low)
    assert row.note == "an interval needs 3 blocks per group, one has 2"


def test_an_unknown_method_is_refused(vectors):
    with pytest.raises(InputError, match=r"method must be one of \['energy', 'mmd', 'crossnobis'\], but it is 'lda'"):
        unbiased_separation(vectors, method="lda")


@pytest.mark.parametrize("method", ["energy", "mmd", "crossnobis"])
def test_with_stopping_the_answers_are_those_of_all_permutations_and_fewer_are_drawn(vectors, method):
    many = replace(FEW, vector_permutations=4_999)
    every = unbiased_separation(vectors, many, method=method)
    fewer = unbiased_separation(vectors, many, method=method, stopping=Stopping(0.05))
    for one, other in zip(every.rows, fewer.rows, strict=True):
        assert (one.n_drawn, one.drawn_until) == (4_999, "all drawn")
        assert (other.n_drawn < 2_000, other.drawn_until) == (True, "settled")
        for low in (0.05 / 3, 0.05):
            assert (other.p_permutation <= low) == (one.p_permutation <= low)
        same = {"p_permutation": one.p_permutation, "n_drawn": one.n_drawn, "drawn_until": one.drawn_until}
        assert repr(replace(other, **same)) == repr(one)
