"""The noise ceiling: attenuation of a known correlation, and rows that it is filled into."""

import numpy as np
import pytest

from geobias.relations import ceiling, relate_all, with_ceilings
from geobias.relations import corrected as corrected_for
from geobias.tables import PairTable, Reliability


def test_the_formula_undoes_known_noise():
    rng = np.random.default_rng(0)
    common, own = rng.normal(size=(2, 200_000))
    x, y = common, 0.6 * common + 0.8 * own  # true correlation .6
    noisy = x + rng.normal(size=len(x)), y + 2 * rng.normal(size=len(x))  # reliabilities 1/2 and 1/5
    highest = ceiling(1 / 2, 1 / 5)
    measured = np.corrcoef(*noisy)[0, 1]
    assert corrected_for(measured, highest) == pytest.approx(0.6, abs=0.01)
    assert np.corrcoef(x + rng.normal(size=len(x)), x + 2 * rng.normal(size=len(x)))[0, 1] == pytest.approx(
        highest, abs=0.01
    )


def test_without_reliability_there_is_no_ceiling():
    assert ceiling(0.5, -0.1) == 0.0
    assert np.isnan(ceiling(0.5, np.nan))
    assert np.isnan([corrected_for(0.3, 0.0), corrected_for(0.3, np.nan)]).all()


@pytest.fixture(scope="module")
def rows():
    square = np.random.default_rng(0).random((2, 5, 5))
    values = square + square.transpose(0, 2, 1)
    x, y = (
        PairTable(tuple("abcde"), some[None], name) for some, name in zip(values, ("energy", "gap[auc]"), strict=True)
    )
    return relate_all([(x, y)], coefficients=["spearman", "kendall"], exclude={"without e": ["e"]}, rng=0).rows


def test_rows_get_what_is_known_of_their_tables(rows):
    known = [Reliability("energy", "spearman", 5, 0.64), Reliability("gap[auc]", "spearman", 5, 0.25)]
    key = (rows[0].x, rows[0].y, "spearman")
    full, kendall, *left_out = with_ceilings(rows, known, {key: (-0.2, 0.9)}, level=0.9, method="bootstrap")
    assert (full.reliability_x, full.reliability_y, full.ceiling) == (0.64, 0.25, pytest.approx(0.4))
    assert full.corrected == pytest.approx(full.statistic / 0.4)
    assert (full.low, full.high, full.level, full.interval) == (-0.2, 0.9, 0.9, "bootstrap")
    assert np.isnan([kendall.ceiling, kendall.low]).all()
    assert len(left_out) == 2
    assert np.isnan([[row.ceiling, row.low] for row in left_out]).all()


def test_reliabilities_on_other_groups_are_not_taken(rows):
    known = [Reliability("energy", "spearman", 6, 0.64), Reliability("gap[auc]", "spearman", 6, 0.25)]
    assert np.isnan(with_ceilings(rows, known)[0].ceiling)
