"""How often the own region is named: by hand, and as much as elsewhere for who names without looking."""

import numpy as np
import pytest

from geobias.measures.etiquette import RegionNamings, identified
from geobias.measures.scores import unit_share

REGIONS = ("a", "b", "c")


def test_shares_are_those_of_loops():
    rng = np.random.default_rng(0)
    own, named = rng.integers(0, 2, 30), rng.random((3, 30, 3)) < 0.4
    namings = RegionNamings(REGIONS, own, named, np.arange(30) // 2, "m")
    rows = {row.region: row for row in identified(namings).rows}
    assert list(rows) == ["a", "b", ""]  # no statement is of c
    for place, name in enumerate("ab"):
        mine, others = named[:, own == place, place], named[:, own != place, place]
        assert rows[name].value == pytest.approx(100 * mine.mean())
        assert rows[name].expected == pytest.approx(100 * others.mean())
        assert rows[name].sd == pytest.approx(100 * mine.mean(1).std(ddof=1))
        low, high = unit_share(mine.mean(0), np.ones(mine.shape[1]), namings.units[own == place], 0.95)[1:]
        assert (rows[name].low, rows[name].high) == pytest.approx((100 * low, 100 * high))
        assert rows[name].excess == pytest.approx(rows[name].value - rows[name].expected)
    sizes = np.bincount(own)
    assert rows[""].value == pytest.approx((sizes[0] * rows["a"].value + sizes[1] * rows["b"].value) / 30)
    assert (rows[""].n, rows[""].answers) == (30, 3)


def test_a_region_that_is_always_named_is_named_as_often_elsewhere():
    named = np.zeros((1, 40, 2), dtype=bool)
    named[:, :, 0] = True
    rows = {
        row.region: row for row in identified(RegionNamings(("a", "b"), np.arange(40) % 2, named, np.arange(40))).rows
    }
    assert (rows["a"].value, rows["a"].expected, rows["b"].value, rows["b"].expected) == (100, 100, 0, 0)
    assert rows[""].excess == 0
