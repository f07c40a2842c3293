"""Gaps: how far two regions lie apart in accuracy, F1 and coverage, tested and held against their floor."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from geobias.measures.etiquette.answers import Answers
from geobias.measures.etiquette.cells import regions_of
from geobias.measures.etiquette.scores import COVERAGE
from geobias.measures.etiquette.settings import DEFAULTS, EtiquetteSettings
from geobias.measures.scores import WeightedGroups, score_uncertainty
from geobias.seeds import generator
from geobias.tables import ANSWERED, AS_WRONG, GapIntervalTable, Predictions

ALL_ASKED = "_all"
GAP_METRICS = ("accuracy", f"accuracy{ALL_ASKED}", COVERAGE)
"""What gaps are told of by default: over the answers; with abstentions counted wrong; how much is answered at all."""


def region_gaps(
    answers: Answers, settings: EtiquetteSettings = DEFAULTS, m: int | None = None, dependence: float = 1.0
) -> GapIntervalTable:
    """Every two regions: the signed gap in points with interval and p, corrected over the pairs of a metric (max-T).

    Metrics are those of the settings over the answers; with "_all" behind their names, abstentions counted wrong; and
    "coverage". Statements are drawn anew by units, which keep one weight in both regions; verdicts are those of
    `geobias.relations.judge_gaps`. m : statements of each half for the floor, see `score_uncertainty`.
    dependence : see `WeightedGroups`; 1 = answers to one unit say nothing of those to another.
    """
    rows = []
    for counted, ending in ((ANSWERED, ""), (AS_WRONG, ALL_ASKED)):
        found = _gaps(answers, answers.predictions(counted), settings.metrics, settings, m, dependence)
        rows += [replace(row, metric=f"{row.metric}{ending}") for row in found.rows]
    found = _gaps(answers, _asked(answers), ("accuracy",), settings, m, dependence)
    return GapIntervalTable((*rows, *(replace(row, metric=COVERAGE) for row in found.rows)))


def _asked(answers: Answers) -> Predictions:
    """Whether each statement is answered, as the prediction of a label that all have: its accuracy is the coverage."""
    given = answers.answered.astype(np.float32)[None]
    return Predictions(
        ("model",), np.arange(len(answers)), np.ones(len(answers), dtype=np.int8), given, ("silent", "answered")
    )


def _gaps(
    answers: Answers,
    predictions: Predictions,
    metrics: tuple[str, ...],
    settings: EtiquetteSettings,
    m: int | None,
    dependence: float,
) -> GapIntervalTable:
    rows = {name: np.flatnonzero(answers.regions == name) for name in regions_of(answers)}
    groups = WeightedGroups.of(predictions, rows, metrics, units=answers.units)
    _, gaps = score_uncertainty(
        replace(groups, dependence=dependence),
        m=m,
        level=settings.level,
        replicates=settings.replicates,
        splits=settings.splits,
        margin=settings.margin,
        rng=generator(settings.seed, "etiquette", "gaps"),
    )
    return gaps
