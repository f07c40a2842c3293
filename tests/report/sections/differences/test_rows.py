from __future__ import annotations

import numpy as np

from geobias.report.sections.differences.rows import as_distances, decides, pairs, placebos
from geobias.tables import DifferenceTable


def test_pairs_are_as_they_are_or_adjusted_and_the_clearest_is_last(judged):
    frame = judged.tables["differences"]
    raw, adjusted = (pairs(frame, judged.groups, of) for of in (False, True))
    assert (len(raw), len(adjusted)) == (21, 21)
    assert (raw["adjusted"].unique().tolist(), adjusted["adjusted"].unique().tolist()) == ([""], ["length, label"])
    assert raw["auc"].is_monotonic_increasing
    assert int(raw["regions"].sum()) == 15


def test_the_verdict_goes_by_judged_pairs_of_regions_of_the_decisive_rows(judged):
    rows = decides(judged.tables["differences"], judged.groups)
    assert (len(rows), set(rows["adjusted"])) == (15, {"length, label"})


def test_placebos_are_no_pairs(judged):
    rows = placebos(judged.tables["differences"])
    assert rows["adjusted"].tolist() == ["", "", "length", "length"]
    assert rows["group_a"].str.endswith("(shorter)").all()


def test_distances_are_those_that_relations_use(judged):
    frame = judged.tables["differences"]
    long = as_distances(frame)
    table = DifferenceTable.from_frame(frame).pair_table()
    assert set(long["quantity"]) == {str(table.quantity)}
    np.testing.assert_allclose(long["value"], table.vector())
