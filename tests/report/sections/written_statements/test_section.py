from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

from geobias.measures.etiquette import EtiquetteSettings, GeneratedPairs, alignment_scores, ordered_pairs, word_odds
from geobias.report.run import Run
from geobias.report.sections.written_statements import SECTION

LINES = ["Bow to elders first.", "Bow low to elders.", "Sit on the floor."] * 4 + ["Shake hands when you meet."] * 12
OF = ["East"] * 12 + ["West"] * 12


def made() -> Run:
    """Statements of the east contradict each other, those of the west are entailed."""
    first, second = ordered_pairs(OF)
    named = np.array(OF, dtype=object)[first]
    relations = np.where(named == "West", 1, -1).astype(np.int8)
    alignment = alignment_scores(GeneratedPairs(named, first, second, relations, "m"), EtiquetteSettings(replicates=50))
    frame = pd.DataFrame({"region": OF, "text": range(24), "statement": LINES, "repeats": [False] * 3 + [True] * 21})
    tables = {"written_statements": frame, "written_alignment": alignment.to_frame()}
    words = {"generating": {"messages": [{"user": "List {count}."}], "entailment": "lexical"}}
    return Run(
        Path("run"),
        {"responder": {"name": "m"}, "successor": words},
        {**tables, "word_odds": word_odds(LINES, OF).to_frame()},
    )


def test_agreement_words_and_repeats_are_told():
    lines, agreement, words, _ = [finding.text for finding in SECTION.findings(made())]
    assert lines == (
        "'m' wrote 24 statements: East 12 and West 12. 21 of them say again what another one of their region does, and "
        "count by their words alone."
    )
    assert agreement.startswith("By 'lexical' statements of one region agree most for West: 100\xa0% [")
    assert ", and least for East: 0\xa0% [" in agreement
    assert "have odds that differ" in words


def test_tables_have_a_row_a_region_word_and_statement():
    agreement, odds, first, asked = SECTION.tables(made())
    assert [row[0] for row in agreement.rows] == ["East", "West"]
    assert all(len(row) == len(odds.columns) for row in odds.rows)
    assert first.rows == [["East", line] for line in LINES[:3]]
    assert asked.rows == [["user", "List {count}."]]


def test_a_run_in_which_nothing_was_written_has_nothing_to_tell():
    empty = Run(Path("run"), {}, {})
    assert [*SECTION.findings(empty), *SECTION.tables(empty)] == []
