"""Means of what is stated, written and answered, by nation and value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from geobias.arguments import number
from geobias.errors import require
from geobias.measures.resonance.clusters import clustered_mean
from geobias.measures.resonance.personas import Personas, survey_rows
from geobias.measures.resonance.scores import ResonanceScores
from geobias.measures.resonance.stated import StatedScores
from geobias.measures.resonance.statements import ends
from geobias.tables import STATED, WRITTEN, StatedValue, StatedValueTable, SurveyCell, SurveyCellTable

NO_PROJECTION = "not all of its values have an item's question"


def stated_values(
    stated: StatedScores,
    written: ResonanceScores,
    survey: SurveyCellTable | None = None,
    *,
    items: Mapping[str, str] | None = None,
    level: float = 0.95,
) -> StatedValueTable:
    """Means of every nation and value, of the personas that both sides were asked of.

    A persona is one unit, however many designs and samples it was asked by: its answers and its texts are averaged, and
    intervals are Student's over personas, paired for the difference. They say how other personas of the kind would
    lie; of texts, what answers would do to the mean alone is in them too.

    Parameters
    ----------
    survey : means by nation of the items and of the projection: `cell_means(survey, ["nation"], items=[...])`, perhaps
        with the rows of everybody. items : value -> the survey's item, where it has another name.

    Raises `InputError` where both sides share no persona or value.
    """
    level = number("level", level, "lie in (0, 1)", lambda v: 0 < v < 1, "Pass 0.95.")
    people = Personas.of(stated, written)
    answered = survey_rows(survey, people.names, items or {})
    rows = []
    for nation in [*people.nations, ""]:
        here = people.nation == nation if nation else np.ones(len(people.nation), dtype=bool)
        for at, name in enumerate(people.names):
            columns = {side: people.means[side][here, at] for side in (STATED, WRITTEN)}
            told = _told(columns, level) | _surveyed(answered.get((nation, name)), level)
            counts = {f"n_{side}": int(people.counts[side][here, at].sum()) for side in columns}
            note = NO_PROJECTION if not name and np.isnan(told["stated"]) else ""
            rows.append(StatedValue(nation, name, level=level, note=note, **told, **counts))
    return StatedValueTable(tuple(rows))


def _told(columns: Mapping[str, np.ndarray], level: float) -> dict[str, Any]:
    """Both means and their difference over the personas that have both."""
    known = ~np.isnan(columns[STATED]) & ~np.isnan(columns[WRITTEN])
    a, b = (columns[side][known] for side in (STATED, WRITTEN))
    if not len(a):
        return {"stated": np.nan, "personas": 0}
    found = clustered_mean(np.column_stack([a, b, a - b]))
    low, high = ends(found, level)
    out: dict[str, Any] = {"personas": len(a)}
    for at, name in enumerate((STATED, WRITTEN, "difference")):
        out |= {name: float(found.mean[at]), f"{name}_low": float(low[at]), f"{name}_high": float(high[at])}
    return out | {f"{side}_error": float(found.error[at]) for at, side in enumerate((STATED, WRITTEN))}


def _surveyed(cell: SurveyCell | None, level: float) -> dict[str, Any]:
    if cell is None:
        return {}
    law = require("scipy.stats", extra="study", purpose="intervals of means")
    half = float(law.t.ppf((1 + level) / 2, max(cell.n - 1, 1))) * cell.se
    return {
        "survey": cell.mean, "survey_error": cell.se, "survey_low": cell.mean - half, "survey_high": cell.mean + half,
        "n_survey": cell.n,
    }  # fmt: skip
