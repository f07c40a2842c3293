"""The section tells what the tables say: words by method, what is left without them, and nothing where nothing is."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from geobias.report import read_run, write_table
from geobias.report.sections.explanations import SECTION
from geobias.tables import (
    DocumentDifference,
    DocumentDifferenceTable,
    Explanation,
    ExplanationTable,
    MaskedExcess,
    MaskedExcessTable,
    WordDifference,
    WordDifferenceTable,
)

METHODS = ("log-odds", "transport", "axis")
WORD = WordDifference("uk", "us", "word", "axis", "queue", "uk", 12, 0, 0.01, 0.2, 0.1, 0.3, share=0.4, statistic=5.0,
                      p_max=0.001, verdict="different")  # fmt: skip
PLAIN = replace(WORD, word="the", said_more_by="us", value=-0.1, low=-0.3, high=0.1, statistic=-1.0, p_max=1.0,
                verdict="not separable")  # fmt: skip


def words(found=METHODS):
    rows = []
    for unit in ("word", "token"):
        for method in METHODS:
            of_method = {"unit": unit, "method": method}
            rows += [replace(WORD if method in found else replace(WORD, verdict="not separable"), **of_method)]
            rows += [replace(PLAIN, **of_method)]
    return rows


def run_of(folder: Path, rows, masked):
    wholes = [
        Explanation("uk", "us", unit, method, 0.5, 0.25, 0.75, p=0.01, n_items=2, n_found=1)
        for unit in ("word", "token")
        for method in METHODS
    ]
    texts = [DocumentDifference("uk", "us", f"{g}-1", g, 9, 1.0, 0.5, 1.5, 0.95, 0.1, 0.2) for g in ("uk", "us")]
    (folder / "run.json").write_text(json.dumps({"study": "regional", "status": "finished"}))
    for name, table in {
        "explanations": ExplanationTable(tuple(wholes)), "explained_words": WordDifferenceTable(tuple(rows)),
        "explained_texts": DocumentDifferenceTable(tuple(texts)), "explained_masked": MaskedExcessTable(tuple(masked)),
    }.items():  # fmt: skip
        write_table(folder, name, table.to_frame())
    return read_run(folder)


MASKED = [
    MaskedExcess("uk", "us", "words found", 1, "queue", "mask", 0.01, 0.5, 0.3, 0.1, 0.5, left=0.6, left_low=0.4,
                 left_high=0.8, p_permutation=0.01, verdict="different"),
    MaskedExcess("uk", "us", "other words", 1, "the", "mask", 0.01, 0.5, 0.49, 0.3, 0.7, left=0.98, left_low=0.9,
                 left_high=1.06, p_permutation=0.2, verdict="not separable"),
]  # fmt: skip


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return run_of(tmp_path_factory.mktemp("run"), words(), MASKED)


def test_words_and_what_is_left_are_told(run):
    odds, transport, axis, masked, limits = (finding.text for finding in SECTION.findings(run))
    assert odds == "uk–us: 1 word of 2 stands out by how often either says it; uk says more “queue”."
    assert transport == (
        "uk–us: the excess of their token clouds over the noise floor is +0.500 (p = 0.010); “queue” has 40.0 % of it, "
        "with 1.0 % of the tokens."
    ).replace(" %", "\xa0%")
    assert axis.startswith("uk–us: their distance along the discriminant axis (standard deviations, held-out texts)")
    assert masked == (
        "uk–us, encoded anew with words masked: without the 1 word found 60.0 % of the excess is left [40.0 %, "
        "80.0 %], and they are still apart; without 1 word as frequent as those found 98.0 % of the excess is left "
        "[90.0 %, 106.0 %], and they are no longer told apart."
    ).replace(" %", "\xa0%")
    assert limits.startswith("The words are those of these texts")


def test_figures_and_tables_are_made(run):
    names = [picture.name for picture in SECTION.pictures(run)]
    assert names == ["explained-words", "explained-masked"]
    tables = list(SECTION.tables(run))
    assert len(tables) == 9
    assert tables[0].rows[0][:4] == ["queue", "uk", "12", "0"]
    assert [table.rows[0][0] for table in tables[-2:]] == ["uk-1", "us-1"]


def test_where_no_word_stands_out_it_says_so(tmp_path):
    run = run_of(tmp_path, words(found=()), [])
    odds, transport, axis, _ = (finding.text for finding in SECTION.findings(run))
    assert odds == "uk–us: no word is said more by one of them than chance allows (2 words tested together)."
    assert transport.endswith("no single word has more of it than its frequency explains (2 words tested together).")
    assert axis.endswith("no single word has more of it than its frequency explains (2 words tested together).")


def test_a_run_that_was_not_explained_has_no_such_section(tmp_path):
    run = run_of(tmp_path, words(), MASKED)
    for path in (tmp_path / "tables").glob("explan*"):
        path.unlink()
    assert not [*SECTION.findings(run), *SECTION.pictures(run), *SECTION.tables(run)]
