from __future__ import annotations

from dataclasses import replace

from geobias.report.sections.etiquette_examples import SECTION
from geobias.report.sections.etiquette_examples.section import NAMED


def test_statements_that_come_along_are_shown(etiquette_run):
    assert list(SECTION.findings(etiquette_run)) == []
    [table] = SECTION.tables(etiquette_run)
    assert table.columns == ["statement", "region", "type", "text", "right", "said"]
    assert table.rows[0] == ["s-9", "north", "dining", "Point at people.", "not accepted", "accepted"]
    assert table.rows[1][-2:] == ["accepted", "not accepted"]
    assert table.folded


def test_those_of_strangers_are_named_alone(etiquette_run):
    examples = etiquette_run.tables["examples"].assign(text="")
    run = replace(etiquette_run, tables={**etiquette_run.tables, "examples": examples})
    assert [finding.text for finding in SECTION.findings(run)] == [NAMED]
    [table] = SECTION.tables(run)
    assert table.columns == ["statement", "region", "type", "right", "said"]
    assert table.rows[0] == ["s-9", "north", "dining", "not accepted", "accepted"]


def test_models_that_are_never_wrong_have_no_table(bare_run):
    assert [list(SECTION.findings(bare_run)), list(SECTION.tables(bare_run))] == [[], []]
