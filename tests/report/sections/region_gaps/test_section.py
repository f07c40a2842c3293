from __future__ import annotations

import pytest

from geobias.report.run import Run
from geobias.report.sections.region_gaps import OF_GROUPS, SECTION


def test_pairs_are_counted_by_verdict_for_each_score(etiquette_run):
    *told, limits = SECTION.findings(etiquette_run)
    assert [finding.text for finding in told] == [
        "'m', accuracy: of 1 pair of regions 1 is not separable.",
        "'m', accuracy (no answer counted as wrong): of 1 pair of regions 1 is different.",
        "'m', coverage: of 1 pair of regions 1 is not separable.",
        "1 pair is different only where no answer counts as a wrong one.",
    ]
    assert limits.caution
    assert limits.text.startswith("A gap over the answers without one where no answer counts as wrong may be one of ")
    assert limits.text.endswith(
        " Statements about regions differ in more than the region: a gap is one between these sets of statements."
    )


def test_groups_of_a_benchmark_are_called_so(etiquette_run):
    frame = etiquette_run.tables["region_gaps"]
    tables = {**etiquette_run.tables, "region_gaps": frame[frame["metric"] == "accuracy"]}
    run = Run(etiquette_run.directory, {"benchmark": {}}, tables)
    assert [finding.text for finding in OF_GROUPS.findings(run)] == [
        "'m', accuracy: of 1 pair of groups 1 is not separable.",
        "Items about groups differ in more than the group: a gap is one between these sets of items.",
    ]
    assert (OF_GROUPS.title, [table.title for table in OF_GROUPS.tables(run)]) == (
        "Gaps between groups", ["Gaps of groups [points]"],
    )  # fmt: skip


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
