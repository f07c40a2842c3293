"""Nations beside references: their means over designs, the survey's means, and the cultural map's scores."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from geobias.corpora.survey import NATION, Survey, cell_means, declare, load_iw_scores
from geobias.measures.resonance import DesignMeans, ResonanceScores, group_means, nation_orders
from geobias.relations import judge_orders
from geobias.studies.resonance.settings import ResonancePlan
from geobias.tables import NationOrderTable, NationPlace, NationPlaceTable

SURVEY, MAP = "survey", "cultural map"
Means = Mapping[str, tuple[float, float]]
"""nation -> its mean and the standard error of what it has beside the others"""


def over_designs(table: DesignMeans) -> Means:
    """What moves all nations alike is left out of the errors: it changes no order."""
    apart = table.by_design - table.by_design.mean(0)
    error = np.maximum(apart.std(1, ddof=1) / np.sqrt(apart.shape[1]), table.answer_errors)
    return dict(zip(table.nations, zip(table.by_design.mean(1), error, strict=True), strict=True))


def of_own_design(scores: ResonanceScores, plan: ResonancePlan) -> Means:
    """Where there is one design alone; prompts are the clusters."""
    return group_means(scores, plan.group, plan.scoring)


def refer(
    means: Means, survey: Survey | None, plan: ResonancePlan
) -> tuple[NationPlaceTable, NationOrderTable, tuple[str, ...]]:
    """Places of the nations by every reference that there is, the judged orders, and notices."""
    rows: list[NationPlace] = []
    notices: tuple[str, ...] = ()
    if survey is not None:
        cells = {cell.nation: cell for cell in cell_means(survey, (NATION,), least=plan.least).rows}
        shared = [(name, cells[name]) for name in means if name in cells]
        rows += [NationPlace(SURVEY, name, *means[name], cell.mean, cell.se, cell.n) for name, cell in shared]
    if plan.iw is not None:
        scores, notices = _on_the_map(plan.iw, list(means))
        rows += [NationPlace(MAP, name, *means[name], value, 0.0) for name, value in scores.items()]
    places = NationPlaceTable(tuple(rows))
    return places, judge_orders(nation_orders(places, plan), alpha=1 - plan.level), notices


def _on_the_map(path: str, nations: list[str]) -> tuple[dict[str, float], tuple[str, ...]]:
    """Nation -> how traditional it is on the map, and notices."""
    found = load_iw_scores(path)
    there, known = {row.nation: -row.secular for row in found.table.rows}, declare("wvs7").nation
    partner = {name: next((one for one in (name, known.name_of(name)) if one in there), None) for name in nations}
    lost = [name for name, one in partner.items() if one is None]
    said = (f"The cultural map has no score of {', '.join(lost)}.",) if lost else ()
    return {name: there[one] for name, one in partner.items() if one is not None}, (*found.notices, *said)
