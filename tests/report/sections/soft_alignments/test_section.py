from __future__ import annotations

from geobias.report.phrases import number
from geobias.report.sections.soft_alignments.section import LIMITS, SECTION
from geobias.tables import OTHERS


def test_the_attribute_whose_groups_lie_furthest_apart_is_told(judged_run, judged_tables):
    frame = judged_tables["soft_alignments"]
    found = list(SECTION.findings(judged_run))
    region = frame[(frame["source"] == "labels") & (frame["attribute"] == "region")].sort_values("wasserstein")
    near, far = (f"{number(row['wasserstein'])} for {row['group']}" for row in (region.iloc[0], region.iloc[2]))
    assert found[0].text == (
        f"labels: by region, whose groups lie furthest apart, the Wasserstein distance goes from {near} to {far}, with "
        f"{region['per_item'].iloc[0]} annotators of an item."
    )
    assert found[2].text.startswith("Answers of everybody else: by ")
    assert (found[-1].text, found[-1].caution) == (LIMITS, True)


def test_a_table_a_source_has_the_nearest_group_first_and_says_what_is_not_told(judged_run, judged_tables):
    frame = judged_tables["soft_alignments"]
    tables = list(SECTION.tables(judged_run))
    assert [table.title for table in tables] == [
        f"Distance of distributions from {source}" for source in ("labels", "model", OTHERS)
    ]
    assert [table.folded for table in tables] == [False, True, True]
    row = frame[(frame["source"] == "labels") & (frame["group"] == "north")].iloc[0]
    measures = [number(row[name]) for name in ("wasserstein", "manhattan", "cross_entropy", "absolute")]
    assert tables[0].rows[1] == ["north", "region", *measures, str(row["per_item"]), str(row["n_items"]), ""]
    [west] = [cells for cells in tables[0].rows if cells[0] == "west"]
    assert west == ["west", "region", *["–"] * 6, "fewer than 5 annotators"]


def test_a_run_without_them_has_no_section(make_judged):
    run = make_judged({"soft_alignments": None})
    assert not [*SECTION.findings(run), *SECTION.tables(run)]
