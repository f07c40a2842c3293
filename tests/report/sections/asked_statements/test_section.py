from __future__ import annotations

from dataclasses import replace

import pytest

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


@pytest.mark.parametrize(("auc", "notice"), [(0.45, ""), (0.7, "warning"), (0.3, "warning")])
def test_lengths_that_give_labels_away_are_warned_of(etiquette_run, auc, notice):
    length = {"auc": auc, "accepted": 21.7, "others": 12.4}
    run = replace(etiquette_run, record={"statements": {**etiquette_run.record["statements"], "length": length}})
    _, told, _ = SECTION.findings(run)
    assert told.text.startswith(
        "Accepted statements have 21.70 words on average, others 12.40; of an accepted and another one the accepted is "
        f"longer in {100 * auc:.1f}\xa0% of pairs."
    )
    assert told.notice == notice
    assert told.headline == ("learned lengths" in told.text) == bool(notice)


def test_where_nobody_was_asked_there_are_statements_alone(etiquette_run, bare_run):
    statements = {**etiquette_run.record["statements"], "own": False}
    run = replace(etiquette_run, record={"statements": statements})
    assert len(list(SECTION.findings(run))) == 1
    assert list(SECTION.tables(run)) == []
    assert list(SECTION.findings(bare_run)) == []
