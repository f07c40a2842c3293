from __future__ import annotations

import re

import numpy as np
import pandas as pd

from geobias.report.run import read_run
from geobias.report.words import audit_notices, findings, leading, opening


def test_opening_has_one_sentence_a_section(usual):
    sentences = opening(findings(usual))
    starts = [
        "",
        "The audit of what could make",
        "By the Sinkhorn",
        "The accuracy is highest",
        "Sinkhorn divergence and gap",
    ]
    assert len(sentences) == 5
    assert all(text.startswith(start) for text, start in zip(sentences, starts, strict=True))
    kept = usual.tables["counts"].query("event == 'kept'")["count"].sum()
    assert sentences[0].startswith(f"{kept:,} of ")
    assert " texts read were kept, for 6 regions, beside mixed and baseline. " in sentences[0]


def test_separations_open_the_page_where_there_are_any(judged):
    found = findings(judged)
    sentences = opening(found)
    assert len(sentences) == 5
    assert sentences[2].startswith("By the Sinkhorn divergence between samples of 41 units each, ")
    assert sentences[4].startswith("Sinkhorn divergence (excess over the floor) and gap in accuracy: ")
    assert len([f for f in found if f.section == "method"]) == 6
    words = " ".join(finding.text for finding in found)
    assert "signific" not in words
    assert not re.search(r"(?<!not a )confidence", words)


def test_method_speaks_of_what_the_run_has(usual, make_run):
    assert not [f for f in findings(usual) if f.section == "method"]
    spoken = [f.text for f in findings(read_run(make_run(judged=True, task="none"))) if f.section == "method"]
    assert [text.split(".")[0] for text in spoken] == ["Floor and excess", "Interval and permutation"]


def test_nothing_is_called_significant_and_no_interval_claimed(usual):
    words = " ".join(finding.text for finding in findings(usual))
    assert "signific" not in words
    assert not re.search(r"(?<!not a )confidence", words)


def test_warnings_open_the_page_and_notes_do_not(make_run):
    noted = make_run(changes={"audit": lambda frame: frame[frame["verdict"] != "warning"]}, task="none")
    [audit] = [f for f in findings(read_run(noted)) if f.section == "audit"]
    assert (audit.text, audit.headline) == (
        "The audit of what could make comparisons meaningless gives 1 note (shared texts).",
        False,
    )


def test_clean_audit_says_so(make_run):
    clean = make_run(changes={"audit": lambda frame: frame[frame["verdict"] == "ok"]}, task="none")
    [audit] = [f for f in findings(read_run(clean)) if f.section == "audit"]
    assert audit.text == "The audit found nothing that would make the groups hard to compare."


def test_no_task_means_no_word_of_performance(make_run):
    run = read_run(make_run(task="none"))
    sections = {finding.section for finding in findings(run)}
    assert sections == {"texts", "audit", "distances", "relation"}
    relation = [f.text for f in findings(run) if f.section == "relation"]
    assert relation[0].startswith("Sinkhorn divergence and LDA centroid distance (in sample): ")
    assert not any("gap in" in text for text in relation)


def test_two_groups_cannot_be_related(make_run):
    run = read_run(make_run(roles={"AU": "region", "UK": "region"}, models=1))
    texts = [finding.text for finding in findings(run)]
    assert any("no coefficient could be computed (needs at least 3 groups in common, there are 2)" in t for t in texts)
    assert any("There is one model" in text for text in texts)


def test_share_and_distance_are_described_over_regions(make_run):
    shares = pd.DataFrame(
        {
            "group": [*"abcd"] * 2,
            "share": [0.1, 0.2, 0.3, np.nan] * 2,
            "quantity": ["sinkhorn"] * 4 + ["lda_crossfit"] * 4,
            "distance": [9.0, 8.0, 7.0, 1.0, 1.0, 3.0, 2.0, 1.0],
        }
    )
    run = read_run(make_run(task="none", changes={"representation": lambda _: shares}))
    assert [f.text for f in findings(run) if f.text.startswith("Over 3 regions")] == [
        "Over 3 regions, the share among the texts of the standard set has a rank correlation with the distance from "
        "the standard set of −1.00 by the Sinkhorn divergence and +0.50 by the LDA centroid distance (cross-fitted) (a "
        "description, not a test)."
    ]


def test_nothing_dropped_is_not_spoken_of(make_run):
    run = read_run(make_run(task="none", changes={"counts": lambda frame: frame[frame["event"] == "kept"]}))
    kept = run.tables["counts"]["count"].sum()
    assert findings(run)[0].text == f"All {kept:,} texts read were kept, for 6 regions, beside mixed and baseline."


def test_texts_of_groups_that_are_left_out_are_not_counted_among_the_regions(make_run):
    def added(frame):
        more = [{"group": "NZ", "role": "left out", "read": 1000}, {"group": "", "role": "no group", "read": 7}]
        return pd.concat([frame, pd.DataFrame(more)])

    told = findings(read_run(make_run(task="none", changes={"groups": added})))[0].text
    assert told.endswith(" Of those read, 1,000 are in groups that are left out and 7 are in no group.")


def test_a_check_that_points_out_many_groups_is_one_notice():
    def found(names, check, verdict):
        rows = [(check, g, verdict, f"{g} differs.") for g in names]
        return pd.DataFrame(rows, columns=["check", "group", "verdict", "words"])

    audit = pd.concat([found("abc", "few", "note"), found("abcde", "many", "warning"), found("ab", "fine", "ok")])
    assert list(audit_notices(audit)) == [
        ("warning", "a differs. The same check points out 4 more groups: b, c, d and e."),
        *(("note", f"{name} differs.") for name in "abc"),
    ]


def unread(shares: dict[str, float]):
    words = {"check": "unknown_share", "verdict": "warning", "words": ""}
    return lambda frame: pd.concat([frame, pd.DataFrame([words | {"group": g, "value": v} for g, v in shares.items()])])


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
