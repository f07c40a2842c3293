"""Published numbers beside recomputed ones: verdicts, tally and summary."""

import math

from geobias.tables import ComparisonTable, compare

TABLE = ComparisonTable(
    (
        compare("r", "a", 0.54, 0.5430),
        compare("r", "b", 0.48, 0.6043, note="another group's cell"),
        compare("r", "c", 0.10, math.nan),
        compare("rows", "a", 316, 316, 0),
    )
)


def test_numbers_are_equal_where_they_round_alike():
    assert [row.verdict for row in TABLE.rows] == ["equal", "differs", "cannot be computed", "equal"]
    assert TABLE.tally() == {"r": (1, 3), "rows": (1, 1)}


def test_the_summary_counts_and_shows_what_differs_most():
    assert TABLE.summary() == (
        "r: 1 of 3 equal as printed\n"
        "  b: published 0.48, recomputed 0.60 (another group's cell)\n"
        "  c: published 0.10, cannot be computed\n"
        "rows: 1 of 1 equal as printed"
    )
