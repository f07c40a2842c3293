"""Tables: CASES R12, E06, group strings, labels, every format and error."""

from __future__ import annotations

import contextlib
import gzip
import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geobias.corpora import load_table
from geobias.errors import InputError


@pytest.fixture
def write(tmp_path):
    def to_file(name, content):
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return to_file


def message_of(path, **options):
    with pytest.raises(InputError) as error:
        load_table(path, **options)
    return str(error.value).replace(str(path), path.name)


def flagged(corpus):
    return {(r["group"], r["reason"]): r["count"] for r in corpus.counts.records if r["event"] == "flagged"}


def test_csv_with_all_columns(write):
    path = write(
        "d.csv", "id,text,region,y,split,author\n7,it's &lt;ok>,au,1,train,ann\n8,bad,nz,0,TEST,bob\n9,so,au,,,\n"
    )
    corpus = load_table(path, id="id", label="y", split="split", cluster="author")
    assert corpus.ids.tolist() == ["7", "8", "9"]
    assert corpus.texts.tolist() == ["it's <ok>", "bad", "so"]
    assert corpus.attributes["region"].tolist() == ["au", "nz", "au"]
    assert corpus.attributes["cluster"].tolist() == ["ann", "bob", ""]
    assert corpus.labels.tolist() == [1, 0, -1]
    assert corpus.label_names == ("0", "1")
    assert corpus.splits.tolist() == ["train", "test", ""]
    assert corpus.task == "binary"
    assert list(corpus.sources) == [str(path)]


def test_groups_are_the_strings_in_the_file(write):
    names = ["NO", "NA", "None", "nan", "null", "01", "x y"]
    csv_path = write("d.csv", "text,region\n" + "".join(f"t,{name}\n" for name in names))
    jsonl_path = write("d.jsonl", "".join(json.dumps({"text": "t", "region": name}) + "\n" for name in names))
    for path in (csv_path, jsonl_path):
        assert load_table(path).attributes["region"].tolist() == names


def test_r12_an_empty_text_is_flagged_and_never_nan(write):
    corpus = load_table(write("t.tsv", "label\ttext\tregion\n0\t\tuk\n1\tnews\tuk\n0\t&#3;\tca\n"), label="label")
    assert corpus.texts.tolist() == ["", "news", ""]
    assert flagged(corpus) == {("uk", "empty_after_cleaning"): 1, ("ca", "empty_after_cleaning"): 1}


def test_e06_a_missing_text_is_named_by_row_and_column(write):
    path = write("d.jsonl", '{"text": "ok", "region": "au"}\n{"text": NaN, "region": "au"}\n')
    assert message_of(path) == (
        "every text in column 'text' of d.jsonl must be a string, but line 2 is nan (float). "
        "Drop such rows or fill them with text; an empty string is allowed and flagged."
    )
    path = write("e.jsonl", '{"body": "ok", "region": "au"}\n\n{"region": "au"}\n')
    assert "column 'body' of e.jsonl must be a string, but line 3 is None (NoneType)" in message_of(path, text="body")


def test_parquet_of_pandas(tmp_path):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(
        {"text": ["a", "b", "c"], "region": ["NO", None, "NA"], "y": [1.0, None, 0.0], "id": [3, 4, 5]}
    )
    frame.to_parquet(tmp_path / "d.parquet")
    corpus = load_table(tmp_path / "d.parquet", label="y", id="id")
    assert corpus.attributes["region"].tolist() == ["NO", "", "NA"]
    assert corpus.labels.tolist() == [1, -1, 0]
    assert corpus.ids.tolist() == ["3", "4", "5"]
    frame.assign(text=["a", float("nan"), "c"]).to_parquet(tmp_path / "e.parquet")
    assert "column 'text' of e.parquet must be a string, but row 2 is" in message_of(tmp_path / "e.parquet")
    (tmp_path / "f.parquet").write_bytes(b"text,region\n")
    assert message_of(tmp_path / "f.parquet").startswith("'f.parquet' must be a parquet file, but ")


