"""Intervals of alignment: r, what of it survives correction, and alpha, with items and annotators both drawn anew."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from geobias.corpora import Judgements
from geobias.errors import require
from geobias.measures.alignment.alpha import alpha_influence
from geobias.measures.alignment.columns import Columns, Family, by_known, items_for
from geobias.measures.alignment.halves import split_half
from geobias.measures.alignment.moments import GroupAnswers
from geobias.measures.alignment.settings import AlignmentSettings
from geobias.measures.alignment.statistics import CORRECTED, LATENT, MATCHED, R, measure, reliability
from geobias.seeds import generator
from geobias.stats import TwoWaySpread, benjamini_hochberg, holm
from geobias.tables import ALPHA, AlignmentInterval, AlignmentIntervalTable

SHARED_NOISE = "above 1: the source shares the group's noise, as one made of its own answers does"
ONE_ANNOTATOR = "no interval: one annotator does not tell how others would answer"
Attributes = Sequence[str | Sequence[str]]
FISHER = (R, MATCHED)
"""Coefficients whose errors are those of Fisher's z; the others may lie beyond 1, where there is none."""


def alignment_intervals(
    judgements: Judgements, attributes: Attributes, settings: AlignmentSettings | None = None
) -> AlignmentIntervalTable:
    """Every coefficient of every group of every attribute, and of everybody, with every source; and alpha of each.

    Errors are those of `geobias.stats.two_way_spread` with Student's quantile: of r and "matched" on Fisher's z (1921),
    of alpha on -log(1 - alpha), of "corrected" and "latent" as they are. What r with few annotators of an item comes to
    is what its interval is for; "corrected" and "latent" are for r with any number of them.

    Parameters
    ----------
    attributes : names, or lists of several that are crossed.

    >>> from geobias.corpora import make_judgements
    >>> table = alignment_intervals(make_judgements(), ["region"]).to_frame()
    >>> table.groupby("statistic").size().to_dict()
    {'alpha': 5, 'corrected': 10, 'latent': 10, 'matched': 10, 'r': 10}
    """
    chosen = settings or AlignmentSettings()
    rows: list[AlignmentInterval] = []
    for attribute in ((), *attributes):
        family = Family.of(judgements, attribute, chosen)
        for group in family.cells:
            rows += _alpha_row(judgements, family, group, chosen)
            for statistic in chosen.statistics:
                rows += _rows(judgements, family, group, statistic, chosen)
    return AlignmentIntervalTable(tuple(_corrected(rows)))


def _rows(
    judgements: Judgements, family: Family, group: str, statistic: str, settings: AlignmentSettings
) -> Iterator[AlignmentInterval]:
    cell = family.cells[group]
    for names, known, values in by_known(judgements):
        empty = [
            AlignmentInterval(statistic, name, family.name, group, level=settings.level, per_item=family.per_item)
            for name in names
        ]
        if group in family.hidden:
            yield from (replace(row, note=family.hidden[group], n_annotators=cell.annotators) for row in empty)
            continue
        answers = GroupAnswers.of(judgements, cell.judgements, items_for(judgements, cell, known, statistic))
        found = measure(answers, values[:, answers.items], statistic, family.per_item)
        columns = Columns(judgements)
        columns.add([(answers, found, np.ones(len(names)))])
        ends = _ends(found.values, columns.spread(), statistic, settings.level)
        sizes: dict[str, Any] = {
            "n_annotators": len(np.unique(answers.annotator)),
            "n_items": len(answers),
            "n_judgements": len(answers.y),
            "reliability": reliability(answers),
        }
        if statistic == CORRECTED:
            rng = generator(settings.seed, "split halves", family.name, group)
            sizes["split_half"] = split_half(answers, settings.splits, rng)
        for row, numbers in zip(empty, ends, strict=True):
            beyond = SHARED_NOISE if statistic in (CORRECTED, LATENT) and numbers["low"] > 1 else ""
            alone = ONE_ANNOTATOR if sizes["n_annotators"] < 2 else ""
            note = found.note if np.isnan(numbers["value"]) else alone or beyond
            yield replace(row, **numbers, **sizes, note=note)


def _alpha_row(
    judgements: Judgements, family: Family, group: str, settings: AlignmentSettings
) -> Iterator[AlignmentInterval]:
    cell = family.cells[group]
    row = AlignmentInterval(ALPHA, "", family.name, group, level=settings.level, n_annotators=cell.annotators)
    if group in family.hidden:
        yield replace(row, note=family.hidden[group])
        return
    answers = GroupAnswers.of(judgements, cell.judgements, np.ones(len(judgements.items), dtype=bool))
    found = alpha_influence(answers, judgements.answers[answers.judgements], settings.scale)
    columns = Columns(judgements)
    columns.add([(answers, found, np.ones(1))])
    numbers = _ends(found.values, columns.spread(), ALPHA, settings.level)[0]
    yield replace(row, **numbers, note=found.note, n_items=len(answers), n_judgements=len(answers.y))


def _ends(values: np.ndarray, spread: TwoWaySpread, statistic: str, level: float) -> list[dict[str, Any]]:
    """value, low, high, error, df and p of each."""
    law = require("scipy.stats", extra="study", purpose="intervals of alignment")
    there, slope, back = scale_of(statistic)
    with np.errstate(divide="ignore", invalid="ignore"):
        error = np.where(np.isnan(values) | (spread.error == 0), np.nan, spread.error * slope(values))
        half, middle = law.t.ppf((1 + level) / 2, spread.df) * error, there(values)
        p = 2 * law.t.sf(np.abs(middle) / error, spread.df)
    parts = (values, back(middle - half), back(middle + half), error, spread.df, p)
    names = ("value", "low", "high", "error", "df", "p")
    return [dict(zip(names, map(float, row), strict=True)) for row in zip(*parts, strict=True)]


Scale = Callable[[np.ndarray], np.ndarray]


def scale_of(statistic: str) -> tuple[Scale, Scale, Scale]:
    """The scale on which a statistic has its error: there, its slope, and back."""
    if statistic in FISHER:
        return np.arctanh, lambda r: 1 / (1 - r**2), np.tanh
    if statistic == ALPHA:
        return lambda a: -np.log1p(-a), lambda a: 1 / (1 - a), lambda x: -np.expm1(-x)
    return np.positive, np.ones_like, np.positive


def _corrected(rows: Sequence[AlignmentInterval]) -> list[AlignmentInterval]:
    """With Holm and Benjamini-Hochberg over the groups of one source, those of all attributes, everybody left out."""
    families: dict[tuple[str, str], list[int]] = defaultdict(list)
    for place, row in enumerate(rows):
        if row.group:
            families[row.statistic, row.source].append(place)
    out = list(rows)
    for places in families.values():
        p = np.array([rows[place].p for place in places])
        for place, one, other in zip(places, holm(p), benjamini_hochberg(p), strict=True):
            out[place] = replace(out[place], p_holm=float(one), q_bh=float(other))
    return out
