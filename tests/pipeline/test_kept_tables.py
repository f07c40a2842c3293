"""Tables kept an attribute at a time."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from geobias.memo import Memo
from geobias.pipeline import Bars
from geobias.pipeline.kept_tables import kept_by_attribute
from geobias.tables import AnnotatorGroup, AnnotatorGroupTable

EVERYBODY = AnnotatorGroup("", "", 3, 2, 5, 5, 2.5, 1 / 3)


def session(folder):
    bars = Bars(False)
    return SimpleNamespace(bar=bars.bar, directory=SimpleNamespace(memo=Memo(folder, lambda *words: None)))


def test_a_table_is_computed_once_and_comes_back_to_the_bit(tmp_path):
    asked = []

    def compute(attributes):
        asked.append(list(attributes))
        name = "/".join(attributes[0]) if isinstance(attributes[0], tuple) else attributes[0]
        rows = (EVERYBODY, AnnotatorGroup(name, "NA", 1, 1, 1, 1, np.pi, float("nan"), False, "few"))
        return AnnotatorGroupTable(rows)

    attributes = ["sex", ("sex", "age")]
    first = kept_by_attribute(session(tmp_path), attributes, {"data": 1}, "Groups", AnnotatorGroupTable, compute)
    assert asked == [["sex"], [("sex", "age")]]
    assert [row.attribute for row in first.rows] == ["", "sex", "sex/age"]  # everybody once
    again = kept_by_attribute(session(tmp_path), attributes, {"data": 1}, "Groups", AnnotatorGroupTable, compute)
    assert len(asked) == 2
    assert again.to_frame().equals(first.to_frame())
    assert (again.rows[1].per_item, again.rows[1].told, again.rows[1].note) == (np.pi, False, "few")
    kept_by_attribute(session(tmp_path), attributes, {"data": 2}, "Groups", AnnotatorGroupTable, compute)
    assert len(asked) == 4
