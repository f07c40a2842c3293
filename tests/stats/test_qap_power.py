"""Power of a relation: against the permutation test itself on tables that are drawn, and the laws that numbers obey."""

import math

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.stats import (
    correlate,
    correlate_permuted,
    groups_for_power,
    permutations,
    relabelled_pairs,
    relation_power,
    spearman_brown,
    texts_for_power,
)


def found_by_permuting(x, y, groups, name, alternative, rng):
    """The share of tables (R, pairs) whose p by permuting groups is at most .05, and their mean coefficient."""
    permuted = relabelled_pairs(permutations(groups, exact_limit=800, n_resamples=299, rng=rng))
    turned = np.abs if alternative == "two-sided" else np.positive
    observed = correlate(x, y, name)
    count = 0
    for one, other, statistic in zip(x, y, observed, strict=True):
        null = turned(correlate_permuted(one, other[None], permuted.index, name)[0])
        at_least = (null >= turned(statistic) - 1e-9).sum()
        p = at_least / len(null) if permuted.exact else (at_least + 1) / (len(null) + 1)
        count += p <= 0.05
    return count / len(x), observed.mean()


def normal_tables(rng, runs, groups, coefficient):
    """Tables whose pairs correlate by 1/4 where they share a group, and with the other table by the coefficient."""
    i, j = np.triu_indices(groups, 1)
    of_groups, of_pairs = rng.normal(size=(2, runs, groups)), rng.normal(size=(2, runs, len(i)))
    x, other = np.sqrt(0.5) * ((of_groups[..., i] + of_groups[..., j]) / np.sqrt(2) + of_pairs)
    return x, coefficient * x + math.sqrt(1 - coefficient**2) * other


@pytest.mark.parametrize(
    ("groups", "coefficient", "name", "alternative"),
    [
        (5, 0.6, "pearson", "greater"),
        (6, 0.5, "pearson", "greater"),
        (6, 0.8, "spearman", "greater"),
        (6, 0.7, "pearson", "two-sided"),
        (12, 0.3, "spearman", "greater"),
        (20, 0.2, "pearson", "two-sided"),
    ],
)
def test_the_permutation_test_finds_as_many(groups, coefficient, name, alternative):
    rng = np.random.default_rng(1)
    of_normal = 2 * math.sin(math.pi * coefficient / 6) if name == "spearman" else coefficient
    x, y = normal_tables(rng, 400, groups, of_normal)
    found, _ = found_by_permuting(x, y, groups, name, alternative, rng)
    said = relation_power(coefficient, groups, name=name, alternative=alternative)
    assert said == pytest.approx(found, abs=0.05 + 2 * math.sqrt(found * (1 - found) / 400))


@pytest.mark.parametrize("name", ["spearman", "pearson"])
@pytest.mark.parametrize(("groups", "dimensions", "noise"), [(6, 1, 0.5), (10, 3, 0.5), (20, 8, 0.0)])
def test_distances_of_points_and_gaps_of_numbers_are_found_as_often(groups, dimensions, noise, name):
    rng = np.random.default_rng(2)
    i, j = np.triu_indices(groups, 1)
    points = rng.normal(size=(400, groups, dimensions))
    numbers = points[..., 0] + noise * rng.normal(size=(400, groups))
    points = points + noise * rng.normal(size=points.shape)
    x, y = ((points[:, i] - points[:, j]) ** 2).sum(-1), np.abs(numbers[:, i] - numbers[:, j])
    found, mean = found_by_permuting(x, y, groups, name, "greater", rng)
    assert relation_power(mean, groups, name=name) == pytest.approx(
        found, abs=0.06 + 2 * math.sqrt(found * (1 - found) / 400)
    )


def test_pairs_that_share_a_group_correlate_as_it_is_said():
    rng = np.random.default_rng(0)
    a, b, c = rng.normal(size=(3, 200_000, 3))
    squared = ((a - b) ** 2).sum(-1), ((a - c) ** 2).sum(-1)
    assert np.corrcoef(*squared)[0, 1] == pytest.approx(0.25, abs=0.01)
    assert np.corrcoef(np.abs(a - b)[:, 0], np.abs(a - c)[:, 0])[0, 1] == pytest.approx(0.224, abs=0.01)


def test_power_is_the_level_where_nothing_is_related_and_grows():
    for alternative in ("greater", "less", "two-sided"):
        assert relation_power(0.0, 7, alternative=alternative, alpha=0.03) == pytest.approx(0.03)
    assert relation_power(0.4, 7, alternative="greater") == pytest.approx(relation_power(-0.4, 7, alternative="less"))
    assert relation_power(-0.4, 7) < 0.05 < relation_power(0.2, 7) < relation_power(0.4, 7) < relation_power(0.4, 8)
    assert relation_power(1.0, 5) == pytest.approx(1.0)


@pytest.mark.parametrize("coefficient", [0.15, 0.4, 0.7])
def test_so_many_groups_and_no_fewer(coefficient):
    groups = groups_for_power(coefficient)
    assert relation_power(coefficient, groups) >= 0.8
    assert relation_power(coefficient, groups - 1) < 0.8
    assert groups_for_power(0.0) is None


def test_so_many_texts_step_both_reliabilities_up_to_the_power():
    factor = texts_for_power(0.7, 0.3, 0.2, 10)
    x, y = spearman_brown([0.3, 0.2], factor)
    assert relation_power(0.7 * math.sqrt(x * y), 10) == pytest.approx(0.8, abs=1e-6)
    assert texts_for_power(-0.7, 0.3, 0.2, 10, alternative="less") == pytest.approx(factor)
    assert texts_for_power(0.9, 0.9, 0.9, 12) < 1
    assert texts_for_power(0.5, 0.9, 0.9, 6) is None  # found in less than 80 % without any noise


def test_what_power_is_not_known_of_is_refused():
    with pytest.raises(InputError, match="n_groups must be a whole number, at least 5"):
        relation_power(0.5, 4)
    with pytest.raises(InputError, match="name must be one of"):
        relation_power(0.5, 6, name="kendall_tau_b")
    with pytest.raises(InputError, match=r"coefficient must lie in \[-1, 1\]"):
        groups_for_power(1.5)
    with pytest.raises(InputError, match=r"reliability must lie in \(0, 1\]"):
        texts_for_power(0.7, 0.0, 0.5, 8)
