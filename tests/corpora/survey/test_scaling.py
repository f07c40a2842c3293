"""Codes to numbers: the published scale, and what any scale must keep to."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.corpora import scaled
from geobias.corpora.survey.scaling import inverted
from geobias.errors import InputError

SCALES = st.tuples(st.integers(-3, 3), st.integers(2, 12)).map(lambda ends: (ends[0], ends[0] + ends[1]))
READINGS = st.sampled_from(["steps", "linear"])


@pytest.mark.parametrize(
    ("low", "high", "traditional", "steps"),
    [
        (1, 10, "high", [-1, -0.75, -0.5, -0.25, 0, 0, 0.25, 0.5, 0.75, 1]),  # importance of God
        (1, 10, "low", [1, 0.75, 0.5, 0.25, 0, 0, -0.25, -0.5, -0.75, -1]),  # abortion
        (-2, 2, "low", [1, 0.5, 0, -0.5, -1]),
        (1, 4, "low", [1, 0, 0, -1]),
        (1, 3, "low", [1, 0, -1]),
    ],
)
def test_the_published_scales(low, high, traditional, steps):
    assert scaled(np.arange(low, high + 1.0), low, high, traditional).tolist() == steps


def test_the_paper_inverts_god_and_has_the_secular_pole_above():
    # Case W04: 10 -> -1, 5 and 6 -> 0, 1 -> +1; Q45 -1, 0, 1; Q254 -1, 0, 0, 1. Our poles are the other way round.
    god = -scaled(np.array([10.0, 6, 5, 1]), 1, 10, "high")
    assert god.tolist() == [-1, 0, 0, 1]
    assert (-scaled(np.arange(1.0, 4), 1, 3, "low")).tolist() == [-1, 0, 1]
    assert (-scaled(np.arange(1.0, 5), 1, 4, "low")).tolist() == [-1, 0, 0, 1]


def test_the_other_reading_moves_the_middle_codes_alone():
    found = scaled(np.arange(1.0, 6), 1, 10, "low", "linear")
    assert found.round(2).tolist() == [1, 0.78, 0.56, 0.33, 0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((1, 2, "low"), "a scale must have at least three codes, but it goes from 1 to 2. Check its ends."),
        ((1, 3, "left"), "traditional must be one of ['low', 'high'], but it is 'left'. Choose one of them."),
        ((1, 3, "low", "step"), "scaling must be one of ['steps', 'linear'], but it is 'step'. Choose one of them."),
    ],
)
def test_what_is_no_scale(arguments, message):
    with pytest.raises(InputError) as error:
        scaled(np.ones(1), *arguments)
    assert str(error.value) == message


@given(SCALES, READINGS)
def test_scales_are_monotone_centred_and_reach_both_poles(ends, reading):
    low, high = ends
    found = scaled(np.arange(low, high + 1.0), low, high, "high", reading)
    assert (found[0], found[-1]) == (-1, 1)
    assert np.all(np.diff(found) >= 0)
    middle = (len(found) - 1) // 2, len(found) // 2
    assert np.all(found[list(middle)] == 0)
    assert np.all(np.delete(np.diff(found), middle[0]) > 0)  # all steps but that between two middle codes
    np.testing.assert_allclose(found, -found[::-1], atol=1e-15)


@given(SCALES, READINGS)
def test_inverting_turns_the_sign_and_twice_is_nothing(ends, reading):
    codes = np.append(np.arange(ends[0], ends[1] + 1.0), np.nan)
    assert np.array_equal(inverted(inverted(codes, *ends), *ends), codes, equal_nan=True)
    turned = scaled(inverted(codes, *ends), *ends, "high", reading)
    assert np.array_equal(turned, scaled(codes, *ends, "low", reading), equal_nan=True)
    np.testing.assert_allclose(turned, -scaled(codes, *ends, "high", reading), atol=1e-15)
    assert np.isnan(turned[-1])
