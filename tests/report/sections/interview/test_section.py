from __future__ import annotations

import pandas as pd

from geobias.report.sections.interview import SECTION


def said(run):
    return [finding.text for finding in SECTION.findings(run)]


def responses(outcomes, truncated=False):
    return pd.DataFrame({"asked": "text", "outcome": outcomes, "truncated": truncated})


def test_the_paragraph_says_who_was_asked_what_and_how_it_was_scored(resonance_run):
    assert said(resonance_run) == [
        "The model was asked 2 questions as people of 3 nations, 6 ages and 2 sexes, with 4 answers to each prompt, by "
        "the study's own wording and 6 further designs.",
        "Answers were drawn with temperature 1.0, top-p 0.5 and at most 200 tokens.",
        "Entailment (trained) says of each answer whether each of 10 statements follows from it (1), contradicts it "
        "(−1) or neither (0): 5 hypotheses and the inversion of each. The projection is their sum, weighted by "
        "half the loading of the value, inversions with opposite sign.",
    ]


def test_tables_have_the_interview_the_designs_and_the_values(resonance_run):
    interview, designs, values = SECTION.tables(resonance_run)
    assert interview.rows[0][0] == "template"
    assert interview.rows[1] == ["nation", "Northland, Midland, Southland"]
    assert interview.rows[-1] == ["question: pride", "What does your country mean to you?"]
    assert designs.rows[0][0] == "the study's own"
    assert designs.rows[1] == ["reversed order", "the reversed order"]
    assert values.rows[0][0::4] == ["religion", "0.700"]


def test_answers_without_text_and_cut_ones_are_counted(make_resonance):
    run = make_resonance({"responses": responses(["text"] * 95 + ["empty"] * 2 + ["refused"] * 3, True)})
    *_, lost, cut = SECTION.findings(run)
    assert (lost.text, lost.notice, lost.headline) == (
        "5 answers of 100 have no text and are left out: 3 refused and 2 empty.", "note", False,
    )  # fmt: skip
    assert cut.text == "100 answers of 100 reached the most tokens and may end midway."


def test_many_lost_answers_are_a_warning_that_opens_the_page(make_resonance):
    run = make_resonance({"responses": responses(["text", "empty", "text", "error"])})
    [lost] = [finding for finding in SECTION.findings(run) if finding.notice]
    assert (lost.notice, lost.headline) == ("warning", True)


def test_a_run_of_another_study_has_no_such_section(make_judged):
    run = make_judged()
    assert not [*SECTION.findings(run), *SECTION.pictures(run), *SECTION.tables(run)]


def test_long_axes_are_cut_and_designs_may_be_mappings(make_resonance):
    axes = {"nation": [f"n{place}" for place in range(20)]}
    run = make_resonance(
        interview={"name": "own", "template": "{question}", "axes": axes, "questions": {}},
        designs={"cooler": {"temperature": 0.5, "template": None}},
        decoding=None,
    )
    interview, designs, _ = SECTION.tables(run)
    assert interview.rows[1][1].endswith("n11 and 8 more")
    assert designs.rows[1] == ["cooler", "temperature: 0.5"]
    assert not any("drawn with" in text for text in said(run))
