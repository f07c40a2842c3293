from __future__ import annotations

import numpy as np
import pytest

from geobias.report.estimates import signed, with_ends
from geobias.report.sections.stated_values import SECTION
from geobias.report.sections.stated_values.figures import LOOKS, stated_dots


def said(run):
    return [finding.text for finding in SECTION.findings(run)]


def test_sentences_have_the_numbers_of_the_tables(make_resonance, stated_tables):
    found = said(make_resonance(stated_tables))
    assert found[0] == (
        "Stated and written projections go together over nations by r = +0.80 [+0.10, +0.95] (3 nations, p = 0.020)."
    )
    assert "Stated and written projections go together over ages and sexes within a nation by r = +0.60" in found[2]
    values = stated_tables["stated_values"]
    whole = values[(values["nation"] == "") & (values["value"] == "")].iloc[0]
    assert found[3] == (
        f"Over all, the projection is {with_ends(whole, 'stated', signed)} as stated and "
        f"{with_ends(whole, 'written', signed)} as written, over 12 personas; stated less written is "
        f"{with_ends(whole, 'difference', signed)}."
    )
    heads = [finding.text for finding in SECTION.findings(make_resonance(stated_tables)) if finding.headline]
    assert heads == found[:1]


def test_coefficients_that_cannot_be_told_say_why(make_resonance, stated_tables):
    lost = stated_tables["stated_agreement"].assign(r=np.nan, note="fewer than four nations")
    found = said(make_resonance(stated_tables | {"stated_agreement": lost}))
    assert found[0] == (
        "Not told, for fewer than four nations: stated with written (nations), stated with survey (nations), stated "
        "with written (cells)."
    )


def test_a_mark_a_side_and_nation_with_all_below(stated_tables):
    frame = stated_tables["stated_values"]
    projection, religion, _ = stated_dots(frame).axes
    part = frame[(frame["value"] == "") & (frame["nation"] != "")].sort_values("written", ascending=False)
    names = [label.get_text() for label in projection.get_yticklabels()]
    assert names == [*part["nation"], "all"]
    of_all = frame[frame["value"] == "religion"].set_index("nation").reindex([*part["nation"], ""])
    for side, (_, marker) in LOOKS.items():
        [marks] = [line for line in religion.lines if line.get_marker() == marker]
        np.testing.assert_allclose(marks.get_xdata(), of_all[side])


def test_without_a_survey_two_sides_are_drawn(stated_tables):
    frame = stated_tables["stated_values"]
    none = frame.assign(survey=np.nan, survey_low=np.nan, survey_high=np.nan)
    axes = stated_dots(none).axes[0]
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["stated", "written"]


@pytest.mark.parametrize(("left", "tables"), [("stated_values", 1), ("stated_agreement", 1), (None, 0)])
def test_each_table_alone_is_told_and_none_is_nothing(make_resonance, stated_tables, left, tables):
    run = make_resonance({name: frame for name, frame in stated_tables.items() if name == left})
    made = list(SECTION.tables(run))
    assert len(made) == tables
    assert all(len(row) == len(one.columns) for one in made for row in one.rows)
    assert bool([*SECTION.findings(run), *SECTION.pictures(run)]) == bool(tables)
