"""Delimited text: csv rules, lines, what a stray quote does (CASES T05)."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geobias.errors import InputError
from geobias.raw.delimited import csv_records, csv_table
from geobias.raw.encodings import Decoded


def columns(text, path="t.csv", **options):
    table = csv_table(Decoded(text), path, **options)
    return {name: table[name] for name in table.names}


def test_t05_records_follow_csv_rules_not_lines():
    text = 'text,region\n"""quoted"" text, with comma",au\r\n"first line\nsecond line",nz\n\n"x",uk\n'
    assert columns(text) == {
        "text": ['"quoted" text, with comma', "first line\nsecond line", "x"],
        "region": ["au", "nz", "uk"],
    }
    assert csv_records(text, "t.csv").lines == [1, 2, 3, 6]


@settings(deadline=None)
@given(
    st.lists(st.lists(st.text(alphabet='a",\n\r\t\x00é ', max_size=6), min_size=2, max_size=2), min_size=1),
    st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_what_the_csv_writer_writes_is_read_back(records, ending):
    buffer = io.StringIO(newline="")
    csv.writer(buffer, quoting=csv.QUOTE_ALL, lineterminator=ending).writerows(records)
    read = csv_records(buffer.getvalue(), "t.csv")
    assert read.fields == records
    begins = io.StringIO(buffer.getvalue(), newline="").readlines()
    assert all(begins[line - 1].startswith('"') for line in read.lines)


def test_long_fields_and_plain_quotes():
    limit = csv.field_size_limit()
    long = "x" * (limit + 1)
    assert columns(f"text;b\n{long};1\n", needed=("text", "b")) == {"text": [long], "b": ["1"]}
    assert csv.field_size_limit() == limit
    assert columns('text\tb\n"so" he said\t1\n', "t.tsv", quoting=False)["text"] == ['"so" he said']


def test_blanks_around_headers_and_records_of_blanks_are_nothing():
    assert columns("\u00a0text , region\u200b\na,b\n   \n,\n , \n") == {"text": ["a"], "region": ["b"]}


def test_lines_that_a_quote_joined_are_told_from_prose():
    prose = 'a,b,c\n"Dear all, hello\n\nand bye",x,y\n'
    assert csv_table(Decoded(prose), "t.csv").flagged == {"delimiter_and_line_break_in_a_field": 1}
    assert csv_table(Decoded(prose), "t.csv").notices == ()
    for joined in ('a,b,c\n1,"2,3\n4,5,6\n7,8",9\n', 'a,b,c\r1,2,"3\r\r4,5,6"\r'):
        assert "(the first begins on line 2)" in csv_table(Decoded(joined), "t.csv").notices[0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'t.csv' must have a header and at least one record, but it is empty. Check the file."),
        ("a,b\n", "'t.csv' must have a header and at least one record, but it has a header only. Check the file."),
        (
            'a,b\n1,"2\n2"\n3\n',
            "every record of 't.csv' must have 2 fields, as the one on line 1 has, but the one on line 4 has 1: ['3']. "
            "Quote the fields that hold the delimiter, which is ',' here.",
        ),
        (
            'a\nb\n"never closed\n',
            "'t.csv' must follow csv rules, but the record that starts on line 3 opens a quote that is never closed. "
            "Double the quotes inside quotes, or (corpus=table) pass quoting=false where quotes mean themselves.",
        ),
        (
            'a\nb\n"c"d\n',
            "'t.csv' must follow csv rules, but the record that starts on line 3 does not: ',' expected after '\"'. "
            "Double the quotes inside quotes, or (corpus=table) pass quoting=false where quotes mean themselves.",
        ),
    ],
)
def test_broken_files_are_refused(text, message):
    with pytest.raises(InputError) as error:
        columns(text)
    assert str(error.value) == message
