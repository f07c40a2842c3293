"""ResponseTable: fields and scores as columns, through csv and parquet, whatever they are called."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.errors import InputError
from geobias.tables import ResponseRow, ResponseTable

pytest.importorskip("pandas")
NAMES = st.sampled_from(["region", "text", "sample", "field.text", "field.", "score[yes]", "id", "NA", "é, x"])
TEXTS = st.sampled_from(["", "NA", "=1+1", "a,b", 'a"b', "a\nb", "1e5", " x ", "北"])
OPTIONS = st.sampled_from(["yes", "no", "a]b", "[", "Very good."])
SCORES = st.floats(max_value=0, allow_nan=False)


@st.composite
def tables(draw):
    given_names, options = draw(st.lists(NAMES, unique=True)), draw(st.lists(OPTIONS, unique=True))
    rows = []
    for number in range(draw(st.integers(0, 3))):
        scored = draw(st.booleans())
        scores = {option: draw(SCORES) for option in options} if scored else {}
        rows.append(
            ResponseRow(
                number,
                f"{number:016x}",
                draw(TEXTS) or "t",
                0,
                "scores" if scored else "text",
                "text",
                text=draw(TEXTS),
                answer=draw(TEXTS),
                truncated=draw(st.booleans()),
                prompt_tokens=float(draw(st.integers(0, 9))),
                response_tokens=0.0,
                fields={name: draw(TEXTS) for name in given_names},
                scores=scores,
                calibrated=scores if draw(st.booleans()) else {},
            )
        )
    return ResponseTable(tuple(rows))


@given(tables())
def test_every_table_comes_back(tmp_path_factory, table):
    folder = tmp_path_factory.mktemp("tables")
    for kind in ("csv", "parquet"):
        back = ResponseTable.load(table.save(folder / f"answers.{kind}"))
        assert back.rows == table.rows


def test_columns_have_their_names_and_places():
    row = ResponseRow(
        0,
        "id",
        "t",
        1,
        "both",
        "text",
        "Yes.",
        fields={"region": "NO", "text": "x"},
        scores={"yes": -0.1},
        answer="yes",
    )
    frame = ResponseTable((row,)).to_frame()
    assert list(frame.columns) == [
        "number",
        "prompt",
        "template",
        "region",
        "field.text",
        "sample",
        "asked",
        "outcome",
        "text",
        "answer",
        "reason",
        "detail",
        "truncated",
        "prompt_tokens",
        "response_tokens",
        "score[yes]",
    ]
    assert (frame["text"].item(), frame["field.text"].item()) == ("Yes.", "x")
    assert math.isnan(frame["prompt_tokens"].item())


def test_it_says_what_it_holds():
    rows = [ResponseRow(0, "p0", "t", sample, "text", "text", f"Yes,\n{sample}", "yes") for sample in range(2)]
    rows.append(ResponseRow(1, "p1", "t", 0, "text", "error", detail="busy"))
    assert ResponseTable(tuple(rows)).summary().splitlines() == [
        "3 responses",
        "text: 2 responses",
        "  template  prompt  answer  said",
        "  t         p0      yes     Yes, 0",
        "  t         p0      yes     Yes, 1",
        "error: 1 response",
        "  template  prompt  answer  said",
        "  t         p1           –  busy",
    ]


def test_a_row_is_there_once():
    row = ResponseRow(0, "id", "t", 0, "text", "text")
    with pytest.raises(InputError, match=r"rows must differ in number, sample, asked, but rows 1 and 2 are both about"):
        ResponseTable.from_frame(ResponseTable((row, row)).to_frame())
