"""A file of made-up respondents in the variables of the World Values Survey."""

from __future__ import annotations

import pytest

HEAD = ("B_COUNTRY", "Q164", "Y003", "Q184", "Q254", "Q45", "Q262", "Q260", "W_WEIGHT")
PLAIN = {
    "B_COUNTRY": 392, "Q164": 5, "Y003": 0, "Q184": 5, "Q254": 2, "Q45": 2, "Q262": 30, "Q260": 1, "W_WEIGHT": 1,
}  # fmt: skip


@pytest.fixture
def survey_file(tmp_path):
    """write(row, row, ...) -> path: each row is what differs from a respondent of Japan in the middle of all scales."""

    def write(*rows, name="survey.csv", head=HEAD):
        lines = [",".join(str({**PLAIN, **row}[column]) for column in head) for row in rows]
        path = tmp_path / name
        path.write_text("\n".join([",".join(head), *lines]) + "\n", encoding="utf-8")
        return path

    return write


@pytest.fixture
def counted():
    """counted(survey, group) -> {reason: count} of a variable or nation."""

    def of(survey, group):
        return {line["reason"]: line["count"] for line in survey.counts.records if line["group"] == group}

    return of
