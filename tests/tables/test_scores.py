"""Rows of scores and gaps go to frames and back."""

import numpy as np

from geobias.tables import GapInterval, GapIntervalTable, ScoreInterval, ScoreIntervalTable


def test_frames_have_the_fields_and_come_back():
    scores = ScoreIntervalTable((ScoreInterval("auc", "NO", 40, 25, 0.8, 0.7, 0.9, 0.95, "pigeonhole"),))
    assert list(scores.to_frame().columns) == [
        "metric", "group", "n_documents", "n_models", "value", "low", "high", "level", "method",
    ]  # fmt: skip
    assert ScoreIntervalTable.from_frame(scores.to_frame()) == scores
    gaps = GapIntervalTable(
        (GapInterval("auc", "NO", "uk", 20, -1.0, -3.0, 1.0, 1.5, 1.25, -0.25, 0.95, "pigeonhole"),)
    )
    assert repr(GapIntervalTable.from_frame(gaps.to_frame()).rows) == repr(gaps.rows)  # NaN is NaN


def test_no_rows_keep_their_columns():
    assert list(GapIntervalTable(()).to_frame().columns)[:4] == ["metric", "group_a", "group_b", "m"]
    assert set(GapIntervalTable(()).to_frame().dtypes) == {np.dtype(object)}  # else a column of names were numbers
    assert ScoreIntervalTable.from_frame(ScoreIntervalTable(()).to_frame()) == ScoreIntervalTable(())
