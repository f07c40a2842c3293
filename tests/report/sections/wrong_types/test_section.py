from __future__ import annotations

import numpy as np

from geobias.report.sections.wrong_types import SECTION
from geobias.report.sections.wrong_types.figures import wrong_dots


def test_the_worst_type_is_told_with_its_interval_and_the_worst_of_a_region(etiquette_run):
    first, second, limits = SECTION.findings(etiquette_run)
    assert (first.text, first.headline) == (
        "'m' is wrong most often about visits, in 38.9\xa0% [20.3\xa0%, 61.4\xa0%] of its answers, and least about "
        "dining, in 16.7\xa0% [5.8\xa0%, 39.2\xa0%].", True,
    )  # fmt: skip
    assert second.text == (
        "Of single types in single regions, most is wrong about south, visits: 50.0\xa0% [21.5\xa0%, 78.5\xa0%] of 8 "
        "answers."
    )
    assert limits.caution


def test_a_model_that_errs_nowhere_has_no_worst_type(two_models_run):
    told = [finding.text for finding in SECTION.findings(two_models_run) if "'quiet'" in finding.text]
    assert told == ["'quiet' is wrong as often about every type, in 0\xa0% of its answers."]


def test_the_table_has_what_is_wrong_of_answers_and_of_what_is_wrong(etiquette_run):
    [table] = SECTION.tables(etiquette_run)
    assert [row[:3] for row in table.rows] == [
        ["dining", "18", "3"], ["visits", "18", "7"], ["north, dining", "10", "1"], ["north, visits", "10", "3"],
        ["south, dining", "8", "2"], ["south, visits", "8", "4"],
    ]  # fmt: skip
    assert [row[4].split("\xa0")[0] for row in table.rows] == ["30.0", "70.0", "25.0", "75.0", "33.3", "66.7"]


def test_dots_are_percents_wrong_and_crosses_what_was_planted(etiquette_run):
    figure = wrong_dots(etiquette_run.tables["wrong_by_type"], {"dining": 0.8, "visits": 0.6})
    whole, north, south = figure.axes
    np.testing.assert_allclose(_marked(whole, "o"), [[100 * 3 / 18, 100 * 7 / 18]])
    np.testing.assert_allclose(_marked(whole, "x"), [[20, 40]])
    np.testing.assert_allclose([*_marked(north, "o"), *_marked(south, "o")], [[10, 30], [25, 50]])
    assert _marked(north, "x") == []


def _marked(axes, marker):
    return [line.get_xdata() for line in axes.lines if line.get_marker() == marker]


def test_without_types_there_is_nothing(bare_run):
    assert [list(show(bare_run)) for show in (SECTION.findings, SECTION.pictures, SECTION.tables)] == [[], [], []]
