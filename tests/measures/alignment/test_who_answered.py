"""Who answered, against pandas."""

from __future__ import annotations

import numpy as np
import pytest

from geobias.corpora import load_judgements, make_judgements
from geobias.measures.alignment import Suppression, annotator_groups, item_answers

pd = pytest.importorskip("pandas")


def test_sizes_are_those_that_pandas_counts():
    made = make_judgements(annotators=12, items=20, answers=7, seed=3)
    frame = made.to_frame()
    for row in annotator_groups(made, ["region", ["region", "gender"]]).rows:
        part = frame
        for name, value in zip(row.attribute.split(" / "), row.group.split(" / "), strict=True):
            part = part[part[name] == value] if name else part
        assert (row.n_annotators, row.n_items, row.n_judgements) == (
            part["annotator"].nunique(),
            part["item"].nunique(),
            len(part),
        )
        assert row.mean == pytest.approx(part["answer"].mean())
        assert row.per_item == pytest.approx(part.groupby("item").size().mean())


def test_an_annotator_of_two_values_is_in_both_and_once_in_all(tmp_path):
    path = tmp_path / "j.csv"
    rows = ["item,annotator,answer,origin", "a,1,1,x", "a,1,1,y", "a,2,,x", "b,2,0,x"]
    path.write_text("\n".join(rows))
    groups = annotator_groups(load_judgements(path, attributes=["origin"]), ["origin"], Suppression(2, 2)).rows
    found = {row.group: (row.n_annotators, row.n_judgements, row.n_rows, row.told, row.note) for row in groups}
    assert found == {
        "": (2, 2, 3, True, ""),
        "x": (2, 2, 2, True, ""),
        "y": (1, 1, 1, False, "fewer than 2 annotators"),
    }


def test_an_empty_group_has_no_mean(tmp_path):
    path = tmp_path / "j.csv"
    path.write_text("item,annotator,answer,origin\na,1,1,x\na,2,,y\n")
    row = annotator_groups(load_judgements(path, attributes=["origin"]), ["origin"]).rows[2]
    assert (row.group, row.n_annotators, row.told) == ("y", 0, False)
    assert np.isnan([row.mean, row.per_item]).all()


def test_answers_to_items_are_of_two_annotators_at_least():
    made = make_judgements(annotators=8, items=30, answers=6, seed=1)
    table = item_answers(made, ["region"], ["item-003", "item-004"], Suppression(2, 2)).rows
    frame = made.to_frame().query("item in ['item-003', 'item-004']")
    counts = frame.groupby(["item", "region"])["answer"].agg(["size", "mean"])
    counts = counts[counts["size"] >= 2]
    assert {(row.item, row.group): (row.n, row.mean) for row in table if row.group} == {
        place: (size, pytest.approx(mean)) for place, size, mean in counts.itertuples()
    }
    assert [row.n for row in table if not row.group] == frame.groupby("item").size().tolist()
    assert not item_answers(made, ["region"], ["item-003"], Suppression(9, 2)).to_frame().query("group != ''").size
