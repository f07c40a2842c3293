"""Respondents in the words of an interview: nations by adjective, ages by bins, and who has no partner."""

from __future__ import annotations

import numpy as np
import pytest

from geobias.corpora.survey import make_survey
from geobias.errors import InputError
from geobias.models.prompting import Interview
from geobias.studies.resonance.respondents import comparable, in_words_of


def interview(**axes) -> Interview:
    given = {"nation": ("German", "Japanese"), "age": ("20", "75"), "sex": ("man", "woman")} | axes
    template = "You are " + " ".join(f"[{{{axis}}}]" for axis in given) + ". {question}"
    return Interview("made", template, given, {"general": "What matters to you?"}, {})


@pytest.fixture(scope="module")
def survey():
    return make_survey(positions={"Germany": -0.5, "Japan": 0.5, "Chile": 0.0}, respondents=40)


def test_a_nation_is_found_by_its_adjective_and_others_are_counted(survey):
    found = in_words_of(interview(), survey)
    assert set(found.attribute("nation")) == {"German", "Japanese"}
    assert len(found) == 80
    assert "40 respondents are of nations that the interview does not name." in found.notices
    kept = survey.attribute("nation") != "Chile"
    assert np.array_equal(found.projection(), survey.projection()[kept], equal_nan=True)


def test_a_nation_without_respondents_is_named(survey):
    found = in_words_of(interview(nation=("German", "Peruvian")), survey)
    assert "The survey has no respondents of Peruvian: nothing is compared there." in found.notices
    with pytest.raises(InputError) as error:
        in_words_of(interview(nation=("Northish",)), survey)
    assert str(error.value) == (
        "the survey must have respondents of a nation that the interview names, but the interview has ['Northish'], "
        "the survey ['Germany', 'Japan', 'Chile']. Choose another interview.source, another survey, or "
        "corpus=no_survey."
    )


def test_ages_that_are_no_bins_become_bins_around_them(survey):
    found = in_words_of(interview(age=("25", "45", "70")), survey)
    bins = found.attribute("age_bin")
    assert set(bins) - {""} == {"25", "45", "70"}  # "" from 82.5 on
    assert [found.ages[bins == age].min() for age in ("25", "45", "70")] == [18, 35, 58]
    assert in_words_of(interview(age=("20", "75")), survey).age_bins == survey.age_bins


def test_ages_outside_all_bins_are_counted(survey):
    found = in_words_of(interview(age=("42", "50")), survey)
    assert (found.attribute("age_bin") == "").any()
    outside = [line["count"] for line in found.counts.records if line["reason"] == "age_outside_all_bins"]
    assert outside == [int((found.attribute("age_bin") == "").sum())]


@pytest.mark.parametrize(
    ("axes", "message"),
    [
        ({"age": ("young", "old")}, "ages of the interview must be bins of the survey, ['20', '30', '40', '50', '"),
        ({"sex": ("man", "women")}, "sex of the interview"),
    ],
)
def test_words_that_respondents_do_not_have_are_errors(survey, axes, message):
    with pytest.raises(InputError) as error:
        in_words_of(interview(**axes), survey)
    assert message in str(error.value)


def test_three_axes_are_needed():
    assert comparable(interview())
    assert not comparable(Interview("made", "You are {faith}. {question}", {"faith": ("a",)}, {"general": "?"}, {}))
