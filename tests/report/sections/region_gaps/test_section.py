from __future__ import annotations

import pytest

from geobias.report.sections.region_gaps import SECTION


def test_pairs_are_counted_by_verdict_for_each_score(etiquette_run):
    *told, limits = SECTION.findings(etiquette_run)
    assert [finding.text for finding in told] == [
        "'m', accuracy: of 1 pair of regions 1 is not separable.",
        "'m', accuracy (no answer counted as wrong): of 1 pair of regions 1 is different.",
        "'m', coverage: of 1 pair of regions 1 is not separable.",
        "1 pair is different only where no answer counts as a wrong one.",
    ]
    assert limits.caution


def test_every_model_has_its_pictures_and_gaps_of_accuracy_are_open(two_models_run):
    pictures = list(SECTION.pictures(two_models_run))
    assert [(one.name, one.folded) for one in pictures] == [
        (f"region-gaps-{score}{model}", score != "accuracy")
        for model in ("", "-2") for score in ("accuracy", "accuracy-all", "coverage")
    ]  # fmt: skip
    assert pictures[3].title == "Gaps in accuracy: quiet"


def test_the_table_has_points_with_interval_and_verdict(two_models_run):
    first, second = SECTION.tables(two_models_run)
    assert second.title == "Gaps of regions [points]: quiet"
    cells = [dict(zip(first.columns, row, strict=True)) for row in first.rows]
    assert [(cell["gap"], cell["verdict"]) for cell in cells] == [
        ("+17.50", "not separable"), ("+30.00", "different"), ("+20.00", "not separable"),
    ]  # fmt: skip
    frame = two_models_run.tables["region_gaps"]
    assert frame["gap"].tolist() == pytest.approx([17.5, 30, 20, 0, 60, 60])  # 16/20 - 10/16, 16/20 - 10/20, ...
    assert cells[0]["95\xa0% interval"] == "[−13.30, +48.30]"


def test_a_study_of_one_region_has_none(bare_run):
    assert [list(show(bare_run)) for show in (SECTION.findings, SECTION.pictures, SECTION.tables)] == [[], [], []]
