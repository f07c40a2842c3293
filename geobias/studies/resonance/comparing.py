"""A model's answers beside a survey's: cells, distances, fits, ages, and the order of nations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from geobias.corpora.survey import AGE_BIN, NATION, PROJECTION, SEX, Survey, cell_means
from geobias.measures.resonance import (
    SCORINGS,
    Cells,
    Projections,
    ResonanceScores,
    age_items,
    all_scorings,
    matched,
    model_cells,
    projection_boxes,
    projection_distances,
    projection_spreads,
    prompts_of,
    survey_cells,
    withheld_ages,
    withheld_distances,
)
from geobias.studies.resonance.respondents import AXES
from geobias.studies.resonance.settings import ResonancePlan
from geobias.tables import (
    AgeItemTable,
    NationFitTable,
    ProjectionBoxTable,
    ProjectionDistanceTable,
    ProjectionSpreadTable,
    SurveyCellTable,
)

NO_PROMPTS = (
    "No answer to '{}' is of a prompt with nation, age and sex: nothing is compared with the survey. Ask them with "
    "interview.combinations=full."
)


@dataclass(frozen=True)
class Compared:
    """What is told of a model beside a survey. cells : of both sides, those that both have."""

    cells: tuple[Cells, Cells]
    survey: SurveyCellTable
    fits: NationFitTable
    distances: ProjectionDistanceTable
    spreads: ProjectionSpreadTable
    ages: AgeItemTable
    notices: tuple[str, ...] = field(default=())


def compare(scores: ResonanceScores, survey: Survey, plan: ResonancePlan) -> Compared | None:
    """The published comparison, on answers to the question of the plan that name nation, age and sex; None = there are
    none. scores : of the study's own design."""
    asked = scores.where(question=plan.question)
    full = np.logical_and.reduce([asked.labels(axis) != "" for axis in AXES])
    if not full.any():
        return None
    asked = asked.only(full)
    theirs = _survey_cells(survey, plan.least)
    pairs = {scoring: (model_cells(asked, scoring), theirs) for scoring in SCORINGS}
    model, people = sides(asked, survey, plan)
    assert people is not None
    attributes = list(AXES)
    ages = age_items(asked, _by_value(asked, survey), list(survey.attribute(AGE_BIN)), survey.weights, plan)
    both = matched(*pairs[plan.scoring])
    return Compared(
        both,
        cell_means(survey, (NATION, AGE_BIN, SEX), least=plan.least),
        all_scorings(pairs, plan),
        withheld_distances(projection_distances(model, people, attributes, plan), plan.least),
        projection_spreads(model, people, attributes),
        withheld_ages(ages, plan.least),
        tuple(dict.fromkeys((*theirs.notices, *both[0].notices, *both[1].notices))),
    )


def boxes_of(scores: ResonanceScores, survey: Survey | None, plan: ResonancePlan) -> ProjectionBoxTable:
    """Quantiles of projections by every axis, of answers to the question of the plan and of respondents, if any."""
    asked = scores.where(question=plan.question)
    model, people = sides(asked, survey, plan)
    attributes = [axis for axis in model.attributes if (asked.labels(axis) != "").any()]
    return projection_boxes(model, people, attributes, plan, least=plan.least)


def survey_means(scores: ResonanceScores, survey: Survey | None, plan: ResonancePlan) -> SurveyCellTable | None:
    """Means of nations, of the values' items and of the projection; None without a survey."""
    if survey is None:
        return None
    names = list(_items(scores, survey).values())
    return cell_means(survey, (NATION,), items=[*names, PROJECTION], least=plan.least)


def _survey_cells(survey: Survey, least: int) -> Cells:
    """Of the survey, without those of fewer respondents than may be told of."""
    columns = (list(survey.attribute(NATION)), list(survey.attribute(AGE_BIN)), list(survey.attribute(SEX)))
    found = survey_cells(survey.projection(), *columns, weights=survey.weights)
    told = np.flatnonzero(found.n >= least)
    hidden = len(found.n) - len(told)
    said = (f"{hidden} cells of the survey have fewer than {least} respondents and are not told of.",) if hidden else ()
    return found.only(told.tolist(), said)


def sides(
    scores: ResonanceScores, survey: Survey | None, plan: ResonancePlan
) -> tuple[Projections, Projections | None]:
    """Projections of answers and of respondents, None without a survey, with the attributes that both have."""
    axes = [axis for axis in AXES if axis in scores.fields]
    ours = {axis: list(scores.labels(axis)) for axis in axes}
    model = Projections(scores.projection(plan.scoring), ours, clusters=prompts_of(scores))
    if survey is None:
        return model, None
    theirs = {axis: list(survey.attribute(name)) for axis, name in zip(AXES, (NATION, AGE_BIN, SEX), strict=True)}
    return model, Projections(survey.projection(), theirs, survey.weights)


def _by_value(scores: ResonanceScores, survey: Survey) -> Mapping[str, np.ndarray]:
    """Value -> the survey's answers to its item."""
    return {value: survey.values[name] for value, name in _items(scores, survey).items()}


def _items(scores: ResonanceScores, survey: Survey) -> dict[str, str]:
    """Value -> the survey's item, found by the value's name or by the variable; values without one are left out."""
    columns = {column: name for name, column in survey.columns.items()}
    names = {one.name: one.name if one.name in survey.values else columns.get(one.item) for one in scores.values}
    return {value: name for value, name in names.items() if name is not None}
