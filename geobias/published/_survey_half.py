"""The survey's half of Table 2 of Benkler et al. 2023: respondents of its nations, and what they say alone."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

from geobias.corpora import Survey, cell_means, declare, load_survey
from geobias.errors import InputError
from geobias.measures.resonance import Cells, Projections, projection_spreads, survey_cells
from geobias.tables import SURVEY, ProjectionSpreadTable, SurveyNation, SurveyNationTable, Table

TABLE2 = {
    "Venezuela": (0.161, 0.44), "Nigeria": (0.308, 0.01), "Romania": (0.535, 0.52), "United States": (0.615, 0.80),
    "Vietnam": (0.790, 0.04), "Germany": (1.450, 0.41), "Czech Republic": (1.777, 0.57), "Japan": (2.182, 0.08),
}  # fmt: skip
"""Nation as printed -> RMSE, R2, over its 12 cells of age and sex."""
ATTRIBUTES = ("nation", "age", "sex")
WEIGHTED, _ALIKE = "survey weights", "all respondents alike"
READINGS = (("steps", WEIGHTED), ("linear", WEIGHTED), ("steps", _ALIKE), ("linear", _ALIKE))
"""The paper does not say how codes between middle and ends are scaled, nor whether respondents were weighed."""


def surveys_of(respondents: Path) -> Iterator[tuple[tuple[str, str], Survey]]:
    """Reading -> respondents of the paper's nations."""
    loaded = {scaling: _of_nations(load_survey(respondents, scaling=scaling)) for scaling in ("steps", "linear")}
    for scaling, weighing in READINGS:
        survey = loaded[scaling]
        alike = replace(survey, weights=np.ones(len(survey)))
        yield (scaling, weighing), survey if weighing == WEIGHTED else alike


@cache
def nation_names() -> dict[str, str]:
    """Nation as the survey writes it -> as printed."""
    named = declare("wvs7").nation
    return {named.name_of(name): name for name in TABLE2}


def _of_nations(survey: Survey) -> Survey:
    kept = np.isin(survey.attribute("nation").astype(str), list(nation_names()))
    if not (kept & survey.complete).any():
        raise InputError(
            f"respondents must be of one of {list(TABLE2)}, with all five items answered",
            f"nations are {sorted(set(survey.attribute('nation')) - {''})[:8]}",
            "Name the right file.",
        )
    return survey.select(kept)


def projections_of(survey: Survey) -> Projections:
    attributes = {name: list(survey.attribute("age_bin" if name == "age" else name)) for name in ATTRIBUTES}
    return Projections(survey.projection(), attributes, survey.weights)


def cells_of(survey: Survey) -> Cells:
    side = projections_of(survey)
    nation, age, sex = side.attributes.values()
    return survey_cells(side.values, nation, age, sex, survey.weights)


def survey_tables(survey: Survey) -> dict[str, Table]:
    """What the survey says alone."""
    side = projections_of(survey)
    spreads = [row for row in projection_spreads(side, side, ATTRIBUTES).rows if row.side == SURVEY]
    return {
        "nations": SurveyNationTable(tuple(_nation_rows(survey))),
        "survey_cells": cell_means(survey),
        "projection_spreads": ProjectionSpreadTable(tuple(spreads)),
    }


def _nation_rows(survey: Survey) -> Iterator[SurveyNation]:
    told = {row.nation: row for row in cell_means(survey, ["nation"]).rows}
    cells = cell_means(survey).rows
    for name, printed in nation_names().items():
        rmse, r2 = TABLE2[printed]
        if name not in told or math.isnan(told[name].mean):
            yield SurveyNation(printed, rmse=rmse, r2=r2, note="no respondents, or too few")
            continue
        row, own = told[name], [cell for cell in cells if cell.nation == name and not math.isnan(cell.mean)]
        means = np.array([cell.mean for cell in own])
        middle = float(means.mean()) if len(means) else math.nan
        spread = float(means.std()) if len(means) else math.nan
        noise = float(np.sqrt(np.mean([cell.se**2 for cell in own]))) if own else math.nan
        ends = {"model_low": middle - rmse, "model_high": middle + rmse}
        yield SurveyNation(
            printed, row.mean, row.se, row.variance, len(own), spread, noise, rmse, r2, **ends, n=row.n,
            note="" if len(own) == 12 else "not all of the 12 cells have respondents",
        )  # fmt: skip
