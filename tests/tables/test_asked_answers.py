"""AskedAnswerTable: to a frame and back, with numbers that are missing and items that look like numbers."""

from __future__ import annotations

import math

import pytest

from geobias.errors import InputError
from geobias.tables import AskedAnswer, AskedAnswerTable, read_frame, write_frame

pytest.importorskip("pandas")
ROWS = (AskedAnswer("a", "007", 0.25, "yes"), AskedAnswer("a", "NA", reason="refusal"), AskedAnswer("b", "007", -1.0))


@pytest.mark.parametrize("name", ["answers.csv", "answers.parquet"])
def test_rows_come_back_from_files(name, tmp_path):
    write_frame(tmp_path / name, AskedAnswerTable(ROWS).to_frame())
    found = AskedAnswerTable.from_frame(read_frame(tmp_path / name)).rows
    assert [(row.source, row.item, row.answer, row.reason) for row in found] == [
        ("a", "007", "yes", ""),
        ("a", "NA", "", "refusal"),
        ("b", "007", "", ""),
    ]
    assert (found[0].value, found[2].value) == (0.25, -1.0)
    assert math.isnan(found[1].value)


def test_an_item_is_asked_about_once_by_a_source():
    with pytest.raises(InputError, match="source"):
        AskedAnswerTable.from_frame(AskedAnswerTable((ROWS[0], ROWS[0])).to_frame())


def test_the_summary_tells_every_source():
    said = AskedAnswerTable(ROWS).summary().splitlines()
    assert said[:2] == ["3 answers", "a: 2 answers"]
    assert said[4].split() == ["NA", "nan", "refusal"]
