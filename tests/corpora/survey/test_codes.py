"""Codes of a column: answers, reasons why there is none, and what must not be there."""

import math

import numpy as np
import pytest

from geobias.corpora.survey.codes import CodeRules, read_codes, read_names
from geobias.errors import InputError
from geobias.raw import RawTable

MISSING = {-1: "does not know", -2: "gave no answer"}


def _read(cells, **options):
    rules = CodeRules("items.god.missing", options.pop("range", (1, 10)), MISSING, **options)
    return read_codes(RawTable.of({"Q164": cells}), "Q164", rules, "survey.csv")


def test_missing_is_counted_by_reason_and_no_code_loses_its_sign():
    values, reasons = _read(["10", "1", "-1", "-2", "", "NA"])  # case W01
    assert np.array_equal(values, [10, 1, np.nan, np.nan, np.nan, np.nan], equal_nan=True)
    assert reasons == {"missing:-1 does not know": 1, "missing:-2 gave no answer": 1, "missing:blank": 2}


@pytest.mark.parametrize("cell", ["7", " 7 ", "7.0", 7, 7.0])
def test_one_code_in_many_spellings(cell):
    assert _read([cell])[0].tolist() == [7]


def test_recoding_happens_to_all_codes_at_once():
    values, reasons = _read(["1", "2", "3", "2"], range=(1, 3), recode={2: 3, 3: 2})
    assert values.tolist() == [1, 3, 2, 3]
    assert reasons == {"recoded:2 to 3": 2, "recoded:3 to 2": 1}


def test_codes_outside_are_listed_with_their_rows():
    with pytest.raises(InputError) as error:
        _read(["11", "5", "11", "very", "2.5"])
    assert str(error.value) == (
        "codes in column 'Q164' of survey.csv must be whole numbers from 1 to 10, or declared missing (these are: "
        "-1, -2), but there are '11' (rows: 2, first: row 1), 'very' (rows: 1, first: row 4), '2.5' (rows: 1, "
        "first: row 5). Correct them, or declare them under items.god.missing."
    )


def test_what_need_not_be_whole():
    assert _read(["2.5"], whole=False)[0].tolist() == [2.5]
    with pytest.raises(InputError, match="must be numbers from 0 to inf"):
        _read(["inf"], whole=False, range=(0, math.inf))


def test_names_by_code_or_word_and_what_has_none():
    table = RawTable.of({"country": ["392", 392.0, "JPN", "", "-4", "999", "NO"]})
    names = {"392": "Japan", "JPN": "Japan", "NO": "Norway"}
    values, reasons, unknown = read_names(table, "country", names, {"-4": "not asked"})
    assert values.tolist() == ["Japan", "Japan", "Japan", "", "", "", "Norway"]
    assert reasons == {"missing:blank": 1, "missing:-4 not asked": 1}
    assert unknown == {"999": 1}


def test_without_names_a_word_is_its_own():
    values, _, unknown = read_names(RawTable.of({"country": ["NO", "NA"]}), "country", {}, {})
    assert (values.tolist(), unknown) == (["NO", "NA"], {})
