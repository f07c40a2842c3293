"""Table 2 of Benkler et al. 2023 (arXiv 2312.10075): how a model's moral values fit those of a survey, by nation."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

from geobias.corpora import Survey, cell_means, declare, load_survey
from geobias.errors import InputError, require
from geobias.files import at_home
from geobias.measures.resonance import (
    Cells,
    Projections,
    ResonanceScores,
    Value,
    model_cells,
    nation_fits,
    projection_spreads,
    read_values,
    score_resonance,
    survey_cells,
)
from geobias.models.entailment import EntailmentSettings, LexicalSettings, NliSettings, load_entailer
from geobias.published._answers import GENERAL, keys_of, read_answers
from geobias.published._reproduction import Reproduction
from geobias.published._survey_files import SurveyFiles
from geobias.tables import (
    SURVEY,
    Comparison,
    ComparisonTable,
    NationFit,
    NationFitTable,
    ProjectionSpreadTable,
    SurveyNation,
    SurveyNationTable,
    Table,
    compare,
)

TITLE = "Value resonance, Table 2: RMSE and R2 of a model's means against the World Values Survey's"
OPTIONS = ("answers", "entailment")
TABLE2 = {
    "Venezuela": (0.161, 0.44), "Nigeria": (0.308, 0.01), "Romania": (0.535, 0.52), "United States": (0.615, 0.80),
    "Vietnam": (0.790, 0.04), "Germany": (1.450, 0.41), "Czech Republic": (1.777, 0.57), "Japan": (2.182, 0.08),
}  # fmt: skip
"""Nation as printed -> RMSE, R2, over its 12 cells of age and sex."""
_ATTRIBUTES = ("nation", "age", "sex")
_WEIGHTED, _ALIKE = "survey weights", "all respondents alike"
_READINGS = (("steps", _WEIGHTED), ("linear", _WEIGHTED), ("steps", _ALIKE), ("linear", _ALIKE))
"""The paper does not say how codes between middle and ends are scaled, nor whether respondents were weighed."""


def reproduce(path: Path, *, answers: Path | None = None, entailment: str = "") -> Reproduction:
    """Both numbers of every nation, from respondents and a model's answers; without answers what the survey says alone.

    The main reading scales codes by steps and weighs respondents; the notes tell how others do. RMSE is of model less
    survey, R2 of a slope and an intercept a nation: see `nation_fits`.

    Parameters
    ----------
    path : respondents of wave 7, or a folder with them: see `SurveyFiles`. answers : a table of the model's answers:
        see `read_answers`. entailment : what tells their values: "lexical", or a model of natural language inference by
        its hub name or folder.

    Raises
    ------
    InputError : a file is missing or cannot be read, none of the nations is in it, answers without an entailer.
    """
    files = SurveyFiles.at(path, answers)
    surveys = dict(_surveys(files.respondents))
    main = surveys[_READINGS[0]]
    notes = [*main.notices]
    tables = _of_survey(main)
    if files.answers is None:
        notes += [
            "Without a model's answers RMSE and R2 cannot be computed: they are of the means of its 12 cells a nation.",
            "What the survey says of them stands in nations and survey_cells. Pass --answers FILE with columns nation, "
            "age, sex, question and text.",
        ]
        return Reproduction(ComparisonTable(tuple(_compared({}, "no answers"))), tables, notes)
    scores, told = _scored(files, main, entailment)
    model = model_cells(scores)
    fits = {reading: nation_fits(model, _cells(survey)) for reading, survey in surveys.items()}
    compared = ComparisonTable(tuple(_compared({row.nation: row for row in fits[_READINGS[0]].rows}, "")))
    ours = Projections(scores.projection(), scores.fields)
    tables |= {
        "nation_fits": fits[_READINGS[0]],
        "projection_spreads": projection_spreads(ours, _side(main), _ATTRIBUTES),
    }
    return Reproduction(compared, tables, [*notes, *told, *scores.notices, *model.notices, *_tallies(fits)])


def _surveys(respondents: Path) -> Iterator[tuple[tuple[str, str], Survey]]:
    """Reading -> respondents of the paper's nations."""
    loaded = {scaling: _of_nations(load_survey(respondents, scaling=scaling)) for scaling in ("steps", "linear")}
    for scaling, weighing in _READINGS:
        survey = loaded[scaling]
        alike = replace(survey, weights=np.ones(len(survey)))
        yield (scaling, weighing), survey if weighing == _WEIGHTED else alike


