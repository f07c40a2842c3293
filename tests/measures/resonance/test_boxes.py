from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.corpora import make_survey
from geobias.errors import InputError
from geobias.measures.resonance import Projections, ResonanceSettings, projection_boxes
from geobias.measures.resonance.clusters import clustered_mean

NAMES = ("lowest", "lower", "median", "upper", "highest")
SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)


def side(values, groups=None, **more):
    return Projections(np.asarray(values, float), {"sex": groups or ["man"] * len(values)}, **more)


def numbers(row):
    return [getattr(row, name) for name in NAMES]


def test_quantiles_of_alike_rows_are_numpys():
    values = np.random.default_rng(1).normal(size=101)
    row = projection_boxes(side(values), None, []).rows[0]
    np.testing.assert_array_equal(numbers(row), np.quantile(values, SHARES, method="inverted_cdf"))
    assert (row.n, row.clusters, row.small, row.note) == (101, 101, False, "")


@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(1, 4)), min_size=1, max_size=30))
def test_a_weight_counts_as_so_many_rows(pairs):
    values, times = map(list, zip(*pairs, strict=True))
    weighted = projection_boxes(side(values, weights=np.array(times, float)), None, []).rows[0]
    repeated = projection_boxes(side(np.repeat(values, times)), None, []).rows[0]
    assert numbers(weighted) == numbers(repeated)
    assert weighted.mean == pytest.approx(repeated.mean)


def test_means_know_of_prompts_and_of_weights():
    rng = np.random.default_rng(2)
    values, prompts, weights = rng.normal(size=40), np.repeat(np.arange(8), 5), rng.uniform(0.5, 2, 40)
    found = projection_boxes(side(values, clusters=prompts), side(values, weights=weights), [])
    model, survey = found.rows
    for row, expected in (
        (model, clustered_mean(values[:, None], prompts)),
        (survey, clustered_mean(values[:, None], None, weights)),
    ):
        assert row.mean == pytest.approx(expected.mean[0])
        assert row.high - row.low > 2 * 1.95 * expected.error[0]
        assert row.high + row.low == pytest.approx(2 * row.mean)
    assert (model.clusters, survey.clusters) == (8, 40)
    wide = projection_boxes(side(values, clusters=prompts), None, [], ResonanceSettings(level=0.99)).rows[0]
    assert wide.high - wide.low > model.high - model.low


def test_no_answers_of_single_respondents_are_told():
    values = np.arange(19.0)
    [_, row] = projection_boxes(side(values), side(values), []).rows
    assert np.isnan([row.lowest, row.highest]).all()
    assert np.isnan(numbers(projection_boxes(side(values), side(np.arange(8.0)), []).rows[1])).all()
    shown = [name for name in NAMES if not np.isnan(getattr(row, name))]
    for name in shown:
        at = getattr(row, name)
        assert min((values <= at).sum(), (values >= at).sum()) >= 5
    assert shown == ["lower", "median", "upper"]


def test_a_group_of_few_respondents_is_not_told_and_one_of_the_model_is():
    people = side([1.0] * 4 + [0.0] * 30, ["man"] * 4 + ["woman"] * 30)
    found = {(row.side, row.group): row for row in projection_boxes(people, people, ["sex"]).rows}
    lost = found["survey", "man"]
    assert np.isnan([*numbers(lost), lost.mean, lost.low, lost.high]).all()
    assert (lost.n, lost.note, lost.small) == (4, "fewer than 5 respondents", True)
    assert found["model", "man"].median == 1
    assert found["model", "man"].small
    assert not found["survey", "woman"].small


def test_a_group_that_a_side_lacks_has_a_row_that_says_so():
    one, other = side([1.0] * 6), side([0.0] * 6, ["woman"] * 6)
    found = {(row.side, row.group): row.note for row in projection_boxes(one, other, ["sex"]).rows}
    assert found["model", "woman"] == "no responses"
    assert found["survey", "man"] == "no respondents"


def test_few_prompts_are_flagged_whatever_the_number_of_answers():
    values = np.random.default_rng(0).normal(size=80)
    assert projection_boxes(side(values, clusters=np.repeat([0, 1], 40)), None, []).rows[0].small
    assert not projection_boxes(side(values, clusters=np.repeat(np.arange(8), 10)), None, []).rows[0].small


def test_boxes_of_a_made_up_survey_lie_in_the_order_that_was_planted():
    survey = make_survey(positions={"a": -0.5, "b": 0.0, "c": 0.5}, seed=3)
    people = Projections(survey.projection(), {"nation": list(survey.attribute("nation"))}, survey.weights)
    rows = [row for row in projection_boxes(people, people, ["nation"]).rows if row.side == "survey" and row.group]
    assert [row.group for row in sorted(rows, key=lambda row: row.median)] == ["a", "b", "c"]
    for row in rows:
        assert abs(row.mean - survey.details["projection"][row.group]) < 0.3
    with pytest.raises(
        InputError, match=r"^least must be a whole number, at least 1, but it is 0\. Pass a whole number for least\.$"
    ):
        projection_boxes(people, people, ["nation"], least=0)
