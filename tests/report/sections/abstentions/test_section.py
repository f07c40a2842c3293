from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from geobias.measures.etiquette import EtiquetteAnswers, abstentions
from geobias.report.run import Run
from geobias.report.sections.abstentions import SECTION


def run_of(silent: int) -> Run:
    """Ten statements of each of two regions; so many of the first have no answer, in turn refused and hedged."""
    regions, blank = np.repeat(np.array(["a", "b"], dtype=object), 10), np.full(20, "", dtype=object)
    said, reasons = np.ones(20, dtype=np.int8), blank.copy()
    said[:silent] = 0
    reasons[:silent] = np.resize(["refusal", "hedged", "hedged"], silent)
    answers = EtiquetteAnswers(np.ones(20, dtype=np.int8), said, regions, blank, np.arange(20), reasons, "m")
    return Run(Path("run"), {}, {"abstentions": abstentions(answers).to_frame()})


def test_counts_and_reasons_are_told():
    first, second, _ = [finding.text for finding in SECTION.findings(run_of(3))]
    assert first.startswith("'m' gives no answer to 3 of 20 questions, 15.0\xa0% [")
    assert first.endswith("; reasons: hedged (66.7\xa0%) and refusal (33.3\xa0%).")
    assert second.startswith("It abstains most about a, 30.0\xa0% [")
    [table] = SECTION.tables(run_of(3))
    assert table.columns == ["cell", "asked", "no answer", "refusal", "hedged"]
    assert [row[:2] for row in table.rows] == [["all", "20"], ["a", "10"], ["b", "10"]]
    assert table.rows[1][4].startswith("2: 20.0\xa0% [")


def test_one_reason_has_no_column_of_its_own():
    first, *_ = [finding.text for finding in SECTION.findings(run_of(1))]
    assert first.endswith("]; the only reason: refusal.")
    [table] = SECTION.tables(run_of(1))
    assert table.columns == ["cell", "asked", "no answer: refusal"]
    assert [row[2][:2] for row in table.rows] == ["1:", "1:", "0:"]


@pytest.mark.parametrize(("silent", "notices"), [(9, [""]), (10, ["warning"])])
def test_half_without_an_answer_opens_the_page_as_a_warning(silent, notices):
    first = next(iter(SECTION.findings(run_of(silent))))
    assert ([first.notice], first.headline) == (notices, notices != [""])


def test_a_model_that_always_answers_has_one_sentence_and_no_table():
    assert [finding.text for finding in SECTION.findings(run_of(0))] == ["'m' answers every question."]
    assert list(SECTION.tables(run_of(0))) == []
