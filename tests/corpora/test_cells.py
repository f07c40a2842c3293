"""One word for one value, however it is written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.corpora.cells import word_of


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_no_number_loses_a_digit(number):
    assert float(word_of(number)) == float(word_of(repr(number))) == number


@pytest.mark.parametrize("written", [1234567, "1234567", " 1234567.0", 1234567.0])
def test_long_codes_stay_what_they_are(written):
    assert word_of(written) == "1234567"


def test_words_stay():
    assert [word_of(word) for word in ("NO", "NA", "inf", True, "")] == ["NO", "NA", "inf", "True", ""]
