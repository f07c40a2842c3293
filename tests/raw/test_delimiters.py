"""Delimiters: told from the first records, whatever the file's ending."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geobias.errors import InputError
from geobias.raw.delimited import csv_table
from geobias.raw.delimiters import named_delimiter, tell_delimiter
from geobias.raw.encodings import Decoded

FIELD = st.text(alphabet="ab ,;\t|é0", min_size=1, max_size=12).filter(str.strip)


@settings(deadline=None)
@given(
    st.lists(st.tuples(FIELD, FIELD), min_size=1, max_size=8),
    st.sampled_from(",;\t|"),
    st.sampled_from(["t.csv", "t.tsv", "t.txt", "t", "t.csv.gz"]),
)
def test_the_names_that_are_asked_for_tell(rows, delimiter, path):
    text = "".join(delimiter.join(f'"{value}"' for value in row) + "\n" for row in [("text", " region "), *rows])
    table = csv_table(Decoded(text), path, needed=("text", "region"))
    assert list(zip(table["text"], table["region"], strict=True)) == rows
    usual = {"t.csv": ",", "t.csv.gz": ",", "t.tsv": "\t"}.get(path)
    assert len(table.notices) == (delimiter != usual)


@pytest.mark.parametrize(
    ("text", "path", "found"),
    [
        ("a, b;us\nc;uk\n", "t.csv", ";"),
        ("a|b\tus\nc\tuk\n", "t.txt", "\t"),
        ("a;b,us\nc;d,uk\n", "t.csv", ","),  # may be either: the ending decides
        ("one column\nof texts\n", "t.txt", ","),
    ],
)
def test_without_a_header_equal_widths_tell(text, path, found):
    assert tell_delimiter(text, path, ("1",), quoting=True, header=False)[0] == found


def test_what_cannot_be_told_is_asked_for():
    with pytest.raises(InputError, match=r"of 't\.txt' must be plain, but it may be ',' or ';'\. Pass delimiter\."):
        tell_delimiter("a;b,us\nc;d,uk\n", "t.txt", ("1",), quoting=True, header=False)


def test_wrong_names_leave_the_delimiter_to_the_widths():
    assert tell_delimiter("tweet;land\na, b;no\n", "t.csv", ("text", "region"), quoting=True, header=True)[0] == ";"
    assert tell_delimiter("tweet,land\na,no\n", "t.csv", ("text", "region"), quoting=True, header=True) == (",", None)


def test_names_of_delimiters():
    assert [named_delimiter(name) for name in (r"\t", "tab", "\t", ";", "^")] == ["\t", "\t", "\t", ";", "^"]
    for wrong in ("", "::", '"', "\n", 3):
        with pytest.raises(InputError, match="delimiter must be one character"):
            named_delimiter(wrong)


def test_a_record_that_is_cut_where_the_look_ends_does_not_mislead():
    text = "".join(f'"line {i}\nand, another";us\n' for i in range(150)) + '"a";"b"\n' * 3
    assert tell_delimiter("x;y\n" + text, "t.csv", ("1",), quoting=True, header=False)[0] == ";"
