from __future__ import annotations

from geobias.report.coefficients import two, with_interval
from geobias.report.sections.alignment_differences.rows import deciding_rows
from geobias.report.sections.alignment_differences.tables import difference_table, part_tables


def test_a_row_has_the_verdict_the_effect_what_would_show_and_raw_r(judged_tables):
    rows = deciding_rows(judged_tables["alignment_differences"])
    table = difference_table(rows)
    assert (table.title, table.folded, len(table.rows)) == ("Differences in latent r, every two groups", True, 8)
    cells, row = dict(zip(table.columns, table.rows[0], strict=True)), rows.iloc[0]
    assert cells == {
        "source": "labels", "attribute": "region", "more with": "north", "than with": row["group_b"],
        "verdict": "different",
        "latent r of one": two(row["a"]), "of the other": two(row["b"]),
        "difference": with_interval(row["difference"], row["low"], row["high"]), "p over the family": "0.0050",
        "found in 80\xa0%": two(row["detectable"]), "items": "60", "annotators": "40, 40",
        "difference in r": two(row["r_difference"]), "p of it": "0.0050",
    }  # fmt: skip
    unjudged = difference_table(rows.assign(verdict="", detectable=6.0)).rows[0]
    assert (unjudged[4], unjudged[9]) == ("not judged", "over 2")


def test_where_r_decides_it_does_not_stand_twice(judged_tables):
    frame = judged_tables["alignment_differences"]
    raw = frame[frame["statistic"] == "r"].assign(decisive=True)
    assert list(difference_table(deciding_rows(raw)).columns)[-1] == "annotators"


def test_own_parts_are_listed_the_largest_first(judged_tables):
    frame = judged_tables["alignment_parts"]
    [table] = part_tables(frame)
    row = frame.loc[frame["own"].abs().idxmax()]
    assert table.rows[0][:3] == ["north", "region", "labels"]
    assert table.rows[0][5] == with_interval(row["own"], row["low"], row["high"])
    assert not list(part_tables(frame.assign(own=float("nan"))))
