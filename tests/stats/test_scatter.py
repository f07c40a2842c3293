"""Permuted residuals that keep the scatter of their place: what they are without covariates, and what they undo."""

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.stats import permutations, relabelled_pairs
from geobias.stats.scatter import group_permutations, scattered_residuals

GROUPS = permutations(5, exact_limit=1, n_resamples=40, rng=0)
PAIRS = relabelled_pairs(GROUPS)


@pytest.mark.parametrize("count", [4, 5, 8])
def test_permutations_of_groups_are_read_back_from_those_of_pairs(count):
    made = permutations(count, exact_limit=1, n_resamples=30, rng=count)
    np.testing.assert_array_equal(group_permutations(relabelled_pairs(made)), made.index)


def test_permutations_of_single_pairs_are_refused():
    with pytest.raises(
        InputError, match="permutations of a regression must be of groups, but they permute single pairs"
    ):
        group_permutations(permutations(10, exact_limit=1, n_resamples=5, rng=0))


def test_without_covariates_residuals_are_permuted_as_they_are():
    residuals = np.random.default_rng(0).normal(size=10)
    made = scattered_residuals(residuals, np.full((10, 1), 10**-0.5)).permuted(GROUPS.index, PAIRS.index)
    np.testing.assert_allclose(made, residuals[PAIRS.index], atol=1e-12)


def test_the_real_labelling_gives_the_residuals_back():
    rng = np.random.default_rng(1)
    residuals, basis = rng.normal(size=10), np.linalg.qr(rng.normal(size=(10, 3)))[0]
    made = scattered_residuals(residuals, basis).permuted(np.arange(5)[None], np.arange(10)[None])
    np.testing.assert_allclose(made[0], residuals, atol=1e-12)


def test_a_small_group_keeps_its_scatter_whoever_comes_to_its_place():
    """Effects of 12 groups whose scatter a covariate gives, 1 to 10: permuted, each place has about its own."""
    rng, rows, columns = np.random.default_rng(2), *np.triu_indices(12, 1)
    scale = np.geomspace(1, 10, 12)
    covariate = scale[rows] + scale[columns]
    basis = np.linalg.qr(np.stack([np.ones(66), covariate], 1))[0]
    moved = permutations(12, n_resamples=200, rng=3)
    sizes = np.zeros(12)
    for _ in range(30):
        effects = rng.normal(size=12) * scale
        made = scattered_residuals(effects[rows] + effects[columns], basis)
        sizes += np.abs(made.effects[moved.index] * made.group_scatter).mean(0)
    assert np.corrcoef(sizes, scale)[0, 1] > 0.98
    assert sizes[-1] > 4 * sizes[0]
