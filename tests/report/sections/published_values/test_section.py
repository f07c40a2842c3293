"""Published numbers on a page: how many, why some are not valid, and every one."""

import json

import pytest

from geobias.report.run import read_run
from geobias.report.sections.published_values import SECTION
from geobias.tables import ComparisonTable, compare, write_frame

ROWS = (
    compare("gap", "a_b", 1.25, 1.25, 2, valid="yes"),
    compare("gap", "a_c", 2.0, 1.5, 2, valid="no", why="a copy; a wrong sign", corrected=1.5),
    compare("gap", "b_c", -1.0, 1.0, 2, valid="no", why="a wrong sign", corrected=1.0),
    compare("distance", "a_b", 60.5, float("nan"), 1, valid="not known", why="no repeats"),
)


@pytest.fixture
def run(tmp_path):
    def make(rows):
        write_frame(tmp_path / "tables" / "comparisons.parquet", ComparisonTable(tuple(rows)).to_frame())
        record = {"study": "published numbers", "name": "x", "notes": ["Said beside."]}
        (tmp_path / "run.json").write_text(json.dumps(record))
        return read_run(tmp_path)

    return make


def test_how_many_recompute_and_are_valid(run):
    found = list(SECTION.findings(run(ROWS)))
    assert [finding.text for finding in found] == [
        "1 of 4 published numbers recompute, and 1 is valid: no check of the released files speaks against them.",
        "Said beside.",
    ]


def test_each_reason_stands_once_with_its_numbers(run):
    reasons, every = SECTION.tables(run(ROWS))
    assert list(reasons.rows) == [
        ["no", "a copy", "gap: a_c", "1"],
        ["no", "a wrong sign", "gap: a_c; gap: b_c", "2"],
        ["not known", "no repeats", "distance: a_b", "1"],
    ]
    assert list(every.rows[1]) == ["gap", "a_c", "differs", "no", "a copy; a wrong sign", "2.00", "1.50", "1.50"]
    assert every.rows[3][5:] == ["60.5", "", ""]
    [picture] = SECTION.pictures(run(ROWS))
    assert "gap 1 of 3, distance 0 of 1" in picture.alt


def test_papers_without_validity_say_nothing_of_it(run):
    made = run([compare("r", "a", 0.5, 0.5), compare("r", "b", 0.5, 0.6)])
    counts, every = SECTION.tables(made)
    assert list(counts.rows) == [["r", "1", "2"]]
    assert "valid?" not in every.columns
    assert list(SECTION.pictures(made)) == []
