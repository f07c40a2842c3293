"""SamplingPlan: sizes are checked where they are given."""

from __future__ import annotations

import pytest

from geobias.errors import InputError
from geobias.sampling import SamplingPlan


@pytest.mark.parametrize("name", ["outer", "documents", "score_repeats", "long_join", "pool", "min_documents"])
def test_a_size_below_one_is_named(name):
    with pytest.raises(InputError, match=f"sampling.{name} must be at least 1, but it is 0"):
        SamplingPlan(**{name: 0})


def test_repeats_are_outer_times_inner():
    assert SamplingPlan(outer=10, inner=10).repeats == 100


@pytest.mark.parametrize("value", [0.0, 1.1])
def test_the_threshold_of_near_duplicates_is_checked(value):
    with pytest.raises(InputError, match=r"sampling.near_duplicates must lie in \(0, 1\], or be null, but it is"):
        SamplingPlan(near_duplicates=value)


def test_several_attributes_make_one():
    assert SamplingPlan(by="country").attribute == "country"
    assert SamplingPlan(by=("country", "sex")).attribute == "country / sex"
