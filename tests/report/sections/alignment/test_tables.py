from __future__ import annotations

from geobias.report.coefficients import with_interval
from geobias.report.estimates import p_value
from geobias.report.sections.alignment.rows import alignments
from geobias.report.sections.alignment.tables import SHORT, alignment_tables


def test_a_table_a_source_has_the_published_numbers_and_what_is_left_beside_them(judged_run):
    frame = alignments(judged_run)
    first, second = alignment_tables(frame)
    assert (first.title, first.folded, second.title, second.folded) == (
        "Alignment with labels", False, "Alignment with model", True,
    )  # fmt: skip
    cells = {row[0]: dict(zip(first.columns, row, strict=True)) for row in first.rows}
    row = frame[(frame["source"] == "labels") & (frame["group"] == "east")].iloc[0]
    assert cells["east (region)"] == {
        "group": "east (region)", "rank": str(row["rank"]), "r": with_interval(row["r"], row["r_low"], row["r_high"]),
        "p (Bonferroni)": p_value(row["p_bonferroni"]),
        "latent r": with_interval(row["value"], row["low"], row["high"]),
        "p (Holm)": p_value(row["p_holm"]), "reliability": f"{row['reliability']:.2f}", "alpha": f"{row['alpha']:.2f}",
        "annotators": "40", "items": "60",
    }  # fmt: skip
    assert [row[1] for row in first.rows] == ["–", "1", "2", "3", "–", "1", "2", "–"]


def test_small_groups_have_the_rule_and_no_number(judged_run):
    for table in alignment_tables(alignments(judged_run)):
        [west] = [row for row in table.rows if row[0] == "west (region)"]
        assert west == ["west (region)", "–", "not told: fewer than 5 annotators", *["–"] * 7]


def test_long_tables_are_folded_and_r_alone_has_fewer_columns(judged_run, make_judged):
    import pandas as pd

    frame = alignments(judged_run)
    long = pd.concat([frame.assign(attribute=f"a{place}") for place in range(SHORT // 8 + 1)])
    long.attrs = frame.attrs
    assert all(table.folded for table in alignment_tables(long))
    table = next(iter(alignment_tables(alignments(make_judged({"alignment_intervals": None})))))
    assert list(table.columns) == ["group", "rank", "r", "p (Bonferroni)", "alpha", "annotators", "items"]
    assert {len(row) for row in table.rows} == {7}
