"""Tables: CASES R12, E06, group strings, labels, every format and error."""

from __future__ import annotations

import json

import numpy as np
import pytest

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
    corpus = load_table(path, id="id", label="y", split="split", unit="author")
    assert corpus.ids.tolist() == ["7", "8", "9"]
    assert corpus.texts.tolist() == ["it's <ok>", "bad", "so"]
    assert corpus.attributes["region"].tolist() == ["au", "nz", "au"]
    assert corpus.attributes["unit"].tolist() == ["ann", "bob", ""]
    assert corpus.labels.tolist() == [1, 0, -1]
    assert corpus.label_names == ("0", "1")
    assert corpus.splits.tolist() == ["train", "test", ""]
    assert corpus.task == "binary"
    assert list(corpus.sources) == [str(path)]


def test_groups_are_the_strings_in_the_file(write):
    names = ["NO", "NA", "None", "nan", "null", "01", " x"]
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
        "every text in column 'text' of d.jsonl must be a string, but row 1 is nan (float). "
        "Drop such rows or fill them with text; an empty string is allowed and flagged."
    )
    path = write("e.jsonl", '{"body": "ok", "region": "au"}\n\n{"region": "au"}\n')
    assert "column 'body' of e.jsonl must be a string, but row 1 is None (NoneType)" in message_of(path, text="body")


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
    assert "column 'text' of e.parquet must be a string, but row 1 is" in message_of(tmp_path / "e.parquet")
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
    assert message_of(path, delimiter=";") == (
        "'d.txt' must be text in utf-8, but byte 0xE9 at offset 15 is not (invalid continuation byte). "
        "If the file is latin-1, pass encoding=latin-1."
    )
    assert message_of(path) == (
        "'d.txt' must end in one of .csv, .tsv, .tab, .jsonl, .ndjson, .parquet, but it ends in '.txt'. "
        "Rename it, or pass delimiter for a csv under another name."
    )


def test_on_duplicate_is_passed_on(write):
    path = write("d.csv", "text,region\na,au\na,au\na,nz\n")
    assert len(load_table(path)) == 3
    assert load_table(path, on_duplicate="drop").ids.tolist() == ["d-000000", "d-000002"]
    assert "row 1 repeats row 0: 'a'" in message_of(path, on_duplicate="error")


@pytest.mark.parametrize(
    ("name", "content", "options", "message"),
    [
        (
            "d.csv",
            "texts,region\na,au\n",
            {},
            "d.csv must have a column 'text', but its columns are ['texts', 'region']. "
            "The nearest is 'texts'. Name the right column.",
        ),
        (
            "d.csv",
            "text,region\na,au\n",
            {"label": "sentiment"},
            "d.csv must have a column 'sentiment', but its columns are ['text', 'region']. Name the right column.",
        ),
        ("d.csv", "", {}, "'d.csv' must have a header and at least one record, but it is empty. Check the file."),
        ("d.jsonl", "\n", {}, "'d.jsonl' must have at least one record, but it is empty. Check the file."),
        ("d.jsonl", "[1]\n", {}, "every line of 'd.jsonl' must be a JSON object, but line 1 is '[1]'. Mend that line."),
        (
            "d.jsonl",
            '\n{"a"\n',
            {},
            "every line of 'd.jsonl' must be a JSON object, but line 2: Expecting ':' delimiter: line 1 column 5 "
            "(char 4). Mend that line.",
        ),
        (
            "d.csv",
            "text,region,s\na,au,dev\n",
            {"split": "s"},
            "splits in column 's' of d.csv must be train, test, unused or blank, but row 0 is 'dev'. "
            "Rename it; rows of a validation set count as unused.",
        ),
        (
            "d.csv",
            "text,region,n\na,au,1\nb,au,\n",
            {"id": "n"},
            "every id in column 'n' of d.csv must be given, but row 1 has none. "
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
        "labels in column 'label' of d.tsv must be 90 bits, one for each declared name, but row 0 has 115. "
        "Give the label names that the bits were made with."
    )
    (tmp_path / "names.txt").write_text("a\nb")
    (tmp_path / "d.tsv").write_text("label\ttext\tregion\ngrain\tone\tau\n")
    with pytest.raises(InputError, match="must be 2 bits, one for each declared name, but row 0 is 'grain'"):
        load_table(tmp_path / "d.tsv", label="label", label_names=tmp_path / "names.txt")
