from __future__ import annotations

from dataclasses import replace

from geobias.report.sections.asked_statements import SECTION


def test_statements_responder_and_decoding_are_told(etiquette_run):
    counted, own, asked = SECTION.findings(etiquette_run)
    assert counted.text == ("40 statements of 2 regions: north (20) and south (20). 20 are accepted in their region.")
    assert own.caution
    assert asked.text == (
        "'m' was asked about each in the words below. Answers were drawn with temperature 0.0 and at most 40 tokens."
    )


def test_the_prompt_is_shown_with_its_fields_and_options(etiquette_run):
    [table] = SECTION.tables(etiquette_run)
    assert table.rows == [
        ["system", "Be brief."], ["user", "Is {statement} polite in {region}?"], ["options", "Yes or No"],
    ]  # fmt: skip


def test_where_nobody_was_asked_there_are_statements_alone(etiquette_run, bare_run):
    statements = {**etiquette_run.record["statements"], "own": False}
    run = replace(etiquette_run, record={"statements": statements})
    assert len(list(SECTION.findings(run))) == 1
    assert list(SECTION.tables(run)) == []
    assert list(SECTION.findings(bare_run)) == []
