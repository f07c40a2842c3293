"""Means of groups: equal to statsmodels, small groups untold or flagged."""

import numpy as np
import pytest
from statsmodels.regression.linear_model import WLS
from statsmodels.stats.weightstats import DescrStatsW

from geobias.corpora import cell_means, make_survey
from geobias.corpora.survey import AGE_BIN, NATION, SEX
from geobias.errors import InputError
from geobias.tables import SurveyCellTable

MADE = make_survey(respondents=120, missing=0.05, seed=2)


def _members(survey, row):
    parts = {NATION: row.nation, AGE_BIN: row.age, SEX: row.sex}
    here = survey.complete & (survey.weights > 0)
    for name, value in parts.items():
        here = here & ((survey.attributes[name] == value) | (value == ""))
    return here


@pytest.mark.parametrize("by", [(), (NATION,), (AGE_BIN, SEX), (NATION, AGE_BIN, SEX)])
def test_means_errors_and_variances_are_those_of_statsmodels(by):
    told = 0
    for row in cell_means(MADE, by).rows:
        here = _members(MADE, row)
        values, weights = MADE.projection()[here], MADE.weights[here]
        assert (row.n, row.weight) == (here.sum(), pytest.approx(weights.sum()))
        if row.note:
            assert row.n < 5
            continue
        told += 1
        known = DescrStatsW(values, weights)
        assert row.mean == pytest.approx(known.mean, abs=1e-12)
        assert row.variance == pytest.approx(known.var)
        # An intercept by weights with its robust variance (HC1) is the mean with its linearised error.
        fitted = WLS(values, np.ones(len(values)), weights).fit(cov_type="HC1")
        assert row.se == pytest.approx(fitted.bse[0])
        assert row.n_effective == pytest.approx(weights.sum() ** 2 / (weights**2).sum())
    assert told >= {(): 1, (NATION,): 8, (AGE_BIN, SEX): 12}.get(by, 60)


def test_of_equal_weights_the_error_is_the_textbook_one():
    survey = make_survey(positions={"a": 0.0}, respondents=200, seed=3)
    equal = survey.select(survey.complete)
    equal.weights[:] = 3.0
    (row,) = cell_means(equal, [NATION]).rows
    values = equal.projection()
    assert row.se == pytest.approx(values.std(ddof=1) / np.sqrt(len(values)))
    assert row.n_effective == pytest.approx(len(values))


def test_items_and_halved_projection_of_the_same_complete_cases():
    full = cell_means(MADE, [NATION], items=["projection", *MADE.values]).rows
    halved = cell_means(MADE, [NATION], halved=True).rows
    for number, half in enumerate(halved):
        of_nation = full[number :: len(halved)]
        assert half.mean == pytest.approx(of_nation[0].mean / 2)
        assert {row.n for row in of_nation} == {half.n}
        parts = sum(MADE.loadings[row.item] * row.mean for row in of_nation[1:])
        assert of_nation[0].mean == pytest.approx(parts)


def test_small_cells_are_flagged_and_tiny_ones_untold():
    survey = MADE.select(np.flatnonzero(MADE.complete)[:40]).with_attribute("pet", ["cat"] * 4 + ["dog"] * 35 + [""])
    cat, dog = cell_means(survey, ["pet"]).rows
    assert (cat.group, cat.n, cat.small, cat.note) == ("cat", 4, True, "fewer than 5 respondents")
    assert np.isnan([cat.mean, cat.se, cat.variance]).all()
    assert (dog.n, dog.small, dog.note) == (35, False, "")
    assert cell_means(survey, ["pet"], least=2, small=3).rows[0].small is False


def test_cells_that_nobody_is_in_are_told_of():
    survey = MADE.select(MADE.complete & ((MADE.attributes[SEX] == "man") | (MADE.attributes[NATION] == "Upland")))
    rows = cell_means(survey, [NATION, SEX]).rows
    assert len(rows) == 16
    empty = [row for row in rows if row.sex == "woman" and row.nation != "Upland"]
    assert {(row.n, row.note, row.small) for row in empty} == {(0, "no respondents", True)}


def test_of_nobody_complete_there_is_no_mean():
    (row,) = cell_means(MADE.select(~MADE.complete), ()).rows
    assert (row.n, row.note) == (0, "no respondents")
    assert cell_means(MADE.select(~MADE.complete), [NATION]).rows == ()


def test_order_is_by_age_not_by_name():
    survey = MADE.with_bins({"young": (16, 40), "middle": (40, 60), "aged": (60, 130)})
    assert [row.age for row in cell_means(survey, [AGE_BIN]).rows] == ["young", "middle", "aged"]


def test_a_table_goes_to_a_file_and_back(tmp_path):
    table = cell_means(MADE)
    for ending in ("csv", "parquet"):
        back = SurveyCellTable.load(table.save(tmp_path / f"cells.{ending}"))
        assert back.to_frame().equals(table.to_frame())
    assert table.summary().splitlines()[0] == f"{len(table.rows)} cells"


def test_what_is_not_there():
    with pytest.raises(InputError) as error:
        cell_means(MADE, items=["prid"])
    assert str(error.value) == (
        "items must be the projection, or items of the survey, but 'prid' is neither. The nearest is 'pride'. "
        "There are ['projection', 'religion', 'autonomy', 'abortion', 'pride', 'authority']."
    )
    with pytest.raises(InputError, match=r"respondents must have the attribute 'age_bins', .* nearest is 'age_bin'"):
        cell_means(MADE, ["age_bins"])
