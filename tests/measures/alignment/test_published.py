"""Alignment as published: small cases by hand, and Table 2 of NLPositionality from its released answers."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from geobias.corpora import load_judgements, make_judgements
from geobias.measures.alignment import Suppression, align, cells_of

ATTRIBUTES = (
    "age", "gender", "ethnicity", "religion", "education", "country_longest", "country_residence", "native_language",
)  # fmt: skip
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


@pytest.fixture(scope="module")
def recomputed(shared):
    folder = shared / "data" / "nlpositionality"
    judged = load_judgements(
        folder / "social_acceptability.csv",
        item="action",
        answer="litw",
        attributes=ATTRIBUTES,
        sources=["socialchem", "delphi", "gpt4"],
    )
    first = np.array([int(name) <= 612 for name in judged.annotators])
    table = align(judged.select(first[judged.annotator]), ATTRIBUTES, paper_compat=True, suppression=EVERY_CELL)
    published = pd.read_csv(folder / "table2_published.csv", keep_default_na=False, dtype=str)
    return table.to_frame().set_index(["attribute", "group", "source"]), published


@pytest.mark.shared
def test_146_of_147_published_correlations_come_out_to_two_decimals(recomputed):
    table, published = recomputed
    unlike = [
        (row["value"], source)
        for _, row in published.iterrows()
        for source in ("socialchem", "delphi", "gpt4")
        if round(table.loc[(row["column"], row["value"], source), "r"], 2) != float(row[f"social_{source}"].strip("*"))
    ]
    assert unlike == [("> 80", "gpt4")]


@pytest.mark.shared
def test_47_of_49_published_counts_come_out_and_alpha_to_two_thousandths(recomputed):
    table, published = recomputed
    of_groups = table.xs("delphi", level="source")
    rows = [of_groups.loc[(row["column"], row["value"])] for _, row in published.iterrows()]
    counts = [row["n_rows"] == int(said) for row, said in zip(rows, published["social_n"], strict=True)]
    assert (sum(counts), len(counts)) == (47, 49)
    alpha = [float(said.strip("*")) if said.strip("*—") else np.nan for said in published["social_alpha"]]
    assert np.nanmean(np.abs(np.array(alpha) - [row["alpha"] for row in rows])) < 0.003
