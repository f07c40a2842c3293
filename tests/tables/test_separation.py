"""SeparationTable: through a data frame and a csv file unchanged, and one column as a pairwise table."""

from __future__ import annotations

import io

import numpy as np
import pandas as pd
import pytest

from geobias.errors import InputError
from geobias.tables import Separation, SeparationTable

ROWS = (
    Separation("sinkhorn", "au", "NO", 40, 50, 6, 3.0, 2.0, 2.5, 2.25, 0.75, 0.5, 1.0, 0.95, "delete-block jackknife"),
    Separation("sinkhorn", "au", "ca", 40, 60, 6, 2.0, 2.0, 1.0, 1.5, 0.5, note="no interval"),
    Separation("sinkhorn", "NO", "ca", 50, 60, 6, 1.0, 2.5, 1.0, 1.75, -0.75),
)


def same(left: Separation, right: Separation) -> bool:
    return all(a == b or (a != a and b != b) for a, b in zip(vars(left).values(), vars(right).values(), strict=True))


def test_a_frame_and_a_csv_file_give_it_back():
    frame = SeparationTable(ROWS).to_frame()
    text = frame.to_csv(index=False)
    for read in (frame, pd.read_csv(io.StringIO(text))):
        back = SeparationTable.from_frame(read)
        assert all(same(a, b) for a, b in zip(back.rows, ROWS, strict=True))
    assert list(SeparationTable(()).to_frame().columns) == list(frame.columns)


def test_a_column_is_a_pairwise_table_with_the_floors_on_its_diagonal():
    table = SeparationTable(ROWS, {"seed": 3})
    excess, value = table.pair_table(), table.pair_table("value")
    assert (excess.groups, excess.quantity) == (("au", "NO", "ca"), "sinkhorn_excess")
    assert excess.vector().tolist() == [0.75, 0.5, -0.75]
    assert excess.mean().diagonal().tolist() == [0, 0, 0]
    assert value.vector().tolist() == [3, 2, 1]
    assert value.mean().diagonal().tolist() == [2.0, 2.5, 1.0]
    assert value.details == {"seed": 3, "m": 6}


def test_pairs_that_are_absent_are_missing():
    assert np.isnan(SeparationTable(ROWS[:2]).pair_table().vector()).tolist() == [False, False, True]


def test_two_sizes_are_no_one_table():
    other = Separation("sinkhorn", "au", "NO", 40, 50, 9, 3.0)
    with pytest.raises(InputError, match=r"of one quantity at one m, but the rows are of \[\('sinkhorn', 6\), "):
        SeparationTable((*ROWS, other)).pair_table()