def test_lists_of_labels(write):
    path = write(
        "d.jsonl",
        '{"text": "a", "region": "au", "topics": ["tin", "gold"]}\n{"text": "b", "region": "au", "topics": []}\n'
        '{"text": "c\\u2028d", "region": "nz"}\n',
    )
    corpus = load_table(path, label="topics")
    assert corpus.task == "multilabel"
    assert corpus.label_names == ("gold", "tin")
    assert corpus.labels.tolist() == [[1, 1], [0, 0], [-1, -1]]
    path = write("d.tsv", "text\tregion\ttopics\na\tau\ttin|gold\nb\tau\ttin\n")
    assert load_table(path, label="topics").labels.tolist() == [[1, 1], [0, 1]]


def test_label_map_declares_the_names(write):
    path = write("d.csv", "text,region,y\na,au,4\nb,au,2\n")
    corpus = load_table(path, label="y", label_map={"0": "negative", "2": None, "4": "positive"})
    assert corpus.labels.tolist() == [1, -1]
    assert corpus.labels.dtype == np.int8
    assert corpus.label_names == ("negative", "positive")


def test_encoding_delimiter_and_quoting(write):
    path = write("d.txt", 'text;region\ncaf\xe9 "so";au\n'.encode("latin-1"))
    corpus = load_table(path, encoding="latin-1", delimiter=";", quoting=False)
    assert corpus.texts.tolist() == ['café "so"']
    assert corpus.notices == ()
    assert message_of(path, encoding="utf-8") == (
        "'d.txt' must be text in utf-8, but byte 0xE9 at offset 15 is not (invalid continuation byte). "
        "It looks like another encoding: leave encoding out, or name the one it was written in."
    )
    told = load_table(path)
    assert told.texts.tolist() == corpus.texts.tolist()
    assert told.notices == (
        "d.txt is not UTF-8 (byte 0xE9 at offset 15): its 1 bytes beyond ASCII were read as cp1252.",
        "The fields of d.txt are parted by ';', as its first lines tell.",
    )
    assert {"source": "d.txt", "group": "", "event": "repaired", "reason": "decode_repairs", "count": 1} in (
        told.counts.records
    )


def test_on_duplicate_is_passed_on(write):
    path = write("d.csv", "text,region\na,au\na,au\na,nz\n")
    assert len(load_table(path)) == 3
    assert load_table(path, on_duplicate="drop").ids.tolist() == ["d-000000", "d-000002"]
    assert "line 3 repeats line 2: 'a'" in message_of(path, on_duplicate="error")


@pytest.mark.parametrize(
    ("name", "content", "options", "message"),
    [
        (
            "d.csv",
            "texts,region\na,au\n",
            {},
            "d.csv must have a column 'text', but its columns are ['texts', 'region']. "
            "The nearest is 'texts'. Name the right column, or pass header=false where the first line names none.",
        ),
        (
            "d.csv",
            "text,region\na,au\n",
            {"label": "sentiment"},
            "d.csv must have a column 'sentiment', but its columns are ['text', 'region']. Name the right column, "
            "or pass header=false where the first line names none.",
        ),
        ("d.csv", "", {}, "'d.csv' must have a header and at least one record, but it is empty. Check the file."),
        ("d.jsonl", "\n", {}, "'d.jsonl' must have at least one record, but it is empty. Check the file."),
        ("d.jsonl", "[1]\n", {}, "every record of 'd.jsonl' must be a JSON object, but record 1 is 1. Mend it."),
        (
            "d.jsonl",
            '\n{"a"\n',
            {},
            "every record of 'd.jsonl' must be a JSON object, but line 3 is not JSON (Expecting ':' delimiter). "
            "Mend that line.",
        ),
        (
            "d.csv",
            "text,region,s\na,au,dev\n",
            {"split": "s"},
            "splits in column 's' of d.csv must be train, test, unused or blank, but line 2 is 'dev'. "
            "Rename it; rows of a validation set count as unused.",
        ),
        (
            "d.csv",
            "text,region,n\na,au,1\nb,au,\n",
            {"id": "n"},
            "every id in column 'n' of d.csv must be given, but line 3 has none. "
            "Fill it, or leave the id column out to number the rows.",
        ),
        (
            "d.csv",
            "text,region,n\na,au,1\nb,au,1\n",
            {"id": "n"},
            "ids of a corpus must be unique, but '1' occurs 2 times. Leave the id column out to number the rows.",
        ),
    ],
)
def test_errors(write, name, content, options, message):
    assert message_of(write(name, content), **options) == message


