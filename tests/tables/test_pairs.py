"""The tables that flow: checked where they are made, and the same after a way through a frame."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from geobias.errors import InputError
from geobias.tables import PairTable, Relation, RelationTable, ScoreTable

GROUPS = ("NO", "au", "mixed")


def symmetric(values: np.ndarray) -> np.ndarray:
    upper = np.triu(values, 1)
    return upper + upper.transpose(0, 2, 1)


@given(arrays.arrays(np.float64, (2, 3, 3), elements=st.floats(-1e6, 1e6) | st.just(np.nan)))
def test_a_pair_table_survives_a_way_through_a_frame(values):
    table = PairTable(GROUPS, symmetric(values), "sinkhorn", "u", pooled_groups=("mixed",))
    back = PairTable.from_frame(table.to_frame(), GROUPS, pooled_groups=("mixed",))
    off = ~np.eye(3, dtype=bool)
    assert np.array_equal(back.values[:, off], table.values[:, off], equal_nan=True)
    assert (back.quantity, back.units, back.base_groups) == ("sinkhorn", "u", ("NO", "au"))


def test_means_leave_out_what_was_not_measured():
    values = np.full((3, 2, 2), np.nan)
    values[0, 0, 1] = values[0, 1, 0] = 2.0
    values[2, 0, 1] = values[2, 1, 0] = 4.0
    table = PairTable(("a", "b"), values, "q")
    assert table.vector().tolist() == [3.0]
    assert np.isnan(table.mean()[0, 0])


def test_selecting_groups_reorders_by_name():
    table = PairTable(GROUPS, symmetric(np.arange(9.0).reshape(1, 3, 3)), "q", pooled_groups=("mixed",))
    chosen = table.select(("mixed", "NO"))
    assert chosen.values[0].tolist() == [[0, 2], [2, 0]]
    assert chosen.pooled_groups == ("mixed",)
    with pytest.raises(InputError, match=r"groups asked of the table 'q' must be in it, but \['fr'\] are not"):
        table.select(["fr"])


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (
            np.zeros((3, 3)),
            r"values of the table 'q' must be \(repeats, 3, 3\) for its 3 groups, but they are \(3, 3\)",
        ),
        (np.triu(np.ones((1, 3, 3))), "the table 'q' must be symmetric, but it is not"),
    ],
)
def test_wrong_values_are_refused(values, message):
    with pytest.raises(InputError, match=message):
        PairTable(GROUPS, values, "q")


def test_an_absolute_table_refuses_a_negative_value_by_name():  # P14
    values = symmetric(np.array([[[0, 0.5, 4.1], [0, 0, -1.8], [0, 0, 0]]]))
    with pytest.raises(InputError) as error:
        PairTable(GROUPS, values, "gap[accuracy]", nonnegative=True)
    assert str(error.value) == (
        "the absolute quantity 'gap[accuracy]' must not be negative, but au-mixed is -1.8. "
        "Take absolute values of all pairs, or declare the table signed (nonnegative=False)."
    )
    assert PairTable(GROUPS, values, "dcor").vector().tolist() == [0.5, 4.1, -1.8]


def test_groups_must_be_distinct():
    with pytest.raises(InputError, match="groups of the table 'q' must be distinct"):
        PairTable(("a", "a"), np.zeros((1, 2, 2)), "q")


def test_a_score_table_survives_a_way_through_a_frame():
    values = np.arange(12.0).reshape(2, 3, 2)
    values[0, 0, 0] = np.nan
    table = ScoreTable(("m0", "m1"), ("NO", "au"), {"accuracy": values, "auc": values + 1})
    back = ScoreTable.from_frame(table.to_frame())
    assert back.groups == ("NO", "au")
    assert all(np.array_equal(back.metrics[name], table.metrics[name], equal_nan=True) for name in ("accuracy", "auc"))


def test_scores_of_a_wrong_shape_are_refused():
    with pytest.raises(InputError, match=r"scores 'auc' must be \(1, repeats, 2\), but they are \(2, 1, 2\)"):
        ScoreTable(("m",), ("a", "b"), {"auc": np.zeros((2, 1, 2))})


def test_relations_survive_a_way_through_a_frame():
    row = Relation("a", "b", "spearman", 0.5, 4, 6, "w x y z", "two-sided", 0.1, "exact", 24, 1 / 24, 0.3, 0.2)
    frame = RelationTable((row,)).to_frame()
    assert isinstance(frame, pd.DataFrame)
    assert RelationTable.from_frame(frame).to_frame().equals(frame)
    assert list(RelationTable(()).to_frame().columns) == list(frame.columns)


def test_tables_can_be_compared_and_put_into_sets():
    one, other = (PairTable(("au", "uk"), np.zeros((1, 2, 2)), "lda") for _ in range(2))
    assert one == one
    assert len({one, other}) == 2
