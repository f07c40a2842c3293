"""Each value by age, of both sides."""

from __future__ import annotations

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.measures.resonance import age_items


def test_means_by_age(scores):
    answers = {"religion": [1.0, 0.0, np.nan, -1.0], "pride": [0.5] * 4}
    rows = age_items(scores, answers, ["20", "20", "20", "60"], [1.0, 3.0, 1.0, 1.0]).rows
    told = {(row.value, row.side, row.age): row for row in rows}
    assert len(told) == 5 * 3 + 2 * 2  # a value that the survey lacks has no rows of it
    assert told["religion", "survey", "20"].mean == pytest.approx(0.25)
    assert told["religion", "survey", "20"].n == 2
    young = scores.where(age="40")
    assert told["autonomy", "model", "40"].mean == pytest.approx(
        np.mean((young.hypotheses[:, 1] - young.inversions[:, 1].astype(float)) / 2)
    )
    assert told["autonomy", "model", "40"].n == len(young)
    assert list(dict.fromkeys(row.age for row in rows)) == ["20", "40", "60"]


def test_columns_that_do_not_align(scores):
    with pytest.raises(InputError) as error:
        age_items(scores, {"religion": [1.0]}, ["20", "30"])
    assert str(error.value) == "religion must be a number for each of 2 respondents, but its shape is (1,). Align both."
