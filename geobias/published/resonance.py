"""Table 2 of Benkler et al. 2023 (arXiv 2312.10075): how a model's moral values fit those of a survey, by nation."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

from geobias.corpora import Survey
from geobias.errors import InputError, require
from geobias.files import at_home
from geobias.measures.resonance import (
    Projections,
    ResonanceScores,
    Value,
    model_cells,
    nation_fits,
    projection_spreads,
    read_values,
    score_resonance,
)
from geobias.models.entailment import EntailmentSettings, LexicalSettings, NliSettings, load_entailer
from geobias.published._answers import GENERAL, keys_of, read_answers
from geobias.published._reproduction import Reproduction
from geobias.published._survey_files import SurveyFiles
from geobias.published._survey_half import (
    ATTRIBUTES,
    READINGS,
    TABLE2,
    cells_of,
    nation_names,
    projections_of,
    survey_tables,
    surveys_of,
)
from geobias.tables import (
    Comparison,
    ComparisonTable,
    NationFit,
    NationFitTable,
    compare,
)

TITLE = "Value resonance, Table 2: RMSE and R2 of a model's means against the World Values Survey's"
OPTIONS = ("answers", "entailment")


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
    surveys = dict(surveys_of(files.respondents))
    main = surveys[READINGS[0]]
    notes = [*main.notices]
    tables = survey_tables(main)
    if files.answers is None:
        notes += [
            "Without a model's answers RMSE and R2 cannot be computed: they are of the means of its 12 cells a nation.",
            "What the survey says of them stands in nations and survey_cells. Pass --answers FILE with columns nation, "
            "age, sex, question and text.",
        ]
        return Reproduction(ComparisonTable(tuple(_compared({}, "no answers"))), tables, notes)
    scores, told = _scored(files, main, entailment)
    model = model_cells(scores)
    fits = {reading: nation_fits(model, cells_of(survey)) for reading, survey in surveys.items()}
    there = {"", *main.attribute("nation")}
    if elsewhere := Counter(name for name in scores.fields["nation"] if name not in there):
        named = ", ".join(f"{name} ({count})" for name, count in sorted(elsewhere.items()))
        told.append(f"Answers as a nation without respondents of the table here, in no fit: {named}.")
    compared = ComparisonTable(tuple(_compared({row.nation: row for row in fits[READINGS[0]].rows}, "")))
    ours = Projections(scores.projection(), scores.fields)
    tables |= {
        "nation_fits": fits[READINGS[0]],
        "projection_spreads": projection_spreads(ours, projections_of(main), ATTRIBUTES),
    }
    return Reproduction(compared, tables, [*notes, *told, *scores.notices, *model.notices, *_tallies(fits)])


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
        for name, printed in nation_names().items():
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
