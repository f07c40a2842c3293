from __future__ import annotations

import numpy as np

from geobias.report.sections.etiquette_scores import SECTION
from geobias.report.sections.etiquette_scores.figures import cell_map, region_dots
from geobias.tables import ANSWERED


def test_the_score_stands_between_its_bounds_and_beside_what_was_planted(etiquette_run):
    whole, ends, planted, limits = SECTION.findings(etiquette_run)
    assert whole.text == (
        "'m' answers 36 of 40 questions and is right in 71.2\xa0% [53.7\xa0%, 84.1\xa0%] of its answers, the mean over "
        "2 regions weighted by numbers of questions; whatever it left out, its accuracy lies between 65.0\xa0% and "
        "75.0\xa0%."
    )
    assert ends.text == (
        "It is right most often about north, 80.0\xa0% [58.4\xa0%, 91.9\xa0%], and least about south, 62.5\xa0% "
        "[38.6\xa0%, 81.5\xa0%]."
    )
    assert planted.text == "The interval of 1 of 2 regions holds what was planted; that of south does not."
    assert [one.headline for one in (whole, ends, planted, limits)] == [True, True, False, False]
    assert limits.caution


def test_equal_regions_are_not_told_apart_and_what_was_planted_is_of_the_responder(two_models_run):
    told = [finding.text for finding in SECTION.findings(two_models_run)]
    assert told[3].startswith("'quiet' answers 28 of 40 questions and is right in 100\xa0% [")
    assert told[4] == "It is right as often about every region, 100\xa0%."
    assert sum("planted" in text for text in told) == 1


def test_the_table_has_all_three_ways_with_weights_and_coverage(etiquette_run):
    first, crossed = SECTION.tables(etiquette_run)
    assert first.columns[:4] == ["cell", "asked", "weight", "coverage"]
    assert first.rows[2] == [
        "south", "20", "50.0", "80.0 [58.4, 91.9]", "62.5 [38.6, 81.5]", "50.0 [29.9, 70.1]", "70.0 [48.1, 85.5]",
    ]  # fmt: skip
    assert [row[0] for row in first.rows] == ["all", "north", "south", "dining", "visits"]
    assert [row[0] for row in crossed.rows] == ["north, dining", "north, visits", "south, dining", "south, visits"]
    assert (first.folded, crossed.folded) == (False, True)


def test_dots_lie_on_bars_between_the_bounds(etiquette_run):
    frame = etiquette_run.tables["etiquette_scores"].query("metric == 'accuracy' and region != '' and type == ''")
    axes = region_dots(frame, {"north": 0.75, "south": 0.1}).axes[0]
    dots, crosses = ([line.get_xdata() for line in axes.lines if line.get_marker() == marker] for marker in "ox")
    np.testing.assert_allclose(dots, [[80, 62.5]])
    np.testing.assert_allclose(crosses, [[75, 10]])
    np.testing.assert_allclose([(bar.get_x(), bar.get_width()) for bar in axes.patches], [(80, 0), (50, 20)])


def test_the_map_has_regions_in_rows_and_types_in_columns(etiquette_run):
    frame = etiquette_run.tables["etiquette_scores"].query("metric == 'accuracy' and region != '' and type != ''")
    axes = cell_map(frame[frame["counted"] == ANSWERED]).axes[0]
    np.testing.assert_allclose(axes.collections[0].get_array(), [[90, 70], [75, 50]])


def test_pictures_of_a_second_model_have_names_of_their_own(two_models_run):
    assert [picture.name for picture in SECTION.pictures(two_models_run)] == [
        "etiquette-regions", "etiquette-cells", "etiquette-regions-2", "etiquette-cells-2",
    ]  # fmt: skip