@pytest.mark.shared
def test_r12_on_the_released_reuters_table(shared):
    corpus = load_table(shared / "data/regional_bias/reuters_test_sets/test.tsv", group="label", cleaning="none")
    assert len(corpus) == 3019
    assert sum(count for (_, reason), count in flagged(corpus).items() if reason == "empty_after_cleaning") == 263
    assert "nan" not in set(corpus.texts)


def test_labels_may_be_bits_with_declared_names(tmp_path):  # F07
    (tmp_path / "names.txt").write_text("grain\noil\nship\n")
    (tmp_path / "d.tsv").write_text("label\ttext\tregion\n010\x03\tone\x03\tau\n110\ttwo\tuk\n\tthree\tuk\n")
    corpus = load_table(tmp_path / "d.tsv", label="label", label_names=tmp_path / "names.txt")
    assert corpus.labels.tolist() == [[0, 1, 0], [1, 1, 0], [-1, -1, -1]]
    assert corpus.label_names == ("grain", "oil", "ship")
    assert corpus.texts.tolist() == ["one", "two", "three"]


def test_bits_of_another_width_are_refused_with_both_numbers(tmp_path):  # F05
    (tmp_path / "names.txt").write_text("\n".join(f"topic{i}" for i in range(90)))
    (tmp_path / "d.tsv").write_text(f"label\ttext\tregion\n{'0' * 115}\tone\tau\n")
    with pytest.raises(InputError) as error:
        load_table(tmp_path / "d.tsv", label="label", label_names=tmp_path / "names.txt")
    assert str(error.value) == (
        "labels in column 'label' of d.tsv must be 90 bits, one for each declared name, but line 2 has 115. "
        "Give the label names that the bits were made with."
    )
    (tmp_path / "names.txt").write_text("a\nb")
    (tmp_path / "d.tsv").write_text("label\ttext\tregion\ngrain\tone\tau\n")
    with pytest.raises(InputError, match="must be 2 bits, one for each declared name, but line 2 is 'grain'"):
        load_table(tmp_path / "d.tsv", label="label", label_names=tmp_path / "names.txt")


TABLE = "text\tregion\nкофе, чай\tno\n😀\tau\n"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("d.tsv", TABLE.encode("utf-16")),
        ("d.tsv.gz", gzip.compress(TABLE.encode())),
        ("d.csv", TABLE.replace("\t", ";").encode("utf-8-sig")),
        ("d.dat", TABLE.replace("\n", "\r").encode("utf-16-le")),
        ("d.csv", b"sep=|\r\n" + TABLE.replace("\t", "|").replace("\n", "\r\n").encode()),
        (
            "d",
            TABLE.replace("text\tregion", '" text "\tregion\t\t')
            .replace("no", "no\t1\t1")
            .replace("au", "au\t1\t1")
            .encode(),
        ),
        (
            "d.json",
            json.dumps([{"text": "кофе, чай", "region": "no"}, {"region": "au ", "text": "😀"}], indent=1).encode(),
        ),
        (
            "d.jsonl.gz",
            gzip.compress(
                b'{"text": "\\u043a\\u043e\\u0444\\u0435, \\u0447\\u0430\\u0439", "region": "no"}\n'
                b'{"region":"au","text":"\\ud83d\\ude00"}'
            ),
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "data",  # archives hold the time
)
def test_one_table_however_it_is_written(write, name, content):
    corpus = load_table(write(name, content))
    assert corpus.texts.tolist() == ["кофе, чай", "😀"]
    assert corpus.attributes["region"].tolist() == ["no", "au"]
    assert corpus.ids.tolist() == ["d-000000", "d-000001"]


def test_a_table_without_a_header_has_numbered_columns(write):
    path = write("d.csv", "one, two;au\nthree;nz\n")
    corpus = load_table(path, header=False, text="1", group="2")
    assert corpus.texts.tolist() == ["one, two", "three"]
    assert list(corpus.groups("2")) == ["au", "nz"]
    assert message_of(path, header=False) == (
        "d.csv must have a column 'text', but its columns are ['1', '2']. "
        "Name the right column by its number: header=false counts them from 1."
    )
    assert "header=false is for delimited text, but 'd.json' names its columns" in message_of(
        write("d.json", '{"text": "a", "region": "b"}'), header=False
    )


