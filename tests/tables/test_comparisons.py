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
        "  cell  published  recomputed  verdict             note\n"
        "  b          0.48        0.60  differs             another group's cell\n"
        "  c          0.10              cannot be computed\n"
        "  a          0.54        0.54  equal\n"
        "rows: 1 of 1 equal as printed\n"
        "  cell  published  recomputed  verdict\n"
        "  a           316         316  equal"
    )


def test_a_tolerance_stands_instead_of_rounding():
    assert compare("r", "a", 0.5, 0.5000009, 6, tolerance=1e-6).verdict == "equal"
    assert compare("r", "a", 0.5, 0.5000011, 6, tolerance=1e-6).verdict == "differs"


def test_where_validity_was_judged_each_reason_stands_once():
    rows = (
        compare("gap", "a", 1.0, 1.0, valid="yes"),
        compare("gap", "b", 1.0, 1.0, valid="no", why="a copy; a sign"),
        compare("gap", "c", 1.0, 2.0, valid="no", why="a copy"),
    )
    assert ComparisonTable(rows).summary().splitlines() == [
        "2 of 3 published numbers recompute, 1 is valid.",
        "",
        "  quantity  numbers  recompute  valid  doubtful  no  not known",
        "  gap             3          2      1         0   2          0",
        "",
        "valid: no (2). a copy",
        "  gap: b; gap: c",
        "",
        "valid: no (1). a sign",
        "  gap: b",
    ]
    assert "why" in ComparisonTable(rows).summary(most=None)
