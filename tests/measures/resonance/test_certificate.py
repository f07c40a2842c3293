"""The certificate: t, Holm and flips are scipy's, statsmodels' and brute force; a planted design is found."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from geobias.measures.resonance import DesignMeans, ResonanceSettings, design_means, stability
from geobias.measures.resonance.certificate import NOTHING_VARIES

FEW = ResonanceSettings(draws=99)
NATIONS = ("cz", "de", "jp", "us")


def table(by_design, within=np.nan, answers=1.0):
    """One demographic cell. by_design : (N, J)."""
    means = np.asarray(by_design, dtype=float)[:, None]
    designs = ("", *"bcdefghijkl")[: means.shape[2]]
    df = 0 if np.isnan(within) else 100
    return DesignMeans(NATIONS[: len(means)], ("20",), designs, means, np.full(means.shape, answers), within, df)


@given(st.integers(0, 10_000))
@settings(max_examples=6)
def test_tests_are_those_of_scipy_and_statsmodels(seed):
    multitest = pytest.importorskip("statsmodels.stats.multitest")
    values = np.random.default_rng(seed).normal(size=(4, 7)) + np.arange(4)[:, None]
    rows = stability(table(values), FEW).pairs.rows
    for row, (a, b) in zip(rows, combinations(range(4), 2), strict=True):
        apart = values[a] - values[b]
        found = stats.ttest_1samp(apart, 0)
        low, high = found.confidence_interval()
        assert (row.t, row.p, row.df) == (pytest.approx(found.statistic), pytest.approx(found.pvalue), 6)
        assert (row.low, row.high) == (pytest.approx(low), pytest.approx(high))
        assert row.kept == max((apart > 0).sum(), (apart < 0).sum()) if abs(row.t) > 3 else row.kept <= 7
        assert row.least == pytest.approx(apart.min())
        assert row.least_design == ("", *"bcdefg")[apart.argmin()]
    holm = multitest.multipletests([row.p for row in rows], method="holm")[1]
    assert [row.p_holm for row in rows] == pytest.approx(holm)


def test_flips_are_all_ways_to_turn_designs():
    values = np.add(np.random.default_rng(3).normal(size=(3, 5)), [[0], [1], [3]])
    apart = np.array([values[a] - values[b] for a, b in combinations(range(3), 2)])

    def t(x):
        return np.abs(x.mean(1)) / (x.std(1, ddof=1) / np.sqrt(5))

    largest = [t(apart * signs).max() for signs in product((1, -1), repeat=5)]
    single = [np.mean(np.array(largest) >= value - 1e-9) for value in t(apart)]
    found = [row.p_max for row in stability(table(values), FEW).pairs.rows]
    assert max(found) <= max(single)
    assert min(found) == pytest.approx(min(single))  # stepping down begins with the largest


def test_drawn_flips_come_near_all_of_them():
    values = np.add(np.random.default_rng(4).normal(size=(4, 10)), [[0], [0], [0.5], [1]])
    exact, some = (
        [row.p_max for row in stability(table(values), ResonanceSettings(draws=99, flips=flips)).pairs.rows]
        for flips in (1024, 999)
    )
    assert np.allclose(exact, some, atol=0.05)


def test_the_weakest_p_is_of_designs_without_one():
    values = np.add(np.random.default_rng(7).normal(size=(2, 6)), [[2], [0]])
    row, apart = stability(table(values), FEW).pairs.rows[0], values[0] - values[1]
    each = [stats.ttest_1samp(np.delete(apart, at), 0).pvalue for at in range(6)]
    assert row.p_weakest == pytest.approx(max(*each, row.p))
    assert row.weakest_without == ("", *"bcdef")[int(np.argmax(each))]
    few = stability(table([[1.0, 2.0], [0.0, 0.0]]), FEW).pairs.rows[0]
    assert np.isnan(few.p_weakest)


def test_the_error_is_never_below_that_of_answers():
    # Five designs that happen to agree to the last digit do not make ten answers exact.
    values = np.array([[1.0] * 5, [0.5] * 5])
    row = stability(table(values, within=0.8, answers=10.0), FEW).pairs.rows[0]
    assert row.error == pytest.approx(np.sqrt(2 * 0.8 / 50))
    assert row.p == pytest.approx(2 * stats.t.sf(0.5 / row.error, 4))
    assert (row.kept, row.n_designs) == (5, 5)


def test_nothing_that_varies_is_no_certainty():
    row = stability(table([[1.0] * 5, [0.5] * 5]), FEW).pairs.rows[0]
    assert row.note == NOTHING_VARIES
    assert np.isnan([row.p, row.p_holm, row.error]).all()


def test_ties_keep_no_sign():
    row = stability(table([[1.0, 1, 1, 0, 1], [0.0, 0, 0, 0, 0]]), FEW).pairs.rows[0]
    assert row.kept == 4
    assert stability(table(np.zeros((2, 5)), 0.1), FEW).pairs.rows[0].kept == 0


def test_the_design_that_moves_a_nation_is_named():
    values = np.add.outer(np.arange(4.0), np.zeros(8))
    values[:, 3] += 5  # moves all nations alike, and no difference
    values[1, 5] += 2
    found = stability(table(values), FEW).designs.rows
    most = max(found, key=lambda row: row.share)
    assert (most.design, most.nation, most.flipped) == ("f", "de", 1)
    assert most.by == pytest.approx(2 * 3 / 4 * 7 / 8)  # less what it moves the mean of nations and of designs
    assert most.correlation == pytest.approx(stats.spearmanr(values[:, 5], np.delete(values, 5, 1).mean(1)).statistic)
    assert sum(row.share for row in found) == pytest.approx(1)
    shifted = max(found, key=lambda row: row.shift)
    assert shifted.design == "d"
    assert shifted.moved < most.moved


def test_ranks():
    values = np.array([[1.0, 0.0, 1.0], [2.0, 3.0, 0.0], [3.0, 4.0, 5.0]])
    rows = stability(table(values), FEW).nations.rows
    assert [(row.nation, row.rank, row.first, row.last) for row in rows] == [
        ("jp", 1, 1, 1), ("de", 2, 2, 3), ("cz", 3, 2, 3),
    ]  # fmt: skip
    low, high = stats.t.interval(0.95, 2, values[2].mean(), stats.sem(values[2]))
    assert (rows[0].low, rows[0].high) == (pytest.approx(low), pytest.approx(high))


@given(st.integers(0, 10_000), st.floats(-5, 5))
@settings(max_examples=15)
def test_what_designs_shift_alike_moves_no_difference(seed, shift):
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(3, 6))
    moved = values + shift * rng.normal(size=6)
    one, other = (stability(table(v), FEW).pairs.rows for v in (values, moved))
    assert [row.p for row in one] == pytest.approx([row.p for row in other])
    assert [row.kept for row in one] == [row.kept for row in other]


def test_notices_go_along():
    rows = [(n, c, d) for n in ("de", "us") for c in ("20", "60") for d in ("", "b")][:-1]
    found = stability(design_means(np.arange(7.0), *map(list, zip(*rows, strict=True))), FEW)
    assert found.notices == ("The cell '60' is left out: 1 of its 4 combinations have no answer.",)
