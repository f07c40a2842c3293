"""Cells of both sides: weighted means with errors, what is left out, and draws that vary as they should."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from geobias.errors import InputError
from geobias.measures.resonance import Cells, ResonanceScores, matched, model_cells, read_values, survey_cells


def test_a_model_s_cells(scores):
    first = scores.where(design="")
    cells = model_cells(first)
    assert len(cells.mean) == 18
    at = cells.keys.index(("jp", "40", "woman"))
    y = first.where(nation="jp", age="40", sex="woman").projection()
    assert (cells.mean[at], cells.error[at], cells.n[at]) == (
        pytest.approx(y.mean()), pytest.approx(stats.sem(y)), 4,
    )  # fmt: skip


def test_prompts_are_the_units_where_a_cell_has_several(scores):
    cells = model_cells(scores)
    one = scores.where(nation="de", age="20", sex="man")
    means = [one.where(design=design).projection().mean() for design in ("", "second")]
    assert cells.mean[0] == pytest.approx(np.mean(means))
    assert cells.error[0] == pytest.approx(stats.sem(means))
    assert cells.units[0].shape == (2, 2)


def test_marginal_prompts_are_counted():
    fields = {"nation": ("de", "de"), "age": ("20", ""), "sex": ("man", "man")}
    labels = np.ones((2, 5), dtype=int)
    made = ResonanceScores(read_values(), labels, -labels, ("p", "q"), np.zeros(2), ("", ""), fields)
    cells = model_cells(made)
    assert cells.keys == [("de", "20", "man")]
    assert cells.notices == ("1 of 2 responses are to marginal prompts and are left out.",)


def test_respondents_are_weighted_and_those_left_out_counted():
    y = [1.0, -1.0, np.nan, 0.5, 2.0]
    found = survey_cells(y, ["de", "de", "de", "de", ""], ["20"] * 5, ["man"] * 5, [1, 3, 1, 0, 1])
    assert found.mean.tolist() == [-0.5]
    assert found.n.tolist() == [2]
    assert found.notices == (
        "1 of 5 respondents have no complete projection and are left out.",
        "1 of 5 respondents lack nation, age or sex and are left out.",
        "1 of 5 respondents have a weight of 0 and are left out.",
    )


def test_draws_vary_as_the_errors_say(scores):
    cells = model_cells(scores.where(design=""))
    drawn = cells.drawn(4000, np.random.default_rng(0))
    assert np.allclose(drawn.std(0), cells.error, rtol=0.1, atol=1e-9)
    assert np.allclose(drawn.mean(0), cells.mean, atol=0.05)
    survey = survey_cells(np.arange(6.0), ["de"] * 6, ["20"] * 6, ["man"] * 6)
    assert survey.drawn(4000, np.random.default_rng(0)).std() == pytest.approx(survey.error[0], rel=0.1)


def test_only_shared_cells_are_matched():
    first = survey_cells([1.0, 2.0], ["de", "us"], ["20", "20"], ["man", "man"])
    second = survey_cells([3.0, 4.0], ["us", "fr"], ["20", "20"], ["man", "man"])
    ours, theirs = matched(first, second)
    assert (ours.keys, ours.mean.tolist(), theirs.mean.tolist()) == ([("us", "20", "man")], [2.0], [3.0])
    assert ours.notices == ("1 cells of the model have no partner.",)
    assert theirs.notices == ("1 cells of the survey have no partner.",)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: survey_cells([1.0], ["de"], ["20"], ["man"], [-1.0]), "weights must be a number >= 0 for each "
         "respondent, but they are not. Mend the column."),
        (lambda: survey_cells([np.nan], ["de"], ["20"], ["man"]), "cells need rows with nation, age and sex, but there "
         "is none. See which were left out."),
        (lambda: Cells(("de",) * 2, ("20",) * 2, ("man",) * 2, np.ones(2), np.ones(2), np.ones(2)), "a cell must be "
         "there once, but ('de', '20', 'man') is there twice. Average or drop one."),
        (lambda: Cells(("de",), ("20",), ("man",), np.array([np.nan]), np.ones(1), np.ones(1)), "mean must be a number "
         "for each of 1 cells, but one is NaN. Leave such a cell out."),
        (lambda: matched(survey_cells([1.0], ["de"], ["20"], ["man"]), survey_cells([1.0], ["DE"], ["20"], ["man"])),
         "model and survey must share a cell, but the model has ('de', '20', 'man') and the survey ('DE', '20', 'man'),"
         " for example. Write nations, ages and sexes alike."),
    ],
)  # fmt: skip
def test_what_is_refused(call, message):
    with pytest.raises(InputError) as error:
        call()
    assert str(error.value) == message
