"""Files: encodings and csv rules (CASES T05)."""

from __future__ import annotations

import csv
import hashlib
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.corpora.files import csv_columns, csv_records, decode, read_bytes
from geobias.errors import InputError


def test_bytes_come_with_their_sha256(tmp_path):
    (tmp_path / "a.csv").write_bytes(b"x\n")
    assert read_bytes(tmp_path / "a.csv") == (b"x\n", hashlib.sha256(b"x\n").hexdigest())
    with pytest.raises(InputError, match=r"must be a file, but there is none\. Check the path\."):
        read_bytes(tmp_path / "b.csv")
    with pytest.raises(InputError, match="must be a file, but it is a folder"):
        read_bytes(tmp_path)


def test_an_undecodable_byte_is_named_with_its_offset():
    with pytest.raises(InputError) as error:
        decode(b"caf\xe9 au lait", "utf-8", "t.csv")
    assert str(error.value) == (
        "'t.csv' must be text in utf-8, but byte 0xE9 at offset 3 is not (invalid continuation byte). "
        "If the file is latin-1, pass encoding=latin-1."
    )
    with pytest.raises(InputError, match=r"If the file is utf-8, pass encoding=utf-8\."):
        decode(b"\xe9", "ascii", "t.csv")
    with pytest.raises(InputError, match="must be one that Python knows, but it is 'utf-9'"):
        decode(b"a", "utf-9", "t.csv")


def test_a_byte_order_mark_is_no_part_of_the_first_column():
    assert decode(b"\xef\xbb\xbftext", "utf-8", "t.csv") == "text"


def test_t05_records_follow_csv_rules_not_lines():
    text = 'text,region\n"""quoted"" text, with comma",au\r\n"first line\nsecond line",nz\n\n'
    assert csv_columns(text, "t.csv") == {
        "text": ['"quoted" text, with comma', "first line\nsecond line"],
        "region": ["au", "nz"],
    }


@given(st.lists(st.lists(st.text(alphabet='a",\n\r\t\x00é ', max_size=6), min_size=2, max_size=2), min_size=1))
def test_what_the_csv_writer_writes_is_read_back(records):
    buffer = io.StringIO(newline="")
    csv.writer(buffer, quoting=csv.QUOTE_ALL).writerows(records)
    assert csv_records(buffer.getvalue(), "t.csv") == records


def test_long_fields_and_plain_quotes():
    limit = csv.field_size_limit()
    long = "x" * (limit + 1)
    assert csv_columns(f"text\n{long}\n", "t.csv") == {"text": [long]}
    assert csv.field_size_limit() == limit
    assert csv_columns('text\tb\n"so" he said\t1\n', "t.tsv", delimiter="\t", quoting=False)["text"] == ['"so" he said']


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'t.csv' must have a header and at least one record, but it is empty. Check the file."),
        ("a,b\n", "'t.csv' must have a header and at least one record, but it has a header only. Check the file."),
        ("a,a\n1,2\n", "the columns of 't.csv' must have distinct names, but 'a' occurs twice. Rename one."),
        (
            "a,b\n1,2\n3\n",
            "every record of 't.csv' must have 2 fields, as the header has, but row 1 has 1: ['3']. "
            "Quote fields that hold the delimiter, or name the right delimiter.",
        ),
        (
            'a\n"never closed\n',
            "'t.csv' must follow csv rules, but the record that starts on line 2 does not: unexpected end of data. "
            "Double the quotes inside quoted fields, or pass quoting=False where quotes mean themselves.",
        ),
    ],
)
def test_broken_files_are_refused(text, message):
    with pytest.raises(InputError) as error:
        csv_columns(text, "t.csv")
    assert str(error.value) == message
