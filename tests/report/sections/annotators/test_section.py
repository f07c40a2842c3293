from __future__ import annotations

import pandas as pd

from geobias.report.sections.annotators.figures import annotator_bars, way_bars
from geobias.report.sections.annotators.rows import named, not_mapped, way
from geobias.report.sections.annotators.section import SECTION

COUNTS = pd.DataFrame(
    [
        ("a.csv", "", "kept", "judgements", 90),
        ("a.csv", "country", "dropped", "not_mapped:Atlantis", 7),
        ("a.csv", "country", "dropped", "not_mapped:<i>Mu</i>", 12),
        ("a.csv", "", "read", "rows", 100),
        ("a.csv", "", "dropped", "answer_outside_the_scale", 10),
        ("a.csv", "age", "flagged", "annotator_whose_value_changes", 3),
    ],
    columns=["source", "group", "event", "reason", "count"],
)


def test_the_way_goes_from_what_was_read_to_what_was_kept_without_single_values():
    assert way(COUNTS).to_numpy().tolist() == [
        ["read", "rows", 100], ["dropped", "answer_outside_the_scale", 10], ["kept", "judgements", 90],
    ]  # fmt: skip
    assert not_mapped(COUNTS)["value"].tolist() == ["<i>Mu</i>", "Atlantis"]
    axes = way_bars(way(COUNTS)).axes[0]
    assert [bar.get_width() for bar in axes.patches] == [100, 10, 90]


def test_sentences_count_people_rows_and_small_groups_after_the_notices(make_judged):
    run = make_judged({"counts": COUNTS}, notices=["One thing."])
    found = list(SECTION.findings(run))
    assert [(finding.text, finding.notice) for finding in found if finding.notice] == [("One thing.", "note")]
    groups = run.table("annotator_groups")
    everybody = groups[groups["attribute"] == ""].iloc[0]
    assert [finding.text for finding in found[1:]] == [
        f"{everybody['n_annotators']} annotators gave {everybody['n_judgements']:,} answers to 60 items, 51.2 an item.",
        "5 groups are told, by region (3) and gender (2).",
        "2 groups with fewer than 5 annotators are not told, as people could be known again and the numbers say "
        "little: west (region) and non-binary (gender).",
        "Of 100 rows read, 90 judgements were kept; 10 rows were dropped.",
    ]
    assert [finding.headline for finding in found[1:]] == [True, *[False] * 3]


def test_groups_that_are_too_small_have_neither_bar_nor_number(judged_run):
    frame = named(judged_run.table("annotator_groups"))
    [axes] = annotator_bars(frame).axes
    names = [label.get_text() for label in axes.get_yticklabels()]
    bars = dict(zip(names, (bar.get_width() for bar in axes.patches), strict=True))
    assert (bars["north"], bars["west"], bars["non-binary"]) == (40, 0, 0)
    written = [text.get_text() for text in axes.texts]
    assert written.count("fewer than 5 annotators") == 2
    assert "40  (60)" in written
    table = next(iter(SECTION.tables(judged_run)))
    [west] = [row for row in table.rows if row[0] == "west"]
    assert west == ["west", "region", *["–"] * 5, "not told: fewer than 5 annotators"]
    [north] = [row for row in table.rows if row[0] == "north"]
    assert north[2:6] == ["40", "60", "1,000", "1,000"]


def test_values_in_no_group_have_a_table(make_judged):
    titles = {table.title: table for table in SECTION.tables(make_judged({"counts": COUNTS}))}
    assert titles["Values in no group"].rows == [["country", "<i>Mu</i>", "12"], ["country", "Atlantis", "7"]]
    assert len(titles["All counts"].rows) == len(COUNTS)


def test_counts_of_texts_are_left_to_another_section(make_judged):
    run = make_judged({"annotator_groups": None, "alignment": None})
    assert not [*SECTION.findings(run), *SECTION.pictures(run), *SECTION.tables(run)]
