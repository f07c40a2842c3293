"""The own part: how much further a source agrees with a group than it does with the others of its attribute."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from geobias.corpora import Judgements
from geobias.errors import require
from geobias.measures.alignment.columns import Columns, Family, by_known, items_for
from geobias.measures.alignment.intervals import FISHER, SHARED_NOISE, Attributes
from geobias.measures.alignment.moments import GroupAnswers
from geobias.measures.alignment.settings import AlignmentSettings
from geobias.measures.alignment.statistics import LATENT, measure
from geobias.seeds import generator
from geobias.stats import corrected_by_largest
from geobias.tables import AlignmentPart, AlignmentPartTable


def own_parts(
    judgements: Judgements, attributes: Attributes, settings: AlignmentSettings | None = None, statistic: str = LATENT
) -> AlignmentPartTable:
    """Every group's coefficient as that of the other groups, on average, and what is its own beyond them.

    A source that says what everybody thinks agrees with every group, and no group has a part of its own. Coefficients
    that few answers or noise make smaller ("r", "matched") would call that a part: "latent" or "corrected" is meant.
    Each group has its coefficient on all items that it answered; errors are those of `alignment_differences`. A source
    that one group's own answers made (its coefficient lies above 1) is tested for no group.
    """
    chosen = settings or AlignmentSettings()
    rows: list[AlignmentPart] = []
    for attribute in attributes:
        rows += _of_family(judgements, Family.of(judgements, attribute, chosen), statistic, chosen)
    return AlignmentPartTable(tuple(rows))


def _of_family(
    judgements: Judgements, family: Family, statistic: str, settings: AlignmentSettings
) -> list[AlignmentPart]:
    columns, rows = Columns(judgements), []
    for names, known, values in by_known(judgements):
        groups = {
            g: GroupAnswers.of(judgements, cell.judgements, items_for(judgements, cell, known, statistic))
            for g, cell in family.told.items()
        }
        found = {g: measure(one, values[:, one.items], statistic, family.per_item) for g, one in groups.items()}
        measured = [g for g in groups if not np.isnan(found[g].values).all()]
        for group in groups:
            others = [g for g in measured if g != group]
            told = group in measured and bool(others)
            note = found[group].note or ("" if others else "no other group is told")
            whole, rest = found[group].values, np.full(len(names), np.nan)
            if told:
                rest = np.mean([found[g].values for g in others], axis=0)
                weights = {group: 1.0} | {g: -1 / len(others) for g in others}
                columns.add([(groups[g], found[g], np.full(len(names), weight)) for g, weight in weights.items()])
            for name, one, mean in zip(names, whole, rest, strict=True):
                row = AlignmentPart(statistic, name, family.name, group, float(one), float(mean), note=note)
                rows.append(replace(row, n_groups=len(measured), n_annotators=family.cells[group].annotators))
    tested = [place for place, row in enumerate(rows) if not np.isnan(row.others)]
    if tested:
        rng = generator(settings.seed, "own parts", family.name, statistic)
        for place, row in zip(tested, _tested([rows[at] for at in tested], columns, settings, rng), strict=True):
            rows[place] = row
    return rows


def _tested(
    rows: list[AlignmentPart], columns: Columns, settings: AlignmentSettings, rng: np.random.Generator
) -> list[AlignmentPart]:
    law = require("scipy.stats", extra="study", purpose="tests of alignment")
    spread, own = columns.spread(), np.array([row.whole - row.others for row in rows])
    quantile = law.t.ppf((1 + settings.level) / 2, spread.df)
    beyond = np.array([row.whole for row in rows]) - quantile * columns.first > 1
    shared = {row.source for row, one in zip(rows, beyond, strict=True) if one and row.statistic not in FISHER}
    error = np.where([row.source in shared for row in rows], np.nan, spread.error)
    with np.errstate(divide="ignore", invalid="ignore"):
        p = 2 * law.t.sf(np.abs(own) / error, spread.df)
    half = quantile * error
    p_max = corrected_by_largest(p, spread.covariance, draws=settings.draws, rng=rng)[0]
    share = own / [row.whole or np.nan for row in rows]
    found = {"own": own, "low": own - half, "high": own + half, "p": p, "p_max": p_max, "share": share}
    out = []
    for place, row in enumerate(rows):
        numbers: dict[str, Any] = {name: float(values[place]) for name, values in found.items()}
        note = SHARED_NOISE if row.source in shared else row.note
        out.append(replace(row, **numbers, level=settings.level, note=note))
    return out
