"""Every table saves itself and is loaded again; what is wrong with a file is said with its name and place."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from geobias.errors import InputError, StorageError
from geobias.relations import pair_covariate
from geobias.tables import (
    GapInterval,
    GapIntervalTable,
    PairTable,
    Relation,
    RelationTable,
    ScoreTable,
    Separation,
    SeparationTable,
    Table,
    read_frame,
    write_frame,
)

VALUES = np.array([[[0, 2.0, np.nan], [2.0, 0, 5.0], [np.nan, 5.0, 0]]])
PAIRS = PairTable(("NA", "=us", "mixed"), VALUES, "gap[f1]", "points", ("mixed",), nonnegative=True)
TABLES = [
    PAIRS,
    replace(PAIRS, sizes={"NA": 40, "mixed": 90}, attributes={"=us": {"country": "us", "sex": "f", "a;b": ""}}),
    pair_covariate({"a": 1.0, "b": 2.0}, name="length"),
    ScoreTable(("m", "007"), ("NA", "b"), {"auc": np.array([[[0.5, np.nan]], [[0.25, 1.0]]])}, ("b",)),
    SeparationTable((Separation("energy", "NA", "b", 9, 8, 0, 1.0),)),
    RelationTable((Relation("d", "g", "spearman", 0.5, 4, 6, "a b", "less", 0.1, "exact", 24, 0.04, 0.3, 0.2),)),
    GapIntervalTable((GapInterval("auc", "NO", "uk", 20, -1.0, -3.0, 1.0, 1.5, 1.25, -0.25, 0.95, "pigeonhole"),)),
]


def same(a: Table, b: Table) -> bool:
    return repr(vars(a)) == repr(vars(b))


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
@pytest.mark.parametrize("table", TABLES, ids=lambda table: type(table).__name__)
def test_a_table_is_what_was_saved(table, suffix, tmp_path):
    path = tmp_path / "new" / f"table.{suffix}"
    assert table.save(path) == path
    assert same(type(table).load(path), table)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_what_a_file_does_not_hold_is_given():
    assert "details" not in PAIRS.to_frame()


def test_one_quantity_of_a_file_of_several_is_named(tmp_path):
    other = replace(PAIRS, quantity="gap[auc]", values=PAIRS.values * 2)
    path = write_frame(tmp_path / "gaps.csv", pd.concat([PAIRS.to_frame(), other.to_frame()]))
    assert same(PairTable.load(path, quantity="gap[auc]"), other)
    with pytest.raises(InputError) as error:
        PairTable.load(path)
    assert str(error.value) == (
        f"{path}: a pairwise table must be of one quantity, but the rows are of ['gap[f1]', 'gap[auc]']. "
        "Name the one to read: quantity='...'."
    )


def test_a_wrong_cell_is_named_with_its_file_and_row(tmp_path):
    frame = PAIRS.to_frame().astype({"value": object})
    frame.loc[1, "value"] = "high"
    path = write_frame(tmp_path / "gaps.csv", frame)
    with pytest.raises(InputError) as error:
        PairTable.load(path)
    expected = f"{path}: the column 'value' must hold numbers, but row 2 is 'high'. Correct the cell."
    assert str(error.value) == expected


@pytest.mark.parametrize("name", ["gaps", "gaps.txt", "gaps.csv.gz"])
def test_a_file_ends_as_its_format(name, tmp_path):
    for act in (PAIRS.save, PairTable.load):
        with pytest.raises(InputError) as error:
            act(tmp_path / name)
        assert str(error.value) == (
            f"a table's file must end in .csv or .parquet, but it is {tmp_path / name}. Name one that does."
        )


def test_an_absent_file_and_a_damaged_one_are_sentences(tmp_path):
    with pytest.raises(StorageError, match=r"gaps.csv cannot be read \(No such file or directory\)"):
        PairTable.load(tmp_path / "gaps.csv")
    path = PAIRS.save(tmp_path / "gaps.parquet")
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 4
    path.write_bytes(content)
    with pytest.raises(InputError) as error:
        PairTable.load(path)
    assert str(error.value).startswith(f"a table's file must be as it was written, but {path} is damaged (")
    assert str(error.value).endswith("Write it anew, or take another copy.")
    (tmp_path / "empty.csv").write_text("")
    with pytest.raises(InputError, match="empty.csv is damaged"):
        read_frame(tmp_path / "empty.csv")


def test_a_frame_that_is_no_such_table_names_what_it_lacks():
    with pytest.raises(InputError, match="the frame must have the column 'group_a'"):
        PairTable.from_frame(TABLES[3].to_frame())
    with pytest.raises(InputError, match="the frame must have the column 'model'"):
        ScoreTable.from_frame(PAIRS.to_frame().assign(metric="auc"))


def test_no_row_comes_twice():
    scores, pairs = TABLES[3].to_frame(), PAIRS.to_frame()
    with pytest.raises(InputError, match="rows must differ in metric, model, repeat, group, but rows 1 and 5 are both"):
        ScoreTable.from_frame(pd.concat([scores, scores]))
    with pytest.raises(InputError, match="rows must differ in quantity, repeat, group_a, group_b, but rows 1 and 4"):
        PairTable.from_frame(pd.concat([pairs, pairs]))


def test_a_pair_may_stand_in_both_directions_with_one_value():
    turned = PAIRS.to_frame().rename(columns={"group_a": "group_b", "group_b": "group_a"})
    turned = turned.rename(columns={"pooled_a": "pooled_b", "pooled_b": "pooled_a"})
    both = pd.concat([PAIRS.to_frame(), turned])
    assert same(PairTable.from_frame(both, PAIRS.groups), PAIRS)
    with pytest.raises(InputError) as error:
        PairTable.from_frame(pd.concat([PAIRS.to_frame(), turned.assign(value=turned["value"] + 1)]))
    assert str(error.value) == (
        "a pair must have one value in a repeat, in whichever direction it stands, but NA–=us has 2.0 and 3.0 in "
        "repeat 0. Measure each pair once."
    )


def test_groups_of_a_frame_are_among_those_asked_for():
    with pytest.raises(InputError) as error:
        PairTable.from_frame(PAIRS.to_frame(), ["NA", "=us"])
    assert str(error.value) == (
        "groups of a frame must be among those asked for, but ['mixed'] are not. There are ['NA', '=us']."
    )
