"""Cells of csv files: no formula, and every text comes back."""

from __future__ import annotations

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.spreadsheets import escaped, unescaped

TEXTS = st.text("=+-@'\t\r\n＝ab1 ", max_size=6)


@given(st.lists(TEXTS, min_size=1, max_size=5), st.text("=a'", min_size=1, max_size=3))
def test_no_cell_is_a_formula_and_all_come_back(tmp_path_factory, texts, column):
    frame = pd.DataFrame({column: texts, "value": [-1.5] * len(texts)})
    safe = escaped(frame)
    for cell in (*safe.columns, *safe.iloc[:, 0]):
        assert not isinstance(cell, str) or cell[:1] not in tuple("=+-@＝＋－＠\t\r\n")
    assert safe["value"].tolist() == frame["value"].tolist()
    pd.testing.assert_frame_equal(unescaped(safe), frame, check_dtype=False)


@pytest.mark.parametrize("group", ["=1+1", "-", "@x", "+61", "'=1", "''-x", "'plain'", "us"])
def test_a_group_comes_back_from_a_file(tmp_path, group):
    frame = pd.DataFrame({"group": [group], "value": [-2]})
    escaped(frame).to_csv(tmp_path / "a.csv", index=False)
    pd.testing.assert_frame_equal(unescaped(pd.read_csv(tmp_path / "a.csv")), frame, check_dtype=False)
