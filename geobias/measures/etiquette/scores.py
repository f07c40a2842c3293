"""Accuracy, F1 and coverage of answers about etiquette by region and type, with what abstentions could change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from geobias.means import known_variance
from geobias.measures.etiquette.answers import Answers, EtiquetteAnswers
from geobias.measures.etiquette.cells import Cell, cells, regions_of
from geobias.measures.etiquette.settings import DEFAULTS, EtiquetteSettings
from geobias.measures.scores import (
    Pigeonhole,
    WeightedGroups,
    pigeonhole_bootstrap,
    pigeonhole_scores,
    unit_share,
    wilson_scores,
)
from geobias.seeds import generator
from geobias.stats import student_widening, wilson_interval
from geobias.tables import EtiquetteCount, EtiquetteCountTable, EtiquetteScore, EtiquetteScoreTable

COVERAGE = "coverage"
_ALL = ("", "")


def region_weights(answers: Answers) -> dict[str, float]:
    """region -> its share of all statements asked about, by which scores of all regions are weighted."""
    return {name: float((answers.regions == name).mean()) for name in regions_of(answers)}


def etiquette_counts(answers: EtiquetteAnswers) -> EtiquetteCountTable:
    """Statements of every cell by truth and answer."""
    positive, said = answers.truth == 1, answers.said
    flags = (
        positive & (said == 1), ~positive & (said == -1), ~positive & (said == 1), positive & (said == -1),
        positive & (said == 0), ~positive & (said == 0),
    )  # fmt: skip
    return EtiquetteCountTable(
        tuple(
            EtiquetteCount(answers.model, *cell, *(int(flag[at].sum()) for flag in flags))
            for cell, at in cells(answers).items()
        )
    )


def etiquette_scores(answers: Answers, settings: EtiquetteSettings = DEFAULTS) -> EtiquetteScoreTable:
    """Coverage and every metric of every cell: over the answers, and with abstentions counted wrong and right.

    The last two are what a score can be at least and at most, as each is the larger the more answers are right. Shares
    of statements have Wilson's interval for as many statements as their units are worth, other scores that of a
    bootstrap of units; see `geobias.measures.scores`. The score of all regions is the mean of theirs, weighted by
    numbers of statements asked about, with the weights taken as given; where a region has no answer it is undefined.
    """
    found = cells(answers)
    rows = [_coverage(answers, cell, at, settings.level) for cell, at in found.items()]
    for counted in settings.counted:
        groups = _groups(answers, found, counted, settings)
        pigeonhole = pigeonhole_bootstrap(
            groups, replicates=settings.replicates, rng=generator(settings.seed, "etiquette", "scores")
        )
        scored = [*pigeonhole_scores(pigeonhole, settings.level).rows, *wilson_scores(groups, settings.level).rows]
        by_place = {(row.metric, row.group): row for row in scored}  # a Wilson interval, where there is one
        overall = {metric: _overall(answers, pigeonhole, found, metric, settings.level) for metric in settings.metrics}
        for place, (cell, at) in enumerate(found.items()):
            for metric in settings.metrics:
                one = by_place[metric, str(place)]
                ends, method = (one.value, one.low, one.high), one.method
                if cell == _ALL:
                    ends, method = overall[metric], "pigeonhole"
                rows.append(_row(answers, (metric, counted), cell, at, (ends, settings.level, method)))
    weights = region_weights(answers)
    return EtiquetteScoreTable(
        tuple(replace(row, weight=weights[row.region]) if row.region and not row.type else row for row in rows)
    )


def _groups(
    answers: Answers, found: Mapping[Cell, np.ndarray], counted: str, settings: EtiquetteSettings
) -> WeightedGroups:
    """Every cell as a group, by its number: names of regions may be any."""
    numbered = {str(place): at for place, at in enumerate(found.values())}
    return WeightedGroups.of(answers.predictions(counted), numbered, settings.metrics, units=answers.units)


def _coverage(answers: Answers, cell: Cell, at: np.ndarray, level: float) -> EtiquetteScore:
    hits = answers.answered[at].astype(np.float64)
    found = unit_share(hits, np.ones(len(at)), answers.units[at], level)
    return _row(answers, (COVERAGE, ""), cell, at, (found, level, "wilson"))


def _overall(
    answers: Answers, pigeonhole: Pigeonhole, found: Mapping[Cell, np.ndarray], metric: str, level: float
) -> tuple[float, float, float]:
    """The weighted mean over the regions; units that regions share keep one weight in a replicate."""
    weights = region_weights(answers)
    places = [place for place, (region, kind) in enumerate(found) if region and not kind]
    shares = np.array([weights[region] for region, kind in found if region and not kind])
    value = min(float(pigeonhole.values[metric][0, places] @ shares), 1.0)
    replicates = pigeonhole.replicates[metric][:, 0][:, places] @ shares
    units = len(np.unique(answers.units))
    if np.isnan(value) or units < 2:
        return value, np.nan, np.nan
    # So many independent statements would have this variance (Korn and Graubard 1998); where nothing varies, as many as
    # there are units.
    variance = float(known_variance(replicates))
    worth = value * (1 - value) / variance if variance > 1e-12 else float(units)
    low, high = wilson_interval(value * worth, worth, level, float(student_widening(units - 1, level)))
    return value, float(low), float(high)


def _row(
    answers: Answers,
    about: tuple[str, str],
    cell: Cell,
    at: np.ndarray,
    found: tuple[Sequence[float], float, str],
) -> EtiquetteScore:
    (value, low, high), level, method = found
    return EtiquetteScore(
        *(answers.model, *about, *cell),
        value=value,
        low=low,
        high=high,
        level=level,
        n=len(at),
        answered=int(answers.answered[at].sum()),
        units=len(np.unique(answers.units[at])),
        method=method,
    )
