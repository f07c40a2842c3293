"""What was not read goes to a table that a person fills; their labels come first, and mistyped ones are named."""

from __future__ import annotations

import csv
from dataclasses import replace

import pytest

from geobias.errors import InputError, StorageError
from geobias.models.prompting.answers import ABSTAINS, LABELLED, AnswerSet, Labels, LabelTable, Parsed

YES_NO = AnswerSet.named("yes_no")
TEXTS = [
    ("p1", 0, "Yes."),
    ("p1", 1, "It is the done thing."),
    ("p1", 2, "It is the\r\ndone thing. "),
    ("p2", 0, "=HYPERLINK(1)"),
    ("p2", 1, "It depends."),
    ("p3", 0, ""),
]


def saved(tmp_path, labels, suffix=".csv"):
    """The table of `TEXTS`, with labels by row, as a person leaves it."""
    path = tmp_path / f"labels{suffix}"
    frame = LabelTable.of(YES_NO, TEXTS, "en").to_frame()
    LabelTable.from_frame(frame.assign(label=[labels.get(row, "") for row in range(1, len(frame) + 1)])).save(path)
    return path


def test_the_table_holds_what_was_not_read_once():
    rows = LabelTable.of(YES_NO, TEXTS, "en").rows
    assert [(row.prompt, row.sample, row.reason) for row in rows] == [
        ("p1", 1, "unparsed"),
        ("p2", 0, "unparsed"),
        ("p2", 1, "hedged"),
        ("p3", 0, "empty"),
    ]
    assert {(row.label, row.allowed) for row in rows} == {("", "yes | no | abstains")}


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_labels_come_before_the_parser(tmp_path, suffix):
    labels = Labels.read(saved(tmp_path, {1: "yes", 2: " no ", 3: ABSTAINS}, suffix), YES_NO)
    assert labels.parse("p1", TEXTS[1][2]) == labels.parse("p1", TEXTS[2][2]) == Parsed("yes")
    assert labels.parse("p2", "=HYPERLINK(1)") == Parsed("no")
    assert labels.parse("p2", "It depends.") == Parsed(None, LABELLED)
    # Not of this prompt, not labelled, and never in the table.
    assert labels.parse("p9", TEXTS[1][2]) == Parsed(None, "unparsed")
    assert labels.parse("p3", "") == Parsed(None, "empty")
    assert labels.parse("p1", "Yes.") == Parsed("yes")


def test_a_label_stands_even_where_the_parser_would_read_the_text(tmp_path):
    frame = LabelTable.of(YES_NO, TEXTS, "en").to_frame().assign(text="No.", label="yes", prompt=["a", "b", "c", "d"])
    labels = Labels.read(LabelTable.from_frame(frame).save(tmp_path / "labels.csv"), YES_NO)
    assert (labels.parse("a", "No."), labels.parse("e", "No.")) == (Parsed("yes"), Parsed("no"))


def test_labels_of_an_earlier_table_stay_with_their_texts(tmp_path):
    before = LabelTable.load(saved(tmp_path, {1: "yes", 2: "no", 3: ABSTAINS}))
    # A spreadsheet has changed the blanks of the first text; the second is no longer among those that are not read.
    before = LabelTable((replace(before.rows[0], text="It  is the\ndone thing."), *before.rows[1:]))
    now = LabelTable.of(YES_NO, [TEXTS[1], TEXTS[4], TEXTS[5]], "en").labelled_as(before)
    assert [(row.prompt, row.text, row.label) for row in now.rows] == [
        ("p1", "It is the done thing.", "yes"),
        ("p2", "It depends.", ABSTAINS),
        ("p3", "", ""),
        ("p2", "=HYPERLINK(1)", "no"),
    ]


def test_wrong_labels_are_named_by_row(tmp_path):
    path = saved(tmp_path, {1: "yess", 2: "no", 4: "x"})
    with pytest.raises(InputError) as raised:
        Labels.read(path, YES_NO)
    assert str(raised.value) == (
        f"labels in {path} must be 'yes', 'no' or 'abstains', but row 1 (prompt p1, sample 1) is 'yess'; "
        "row 4 (prompt p3, sample 0) is 'x'. The nearest is 'yes'. Correct the cells, or leave them blank."
    )


def test_equal_texts_with_two_labels_are_refused(tmp_path):
    frame = LabelTable.of(YES_NO, TEXTS, "en").to_frame().assign(prompt="p", sample=range(4), text="Well.", label="")
    frame.loc[0, "label"], frame.loc[2, "label"] = "yes", ABSTAINS
    path = LabelTable.from_frame(frame).save(tmp_path / "labels.csv")
    with pytest.raises(InputError) as raised:
        Labels.read(path, YES_NO)
    assert str(raised.value) == (
        f"equal texts to one prompt must have one label in {path}, but rows 1 and 3 have 'yes' and 'abstains'. "
        "Correct one of them."
    )


def test_a_file_that_a_spreadsheet_wrote_is_read(tmp_path):
    path = saved(tmp_path, {})
    with open(path, newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    rows[0][header.index("label")] = "no"
    with open(path, "w", newline="", encoding="utf-8-sig") as file:
        csv.writer(file).writerows([header, *rows])
    assert Labels.read(path, YES_NO).parse("p1", TEXTS[1][2]) == Parsed("no")


@pytest.mark.parametrize(("delimiter", "encoding"), [(";", "utf-8-sig"), ("\t", "utf-16"), (";", "cp1252")])
def test_other_delimiters_and_encodings_are_read(tmp_path, delimiter, encoding):
    texts = [("p1", 0, "Ça dépend; de tout."), ("p2", 0, "=1+1"), ("p3", 0, "Hm.")]
    path = LabelTable.of(YES_NO, texts, "fr").save(tmp_path / "labels.csv")
    with open(path, newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    for row, label in zip(rows, ("NO", "Yes", ""), strict=True):
        row[header.index("label")] = label
    with open(path, "w", newline="", encoding=encoding) as file:
        csv.writer(file, delimiter=delimiter).writerows([header, *rows])
    labels = Labels.read(path, YES_NO)
    assert [labels.parse(prompt, text, "fr").answer for prompt, _, text in texts] == ["no", "yes", None]


def test_labels_that_fit_no_text_are_counted(tmp_path):
    labels = Labels.read(saved(tmp_path, {1: "yes", 2: "no"}), YES_NO)
    said = [(prompt, text) for prompt, _, text in TEXTS]
    assert (labels.unused(said), labels.unused(said[:3]), labels.unused([])) == (0, 1, 2)


def test_absent_files_and_other_tables_are_refused(tmp_path):
    with pytest.raises(StorageError, match=r"labels\.csv cannot be read"):
        Labels.read(tmp_path / "labels.csv", YES_NO)
    (tmp_path / "labels.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(InputError, match="the frame must have the column 'prompt'"):
        Labels.read(tmp_path / "labels.csv", YES_NO)
