from __future__ import annotations

import pandas as pd

from geobias.report.run import read_run
from geobias.report.sections.audit.section import audit_findings, audit_notices, audit_table, leading


def test_warnings_open_the_page_and_notes_do_not(make_run):
    noted = make_run(changes={"audit": lambda frame: frame[frame["severity"] != "warning"]}, task="none")
    [audit] = [found for found in audit_findings(read_run(noted)) if not found.notice]
    assert (audit.text, audit.headline) == (
        "The audit of what could make comparisons meaningless gives 1 note (shared texts).",
        False,
    )


def test_clean_audit_says_so(make_run):
    clean = make_run(changes={"audit": lambda frame: frame[frame["severity"] == "ok"]}, task="none")
    [audit] = [found for found in audit_findings(read_run(clean)) if not found.notice]
    assert audit.text == "The audit found nothing that would make the groups hard to compare."


def test_a_check_that_points_out_many_groups_is_one_notice():
    def found(names, check, severity):
        rows = [(check, g, severity, f"{g} differs.", f"Level {check}.") for g in names]
        return pd.DataFrame(rows, columns=["check", "where", "severity", "words", "mend"])

    audit = pd.concat([found("abc", "few", "note"), found("abcde", "many", "warning"), found("ab", "fine", "ok")])
    assert list(audit_notices(audit)) == [
        ("warning", "a differs. The same check points out 4 more: b, c, d and e. → Level many."),
        ("note", "a differs. b differs. c differs. → Level few."),
    ]


def test_findings_of_one_wording_in_two_files_are_told_apart():
    rows = [("apart", file, "warning", "base is far.", "") for file in ("a.csv: base", "b.csv: base")]
    audit = pd.DataFrame(rows, columns=["check", "where", "severity", "words", "mend"])
    assert list(audit_notices(audit)) == [("warning", "a.csv: base: base is far. b.csv: base: base is far.")]


def unread(shares: dict[str, float]):
    words = {"check": "unknown_share", "severity": "warning", "words": ""}
    return lambda frame: pd.concat([frame, pd.DataFrame([words | {"where": g, "value": v} for g, v in shares.items()])])


def test_texts_that_the_encoder_does_not_know_lead_the_page(usual, make_run):
    assert leading(usual) == ""
    one = read_run(make_run("one", changes={"audit": unread({"et": 0.42})}, task="none"))
    shares = {"a": 0.3, "b": 0.9, "c": 0.21, "d": 0.5}
    several = read_run(make_run("several", changes={"audit": unread(shares)}, task="none"))
    end = " are unknown to the encoder, which reads them all alike; every number below suffers from it."
    assert leading(one) == "42% of the tokens of et" + end
    assert leading(several) == (
        "90% of the tokens of b, 50% of the tokens of d, 30% of the tokens of a and too many of 1 more group" + end
    )


def test_audit_puts_what_it_found_first(usual):
    table = audit_table(usual.tables["audit"])
    assert [row[0] for row in table.rows] == ["warning", "note"] + ["ok"] * 6
    assert table.rows[0][1:3] == ["mean tokens", "AU"]
