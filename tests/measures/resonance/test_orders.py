"""Orders of nations beside a reference, against scipy's permutation test."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom, permutation_test, spearmanr

from geobias.measures.resonance import ResonanceSettings, nation_orders
from geobias.tables import NationPlace, NationPlaceTable


def places(model, reference, name="survey", error=0.1) -> NationPlaceTable:
    rows = [
        NationPlace(name, f"n{at}", float(x), error, float(y), error)
        for at, (x, y) in enumerate(zip(model, reference, strict=True))
    ]
    return NationPlaceTable(tuple(rows))


def test_the_coefficient_and_its_p_are_scipys():
    rng = np.random.default_rng(3)
    x = rng.normal(size=6)
    y = x + rng.normal(size=6)
    row = nation_orders(places(x, y)).rows[0]
    other = permutation_test(
        (x,), lambda one: spearmanr(one, y).statistic, permutation_type="pairings", alternative="greater",
        n_resamples=np.inf,
    )  # fmt: skip
    assert row.coefficient == pytest.approx(other.statistic)
    assert row.p == pytest.approx(other.pvalue, abs=1e-12)
    assert (row.method, row.n_nations, row.p_attainable) == ("exact", 6, pytest.approx(1 / 720))


def test_the_opposite_order_is_no_support():
    row = nation_orders(places(range(5), range(5, 0, -1))).rows[0]
    assert row.coefficient == pytest.approx(-1)
    assert row.p == pytest.approx(1)


def test_noise_widens_the_interval_and_certainty_closes_it():
    clear = nation_orders(places(range(5), range(5), error=0.0)).rows[0]
    assert (clear.low, clear.high) == (pytest.approx(1), pytest.approx(1))
    noisy = nation_orders(places(range(5), range(5), error=2.0)).rows[0]
    assert noisy.low < 0.5 < noisy.high <= 1


@pytest.mark.parametrize(
    ("model", "reference", "note"),
    [
        ([1, 2], [1, 2], "fewer than three nations"),
        ([1, 2, np.nan], [1, 2, 3], "fewer than three nations"),
        ([1, 1, 1], [1, 2, 3], "all nations are alike on one side"),
    ],
)
def test_what_has_no_order_says_so(model, reference, note):
    row = nation_orders(places(model, reference)).rows[0]
    assert (row.note, np.isnan(row.p)) == (note, True)


def test_the_test_keeps_its_level_where_orders_have_nothing_to_do_with_each_other():
    rng = np.random.default_rng(0)
    settings = ResonanceSettings(replicates=99)
    found = [nation_orders(places(*rng.normal(size=(2, 6))), settings).rows[0].p <= 0.05 for _ in range(80)]
    assert np.sum(found) <= binom.ppf(0.99, 80, 0.05)
