"""The type: what it refuses, projections, bins, and that respondents stay in it."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.corpora import Survey, make_survey
from geobias.errors import InputError


def _survey(**changed):
    names = np.array(["a", "a", "b"], dtype=object)
    parts = {
        "values": {"god": np.array([1.0, -1, 0.5]), "pride": np.array([0.0, np.nan, -1])},
        "attributes": {"nation": names, "sex": np.array(["man", "", "man"], dtype=object)},
        "ages": np.array([20.0, np.nan, 90]),
        "weights": np.array([1.0, 2, 0]),
        "loadings": {"god": 0.7, "pride": 0.6},
    }
    return Survey(**{**parts, **changed})


def test_the_projection_is_of_complete_cases():
    survey = _survey()
    assert survey.complete.tolist() == [True, False, True]
    np.testing.assert_allclose(survey.projection(), [0.7, np.nan, 0.35 - 0.6])
    np.testing.assert_allclose(survey.projection(positive="secular"), [-0.7, np.nan, 0.6 - 0.35])
    with pytest.raises(InputError, match=r"positive must be one of \['traditional', 'secular'\], but it is 'left'"):
        survey.projection(positive="left")


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=8))
def test_halved_loadings_give_half(values):
    given_ = np.array(values)
    survey = _survey(
        values={"god": given_, "pride": given_[::-1]},
        attributes={},
        ages=np.full(len(given_), 30.0),
        weights=np.ones(len(given_)),
    )
    np.testing.assert_allclose(survey.projection(halved=True), survey.projection() / 2, atol=1e-15)
    assert np.all(np.abs(survey.projection()) <= 1.3 + 1e-12)


def test_bins_by_name_or_by_centres():
    survey = _survey(age_bins={"young": (16.0, 30.0)})
    assert survey.bins().tolist() == ["young", "", ""]
    assert survey.bins([20, 80]).tolist() == ["20", "", "80"]
    assert survey.bins({"all": (0, 100)}).tolist() == ["all", "", "all"]
    with pytest.raises(InputError, match="bins must go upward"):
        survey.bins({"old": (60, 100), "young": (0, 60)})


def test_some_respondents_and_another_attribute():
    survey = _survey().select(np.array([True, False, True])).with_attribute("faith", ["x", "y"])
    assert (len(survey), survey.attribute("faith").tolist(), survey.weights.tolist()) == (2, ["x", "y"], [1, 0])
    with pytest.raises(InputError) as error:
        survey.attribute("fait")
    assert str(error.value) == (
        "respondents must have the attribute 'fait', but they have ['faith', 'nation', 'sex']. "
        "The nearest is 'faith'. Name one of these."
    )


def test_no_respondent_leaves_the_type():
    survey = make_survey(respondents=50)
    assert repr(survey) == f"<Survey: 400 respondents, {survey.complete.sum()} complete, of 8 nations>"
    assert not [name for name in dir(survey) if name.startswith(("to_", "save", "write", "_repr_html"))]


def test_the_digest_follows_all_that_decides_a_number():
    survey = _survey(age_bins={"young": (16.0, 30.0)})
    assert survey.digest() == dataclasses.replace(survey, notices=("told",), details={"seed": 1}).digest()
    changed = [
        {"values": {**survey.values, "god": np.array([1.0, -1, 0.25])}},
        {"attributes": {**survey.attributes, "sex": np.array(["man"] * 3, dtype=object)}},
        {"ages": survey.ages + 1},
        {"weights": survey.weights + 1},
        {"loadings": {"god": 0.7, "pride": 0.5}},
        {"age_bins": {"young": (16.0, 31.0)}},
    ]
    digests = {dataclasses.replace(survey, **change).digest() for change in changed}
    assert len(digests | {survey.digest()}) == len(changed) + 1


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"ages": np.array([])}, "a survey must have respondents, but it has none. Check what was left out."),
        ({"weights": np.ones(2)}, "weights must have 3 entries, but there are 2. Align them."),
        ({"attributes": {"nation": ["a"]}}, "attribute 'nation' must have 3 entries, but there are 1. Align them."),
        (
            {"loadings": {"god": 1.0}},
            "loadings must be those of the items ['god', 'pride'], but they are of ['god']. Give each item one.",
        ),
        (
            {"values": {"god": np.array([1.0, np.nan, 2]), "pride": np.zeros(3)}},
            "values of 'god' must lie between -1 and 1, but they run from 1 to 2. Scale them.",
        ),
        (
            {"weights": np.array([1.0, -1, 0])},
            "weights must be finite, at least 0, and one above 0, but they run from -1 to 1. Leave out respondents "
            "without a weight.",
        ),
        (
            {"weights": np.zeros(3)},
            "weights must be finite, at least 0, and one above 0, but they run from 0 to 0. Leave out respondents "
            "without a weight.",
        ),
    ],
)
def test_what_is_no_survey_is_refused(changed, message):
    with pytest.raises(InputError) as error:
        _survey(**changed)
    assert str(error.value) == message
