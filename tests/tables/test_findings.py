"""Findings: sorted by severity, allowed by name, told with their rows and mends."""

from __future__ import annotations

from geobias.tables import AuditFinding, FindingTable

FOUND = FindingTable(
    (
        AuditFinding("fine", "au", words="Fine."),
        AuditFinding("odd", "au", "note", 0.5, 2, "1; 2", "Odd.", "Look."),
        AuditFinding("broken", "au – uk", "stop", 1.0, 9, "3", "Broken.", "Mend it."),
        AuditFinding("uneven", "uk", "warning", 0.25, 4, "", "Uneven.", "Level it."),
    )
)


def test_the_most_severe_come_first():
    assert [row.check for row in FOUND.by_severity().rows] == ["broken", "uneven", "odd", "fine"]
    assert [row.check for row in FOUND.of("note", "ok")] == ["fine", "odd"]


def test_what_stops_may_be_allowed_by_its_name_alone():
    assert [row.check for row in FOUND.stops] == ["broken"]
    allowed = FOUND.allowing(["broken", "odd"])
    assert allowed.stops == ()
    assert [row.overridden for row in allowed.rows] == [False, False, True, False]
    assert FOUND.allowing(["uneven"]) == FOUND


def test_the_summary_counts_and_tells_all_but_what_is_fine():
    assert FOUND.allowing(["broken"]).summary().splitlines() == [
        "4 checks, 1 ok; 1 stop, 1 warning, 1 note",
        "stop: broken (allowed)",
        "  au – uk: Broken. (3)",
        "  -> Mend it.",
        "warning: uneven",
        "  uk: Uneven.",
        "  -> Level it.",
        "note: odd",
        "  au: Odd. (1; 2)",
        "  -> Look.",
    ]


def test_a_check_is_one_however_much_it_finds():
    rows = [AuditFinding(check, where, severity, words=where) for check, where, severity in (
        ("odd", "a", "note"), ("odd", "b", "ok"), ("odd", "c", "warning"), ("fine", "a", "ok"), ("fine", "b", "ok"),
    )]  # fmt: skip
    assert FindingTable(tuple(rows)).summary().splitlines()[0] == "2 checks, 1 ok; 0 stops, 1 warning, 1 note"


def test_the_summary_names_the_rest_of_a_check():
    many = FindingTable(tuple(AuditFinding("odd", name, "note", words=f"{name}.") for name in "abcde"))
    assert many.summary(most=2).splitlines()[1:] == ["note: odd", "  a.", "  b.", "  and 3 more: c, d, e"]
