from __future__ import annotations

import numpy as np
import pytest

from geobias.report.estimates import chance, signed, with_ends
from geobias.report.phrases import number
from geobias.report.sections.nation_fits import SECTION
from geobias.report.sections.nation_fits.figures import cell_scatter, fit_dots
from geobias.report.sections.nation_fits.rows import cells_of, fits_of
from geobias.report.sections.nation_fits.words import LIMITS


def said(run):
    return [finding.text for finding in SECTION.findings(run)]


def test_the_studys_own_scoring_and_definition_are_told(resonance_run, resonance_tables):
    fits = fits_of(resonance_run)
    assert fits["nation"].tolist() == ["Midland", "Northland", "Southland", ""]
    assert set(fits["scoring"]) == {"both"}
    assert len(resonance_tables["nation_fits"]) == 12


def test_sentences_have_the_numbers_of_the_table(resonance_run):
    fits = fits_of(resonance_run)
    whole, nations = fits.iloc[-1], fits.iloc[:-1]
    first, second, third, *_, last = said(resonance_run)
    assert first == (
        f"Over 36 cells of nation, age and sex, model and survey lie apart by an RMSE of "
        f"{number(whole['rmse'])} ({number(whole['rmse_low'])} to {number(whole['rmse_high'])} without the noise of "
        f"the means); the model is on average {with_ends(whole, 'bias', signed)} from the "
        "survey, the traditional end above 0."
    )
    near = nations.loc[nations["rmse"].idxmin()]
    assert second.startswith(f"Nearest is {near['nation']} (RMSE {with_ends(near, 'rmse', number)}), furthest ")
    best = nations.loc[nations["slope_p"].idxmin()]
    clear = int((nations["slope_p"] <= 0.05).sum())
    assert f"in {clear or 'none'} of 3 nations" in third
    assert third.endswith(
        f"Clearest: {best['nation']}, slope {with_ends(best, 'slope', signed)}, R² {with_ends(best, 'r2', number)}, "
        f"{chance(best['slope_p'])}."
    )
    assert last == LIMITS
    assert [finding.headline for finding in SECTION.findings(resonance_run)].count(True) == 1


def test_few_cells_are_a_notice_and_lines_that_cannot_be_told_say_why(make_resonance, resonance_tables):
    fits = resonance_tables["nation_fits"]
    few = fits["nation"] == "Midland"
    lost = {name: fits[name].mask(few) for name in ("slope", "slope_p", "r2")}
    note = np.where(few, "fewer than three cells", "")
    run = make_resonance({"nation_fits": fits.assign(cells=fits["cells"].mask(few, 2), note=note, **lost)})
    notes = [finding.text for finding in SECTION.findings(run) if finding.notice == "note"]
    assert notes == ["Rest on fewer than 6 cells: Midland."]
    assert "Of Midland slope and R² cannot be told: fewer than three cells." in said(run)


def test_the_scatter_has_each_nations_cells_and_line(resonance_run):
    cells, fits = cells_of(resonance_run), fits_of(resonance_run).set_index("nation")
    figure = cell_scatter(cells, fits_of(resonance_run))
    assert [ax.get_title(loc="left") for ax in figure.axes] == list(dict.fromkeys(cells["nation"]))
    for ax in figure.axes:
        nation = ax.get_title(loc="left")
        part = cells[cells["nation"] == nation]
        [dots] = [line for line in ax.lines if line.get_marker() == "o"]
        np.testing.assert_allclose(dots.get_xydata(), part[["model", "survey"]])
        [drawn] = [line for line in ax.lines if line.get_linewidth() == 1.5 and len(line.get_xdata()) == 2]
        x, y = drawn.get_xdata(), drawn.get_ydata()
        assert (y[1] - y[0]) / (x[1] - x[0]) == pytest.approx(fits.loc[nation, "slope"])
        assert y[0] == pytest.approx(fits.loc[nation, "intercept"] + fits.loc[nation, "slope"] * x[0])
        assert ax.texts[0].get_text().startswith(f"RMSE {number(fits.loc[nation, 'rmse'])}\nslope ")


def test_cells_without_fits_have_no_line(resonance_run):
    figure = cell_scatter(cells_of(resonance_run), None)
    assert not [text for ax in figure.axes for text in ax.texts]


def test_dots_are_ranked_by_rmse_with_all_below(resonance_run):
    fits = fits_of(resonance_run)
    rmse, slope, r2 = fit_dots(fits).axes
    nations = fits[fits["nation"] != ""].sort_values("rmse")
    assert [label.get_text() for label in rmse.get_yticklabels()] == [*nations["nation"], "all"]
    for ax, name in ((rmse, "rmse"), (slope, "slope"), (r2, "r2")):
        dots = [line for line in ax.lines if line.get_marker() == "o"]
        np.testing.assert_allclose(dots[0].get_xdata(), nations[name])
        assert len(dots) == (1 if name == "r2" else 2)


def test_withheld_cells_are_not_drawn_and_their_numbers_of_people_not_told(make_resonance, resonance_tables):
    cells = resonance_tables["cells"].copy()
    cells.loc[0, ["survey", "survey_error"]] = np.nan
    run = make_resonance({"cells": cells})
    assert len(cells_of(run)) == 35
    table = list(SECTION.tables(run))[1]
    assert table.rows[0][-2:] == ["–", "too few"]


@pytest.mark.parametrize(("left", "pictures"), [("nation_fits", ["nation-fits"]), ("cells", ["cells"]), (None, [])])
def test_each_table_alone_is_told_and_none_is_nothing(make_resonance, left, pictures):
    run = make_resonance({name: None for name in ("nation_fits", "cells") if name != left})
    assert [picture.name for picture in SECTION.pictures(run)] == pictures
    assert bool([*SECTION.findings(run), *SECTION.tables(run)]) == (left is not None)