def test_names_that_nobody_asks_for_may_repeat_or_be_empty(write):
    path = write("d.csv", ", Country of Origin ,text,,text2,text2\n0,no,hello,,1,2\n")
    assert load_table(path, group="Country of Origin").attributes["Country of Origin"].tolist() == ["no"]
    assert (
        message_of(path, group="text2")
        == "column 'text2' of d.csv must be there once, but 2 columns have that name. Rename one."
    )


def test_what_is_nested_has_a_dotted_path(write, tmp_path):
    record = {"text": "a", "user": {"country": "no", "tags": ["x"]}}
    assert list(load_table(write("d.jsonl", json.dumps(record)), group="user.country").groups("user.country")) == ["no"]
    assert "line 1 is {'country'" not in message_of(write("d.jsonl", json.dumps(record)), group="user.tags")
    assert "must be one value, but line 1 is ['x']" in message_of(tmp_path / "d.jsonl", group="user.tags")
    pandas = pytest.importorskip("pandas")
    pandas.DataFrame([record]).to_parquet(tmp_path / "d.parquet")
    assert list(load_table(tmp_path / "d.parquet", group="user.country").groups("user.country")) == ["no"]


def test_groups_without_blanks_and_a_word_on_those_that_look_alike(write):
    names = [" US", "US ", "U.S.", "us", "  ", "", "nan", "None", "N/A", "NA", "NO", "no"]
    corpus = load_table(write("d.csv", "text,region\n" + "".join(f"t{i},{name}\n" for i, name in enumerate(names))))
    assert list(corpus.groups()) == ["US", "U.S.", "us", "nan", "None", "N/A", "NA", "NO", "no"]
    assert corpus.notices == (
        "2 of 12 texts have no group: column 'region' is empty there. They are in no comparison.",
        "Some groups differ in name by case, blanks, dots or hyphens alone: 'US' (2), 'U.S.' (1), 'us' (1), 'NO' (1), "
        "'no' (1); some groups may say that there is none: 'nan' (1), 'None' (1), 'N/A' (1), 'NA' (1). "
        "All stay as they are; rename them in the file to join or drop them.",
    )
    assert {(r["reason"], r["count"]) for r in corpus.counts.records if r["event"] == "repaired"} == {
        ("blank_around_group", 2)
    }


def test_records_that_a_stray_quote_swallowed_are_counted_and_said(write):
    path = write("d.csv", 'text,region\na,au\n"b,au\nc,au\nd",au\n"e,\n\nf",nz\n')
    corpus = load_table(path)
    assert len(corpus) == 3
    assert corpus.notices == (
        "2 records of d.csv hold lines that look like records of their own (the first begins on line 3): "
        "where a stray quote joined them, double it, or (corpus=table) pass quoting=false.",
    )
    assert flagged(corpus) == {("", "delimiter_and_line_break_in_a_field"): 2}


BEGINNINGS = (
    b"",
    b"text,region\n",
    b"\x1f\x8b",
    b"BZh9",
    b"PK\x03\x04",
    b"PAR1",
    b"\xff\xfe",
    b"\xfe\xff",
    b"\xff\xfe\0\0",
    b"{",
    b"[",
    b'"',
)


@settings(deadline=None)
@given(
    st.sampled_from(BEGINNINGS),
    st.one_of(st.binary(max_size=60), st.text(alphabet='a,;\t|"{}[]:\n\r\x00é1', max_size=60).map(str.encode)),
    st.sampled_from(["d.csv", "d.tsv", "d.json", "d.txt", "d.parquet", "d.csv.gz"]),
    st.booleans(),
    st.booleans(),
)
def test_any_bytes_give_a_corpus_or_a_sentence(tmp_path_factory, beginning, data, name, header, quoting):
    path = tmp_path_factory.getbasetemp() / name
    path.write_bytes(beginning + data)
    with contextlib.suppress(InputError):
        columns = {} if header else {"text": "1", "group": "2"}
        assert len(load_table(path, header=header, quoting=quoting, **columns)) > 0
