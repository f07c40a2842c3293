"""The tables of a resonance study."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geobias.measures.resonance import SCORINGS, ResonanceScores, nation_designs
from geobias.pipeline import RunDirectory, write_tables
from geobias.tables import Table, pandas

if TYPE_CHECKING:
    import pandas as pd

    from geobias.studies.resonance.comparing import Compared
    from geobias.studies.resonance.study import Measured


def write(directory: RunDirectory, measured: Measured) -> None:
    """Write every table into the run's folder; those of what was not measured are left out."""
    tables: dict[str, Table] = {
        "responses": measured.responses,
        "statement_resonance": measured.statements,
        "value_mirroring": measured.mirroring,
        "nation_places": measured.places,
        "nation_orders": measured.orders,
        "verdict": measured.verdicts,
    }
    if measured.certified is not None:
        found = measured.certified
        tables |= {
            "nation_differences": found.pairs,
            "nation_ranks": found.nations,
            "design_effects": found.designs,
            "stability_components": found.components,
        }
    if measured.compared is not None:
        seen = measured.compared
        tables |= {
            "nation_fits": seen.fits,
            "projection_distances": seen.distances,
            "projection_spreads": seen.spreads,
            "age_items": seen.ages,
            "survey_cells": seen.survey,
        }
    if measured.table is not None:
        tables["nation_designs"] = nation_designs(measured.table)
    if measured.stated is not None and measured.agreement is not None:
        tables |= {"stated_values": measured.stated, "stated_agreement": measured.agreement}
    if measured.boxes is not None:
        tables["projection_boxes"] = measured.boxes
    if measured.needed is not None:
        tables["answers_needed"] = measured.needed
    if measured.geometry is not None:
        tables |= {"answer_distances": measured.geometry.distances, "answer_relations": measured.geometry.relations}
    frames = {name: table.to_frame() for name, table in tables.items()}
    frames["resonance_scores"] = scores_frame(measured.scores)
    if measured.geometry is not None and measured.geometry.pairs:
        frames["nation_pairs"] = pandas().concat([pairs.to_frame() for pairs in measured.geometry.pairs])
    if measured.compared is not None:
        frames["cells"] = cells_frame(measured.compared)
    if measured.read.survey is not None:
        frames["counts"] = measured.read.survey.counts.to_frame()
    write_tables(directory, frames)


def scores_frame(scores: ResonanceScores) -> pd.DataFrame:
    """A response a row: prompt, sample, design, fields, its projection by every scoring, and all labels."""
    columns: dict[str, object] = {"prompt": scores.prompt, "sample": scores.sample, "design": scores.design}
    columns |= dict(scores.fields)
    columns |= {scoring: scores.projection(scoring) for scoring in SCORINGS}
    for at, value in enumerate(scores.values):
        columns[f"{value.name}[hypothesis]"] = scores.hypotheses[:, at]
        columns[f"{value.name}[inversion]"] = scores.inversions[:, at]
    return pandas().DataFrame(columns)


def cells_frame(compared: Compared) -> pd.DataFrame:
    """A nation, age and sex a row: means of model and survey, their errors, and how many rows they rest on."""
    model, survey = compared.cells
    return pandas().DataFrame(
        {
            "nation": model.nation,
            "age": model.age,
            "sex": model.sex,
            "model": model.mean,
            "model_error": model.error,
            "n_model": model.n,
            "survey": survey.mean,
            "survey_error": survey.error,
            "n_survey": survey.n,
        }
    )
