"""Reliabilities and intervals of relations: little noise, nothing but noise, and parts made by hand."""

from dataclasses import replace

import numpy as np
import pytest

from geobias.measures.reliability import (
    ReliabilitySettings,
    interval_method,
    relation_intervals,
    reliabilities,
    resampled_tables,
)
from geobias.measures.reliability.bootstrap_intervals import DUAL, UNITS_AND_MODELS, _coefficients
from geobias.relations import relate_all
from geobias.stats import correlate, split_half_reliability
from geobias.tables import PairTable

FEW = ReliabilitySettings(splits=20, replicates=60, distances=("mahalanobis",))
X, Y = "mahalanobis", "gap[accuracy]"


@pytest.fixture(scope="module")
def loud(sample_of):
    means = np.random.default_rng(1).normal(size=(5, 8)) * 2
    return resampled_tables(sample_of(means, np.array([0.95, 0.85, 0.75, 0.6, 0.5]), texts=200), FEW)


@pytest.fixture(scope="module")
def silent(sample_of):
    return resampled_tables(sample_of(np.zeros((9, 8)), np.full(9, 0.75), texts=40), FEW)


def rows_of(tables, **options):
    x, y = (PairTable(tables.groups, tables.observed[name][None], name) for name in (X, Y))
    return relate_all([(x, y)], rng=0, n_resamples=99, exact_limit=200, **options).rows


def test_clear_differences_are_reliable(loud):
    table = reliabilities(loud)
    assert [(row.quantity, row.coefficient) for row in table.rows[:2]] == [(X, "pearson"), (X, "spearman")]
    for row in table.rows:
        assert 0.85 < row.value <= 1
        assert row.low <= row.value <= row.high <= 1
        assert (row.splits, row.n_groups, row.note) == (20, 5, "")


def test_noise_is_not(silent):
    for row in reliabilities(silent).rows:
        assert row.low < 0.25
        assert abs(row.value) < 0.4


def test_the_value_is_that_of_the_halves(loud):
    upper = np.triu_indices(5, 1)
    first, second = loud.halves[Y][..., upper[0], upper[1]]
    [row] = [row for row in reliabilities(loud, ("spearman",)).rows if row.quantity == Y]
    assert row.value == pytest.approx(split_half_reliability(first, second, "spearman").item())


def test_three_groups_are_too_few(sample_of):
    tables = resampled_tables(sample_of(np.eye(3), np.array([0.9, 0.8, 0.6])), FEW)
    row = reliabilities(tables).rows[0]
    assert np.isnan([row.value, row.low, row.high]).all()
    assert row.note == "needs at least 4 groups, there are 3"
    assert relation_intervals(tables, rows_of(tables), FEW) == {}


def test_intervals_are_of_the_resamples_of_units(loud):
    rows = rows_of(loud)
    found = relation_intervals(loud, rows, FEW)
    assert [key[2] for key in found] == ["spearman", "kendall_tau_b", "pearson"]
    assert interval_method(loud, FEW) == UNITS_AND_MODELS
    upper = np.triu_indices(5, 1)
    spread = correlate(*(loud.replicates[name][:, upper[0], upper[1]] for name in (X, Y)), "pearson").std()
    pearson = rows[2]
    low, high = found[X, Y, "pearson"]
    assert high == pytest.approx(min(1.0, pearson.statistic + 1.959964 * spread))
    assert low == pytest.approx(max(-1.0, pearson.statistic - 1.959964 * spread))


def test_many_groups_are_resampled_too(silent):
    rows = rows_of(silent, coefficients=["pearson"])
    wide = relation_intervals(silent, rows, FEW)[X, Y, "pearson"]
    narrow = relation_intervals(silent, rows, replace(FEW, fewest_groups=20))[X, Y, "pearson"]
    assert interval_method(silent, FEW) == DUAL
    assert wide[1] - wide[0] > narrow[1] - narrow[0]
    assert -1 <= wide[0] <= rows[0].statistic <= wide[1] <= 1


def test_a_group_drawn_twice_is_not_compared_with_itself(silent):
    x, y = silent.observed[X], silent.observed[Y]
    drawn = np.array([[0, 0, 1, 2, 3, 4, 5, 6, 7]])
    pairs = [(a, b) for i, a in enumerate(drawn[0]) for b in drawn[0][i + 1 :] if a != b]
    expected = np.corrcoef([x[pair] for pair in pairs], [y[pair] for pair in pairs])[0, 1]
    assert _coefficients(x[None], y[None], drawn, "pearson").item() == pytest.approx(expected)


def test_rows_on_other_groups_or_tables_have_none(loud):
    rows = rows_of(loud, exclude={"without g0": ["g0"]}, coefficients=["pearson", "distance_correlation"])
    other = replace(rows[0], x="sinkhorn_excess")
    assert list(relation_intervals(loud, [*rows, other], FEW)) == [(X, Y, "pearson")]


def test_few_resamples_that_are_known_show_no_spread(loud):
    """One alone would have none at all, and its interval no width."""
    replicates, halved = (np.full_like(some[X], np.nan) for some in (loud.replicates, loud.halved))
    replicates[0], halved[:, 0] = loud.replicates[X][0], loud.halved[X][:, 0]
    few = replace(loud, replicates={**loud.replicates, X: replicates}, halved={**loud.halved, X: halved})
    assert (X, Y, "pearson") in relation_intervals(loud, rows_of(loud), FEW)
    assert relation_intervals(few, rows_of(loud), FEW) == {}
    found = {(row.quantity, row.coefficient): row for row in reliabilities(few).rows}
    assert np.isnan([found[X, "pearson"].value, found[X, "pearson"].low]).all()
    assert "too few units" in found[X, "pearson"].note


@pytest.mark.filterwarnings("error")
def test_a_table_that_never_varies_has_no_interval_and_no_warning(loud):
    flat = replace(loud, replicates={**loud.replicates, Y: np.ones_like(loud.replicates[Y])})
    assert relation_intervals(flat, rows_of(loud), FEW) == {}
