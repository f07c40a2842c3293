"""Alignment as published, against scipy; Table 2 itself is in tests/published/test_positionality.py."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from geobias.corpora import make_judgements
from geobias.measures.alignment import Suppression, align, cells_of

EVERY_CELL = Suppression(1, 1)


def test_r_p_and_bonferroni_are_scipys_of_mean_answers():
    made = make_judgements(annotators=12, items=40)
    frame = made.to_frame()
    table = align(made, ["region"]).to_frame().set_index(["group", "source"])
    for region, rows in frame.groupby("region"):
        means = rows.groupby("item")["answer"].mean()
        source = pd.Series(made.sources["labels"], made.items)[means.index]
        expected = stats.pearsonr(means, source)
        row = table.loc[region, "labels"]
        assert row["r"] == pytest.approx(expected.statistic)
        assert row["p"] == pytest.approx(expected.pvalue)
        assert row["p_bonferroni"] == pytest.approx(min(1, 4 * expected.pvalue))
        assert (row["n_annotators"], row["n_items"]) == (12, len(means))


def test_ranks_go_by_r_within_an_attribute_and_a_source():
    table = align(make_judgements(), ["region", "gender"]).to_frame()
    for _, rows in table[table["group"] != ""].groupby(["attribute", "source"]):
        assert rows.sort_values("r", ascending=False)["rank"].tolist() == list(range(1, len(rows) + 1))
    assert table.loc[table["group"] == "", "rank"].eq(0).all()


def test_small_cells_are_not_told_and_say_why():
    made = make_judgements(annotators={"north": 4, "east": 20, "south": 20, "west": 20})
    row = align(made, ["region"]).to_frame().set_index(["group", "source"]).loc["north", "labels"]
    assert np.isnan(row["r"])
    assert np.isnan(row["alpha"])
    assert (row["note"], row["n_annotators"]) == ("fewer than 5 annotators", 4)
    few = make_judgements(annotators=9, items=9, answers=9)
    assert set(align(few, ["region"]).to_frame()["note"]) == {"fewer than 10 items"}


def test_crossed_attributes_are_cells_too():
    table = align(make_judgements(), [["region", "gender"]], suppression=EVERY_CELL).to_frame()
    assert "north / woman" in set(table.loc[table["attribute"] == "region / gender", "group"])


def test_rounding_is_half_to_even_and_says_so():
    made = make_judgements(annotators=6, items=30)
    cell = cells_of(made, "region")["north"]
    row = align(made, ["region"], paper_compat=True, suppression=EVERY_CELL).rows[2]
    known = ~np.isnan(cell.means)
    assert (row.group, row.source, row.rounded) == ("north", "labels", True)
    assert row.r == pytest.approx(np.corrcoef(np.rint(cell.means[known]), made.sources["labels"][known])[0, 1])