@cache
def _names() -> dict[str, str]:
    """Nation as the survey writes it -> as printed."""
    named = declare("wvs7").nation
    return {named.name_of(name): name for name in TABLE2}


def _of_nations(survey: Survey) -> Survey:
    kept = np.isin(survey.attribute("nation").astype(str), list(_names()))
    if not (kept & survey.complete).any():
        raise InputError(
            f"respondents must be of one of {list(TABLE2)}, with all five items answered",
            f"nations are {sorted(set(survey.attribute('nation')) - {''})[:8]}",
            "Name the right file.",
        )
    return survey.select(kept)


def _side(survey: Survey) -> Projections:
    attributes = {name: list(survey.attribute("age_bin" if name == "age" else name)) for name in _ATTRIBUTES}
    return Projections(survey.projection(), attributes, survey.weights)


def _cells(survey: Survey) -> Cells:
    side = _side(survey)
    return survey_cells(side.values, *side.attributes.values(), weights=survey.weights)


def _of_survey(survey: Survey) -> dict[str, Table]:
    """What the survey says alone."""
    side = _side(survey)
    spreads = [row for row in projection_spreads(side, side, _ATTRIBUTES).rows if row.side == SURVEY]
    return {
        "nations": SurveyNationTable(tuple(_nation_rows(survey))),
        "survey_cells": cell_means(survey),
        "projection_spreads": ProjectionSpreadTable(tuple(spreads)),
    }


def _nation_rows(survey: Survey) -> Iterator[SurveyNation]:
    told = {row.nation: row for row in cell_means(survey, ["nation"]).rows}
    cells = cell_means(survey).rows
    for name, printed in _names().items():
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


def _scored(files: SurveyFiles, survey: Survey, entailment: str) -> tuple[ResonanceScores, list[str]]:
    assert files.answers is not None
    if not entailment:
        raise InputError(
            "answers need something that tells their values", "there is no --entailment",
            "Pass --entailment with a model of natural language inference (hub name or folder), or lexical.",
        )  # fmt: skip
    values, general, wording = _statements(files.statements)
    given = read_answers(files.answers, survey, (GENERAL, *general))
    how: EntailmentSettings = LexicalSettings() if entailment == "lexical" else NliSettings(entailment)
    entailer = load_entailer(how)
    scores = score_resonance(list(given.texts), entailer, values, prompt=keys_of(given.fields), fields=given.fields)
    told = f"{len(given.texts)} answers, scored by {entailer.name} with {wording}; the paper's scorer was not released."
    return scores, [told, *given.notices]


def _statements(path: Path | None) -> tuple[tuple[Value, ...], list[str], str]:
    """Values, the words of the general question, and whose wording it is."""
    if path is None:
        return read_values(), [], "our wording of the statements"
    yaml = require("yaml", extra="study", purpose="reading values")
    question = (yaml.safe_load(at_home(path).read_text("utf-8")) or {}).get("general_question")
    return read_values(path), [question] if question else [], f"the statements of {path.name}"


def _compared(fits: Mapping[str, NationFit], note: str) -> Iterator[Comparison]:
    for quantity, decimals in (("RMSE", 3), ("R2", 2)):
        for name, printed in _names().items():
            published = TABLE2[printed][quantity == "R2"]
            row = fits.get(name)
            if row is None:
                yield compare(quantity, printed, published, math.nan, decimals, note=note or "no cells of both")
                continue
            few = "" if row.cells == 12 else f"{row.cells} of 12 cells"
            if quantity == "RMSE":
                ends = {"low": row.rmse_low, "high": row.rmse_high}
                yield compare(quantity, printed, published, row.rmse, decimals, **ends, note=row.note or few)
            else:
                ends = {"low": row.r2_low, "high": row.r2_high, "corrected": row.r2_corrected}
                yield compare(quantity, printed, published, row.r2, decimals, **ends, note=row.note or few)


def _tallies(fits: Mapping[tuple[str, str], NationFitTable]) -> Iterator[str]:
    """How near each reading comes to what is printed."""
    for (scaling, weighing), table in fits.items():
        rows = [row for row in _compared({row.nation: row for row in table.rows}, "") if not math.isnan(row.recomputed)]
        parts = []
        for quantity in ("RMSE", "R2"):
            apart = [abs(row.recomputed - row.published) for row in rows if row.quantity == quantity]
            if apart:
                parts.append(f"{quantity} is off by {np.mean(apart):.3f} on average")
        yield f"Scaling by {scaling}, {weighing}: {' and '.join(parts) or 'nothing can be computed'}."
