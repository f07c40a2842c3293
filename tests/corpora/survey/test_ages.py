"""Age bins: the declared ones, those around centres, and ages outside."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.corpora import bins_around
from geobias.corpora.survey.ages import binned
from geobias.errors import InputError

PUBLISHED = [20, 30, 40, 50, 60, 75]


def test_borders_lie_midway_and_the_outermost_reach_as_far_out_as_in():
    assert bins_around(PUBLISHED) == {
        "20": (15, 25), "30": (25, 35), "40": (35, 45), "50": (45, 55), "60": (55, 67.5), "75": (67.5, 82.5),
    }  # fmt: skip


def test_an_age_on_a_border_belongs_to_the_older_bin():
    ages = np.array([14.9, 15, 24.9, 25, 82.4, 82.5, np.nan])
    assert binned(ages, bins_around(PUBLISHED)).tolist() == ["", "20", "20", "30", "75", "", ""]


@given(st.lists(st.integers(1, 120), min_size=2, max_size=8, unique=True).map(sorted), st.floats(0, 130))
def test_every_age_inside_is_in_the_bin_of_the_nearest_centre(centres, age):
    (found,) = binned(np.array([age]), bins_around(centres))
    if found:
        assert abs(float(found) - age) == min(abs(centre - age) for centre in centres)
    else:
        assert age < centres[0] or age > centres[-1]


@pytest.mark.parametrize("centres", [[20], [30, 20], [20, 20]])
def test_centres_must_rise(centres):
    with pytest.raises(InputError) as error:
        bins_around(centres)
    assert str(error.value) == f"centres of age bins must be at least two, rising, but they are {centres}. Sort them."
