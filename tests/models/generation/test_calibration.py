"""Calibration: the closed form, against numpy on probabilities."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.models.generation import calibrated

CHANCES = st.lists(st.floats(1e-6, 1), min_size=3, max_size=3)


def logs(chances) -> dict[str, float]:
    return {option: math.log(chance) for option, chance in zip("abc", chances, strict=True)}


@given(CHANCES, st.lists(CHANCES, min_size=1, max_size=3))
def test_it_is_the_normalised_ratio(chances, free):
    ratios = np.array(chances) / np.mean(free, axis=0)
    found = calibrated(logs(chances), [logs(one) for one in free])
    assert np.exp(list(found.values())) == pytest.approx(ratios / ratios.sum())


@given(CHANCES)
def test_what_is_preferred_everywhere_is_not_preferred(chances):
    assert np.exp(list(calibrated(logs(chances), [logs(chances)]).values())) == pytest.approx([1 / 3] * 3)


def test_far_below_what_a_float_holds_it_is_the_same():
    far = {"a": -2000.0, "b": -2001.0}
    assert calibrated(far, [far]) == pytest.approx({"a": math.log(0.5), "b": math.log(0.5)})


def test_where_it_is_not_defined_it_is_nan():
    scores = {"a": 0.0, "b": -math.inf}
    assert all(map(math.isnan, calibrated(scores, []).values()))
    assert all(map(math.isnan, calibrated(scores, [{"a": 0.0, "b": -math.inf}]).values()))
    assert all(map(math.isnan, calibrated(dict.fromkeys("ab", -math.inf), [{"a": -1.0, "b": -1.0}]).values()))
    assert calibrated(scores, [{"a": -1.0, "b": -1.0}]) == {"a": 0.0, "b": -math.inf}
