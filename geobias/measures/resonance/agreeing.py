"""Does a model say what it writes, and either what respondents answered? Coefficients over nations and personas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from statistics import NormalDist
from typing import Any

import numpy as np

from geobias.arguments import number
from geobias.errors import require
from geobias.measures.resonance.personas import SIDES, Personas, survey_rows
from geobias.measures.resonance.scores import ResonanceScores
from geobias.measures.resonance.stated import StatedScores
from geobias.stats import pearson, spearman
from geobias.tables import (
    CELLS,
    NATIONS,
    STATED,
    SURVEY,
    WRITTEN,
    StatedAgreement,
    StatedAgreementTable,
    SurveyCellTable,
)

LEAST = 4
"""Pairs below which Fisher's scale has no error."""
FEW, ALIKE = f"fewer than {LEAST} nations", "one side has one value for all"
_EDGE = 1 - 1e-12


def stated_agreement(
    stated: StatedScores,
    written: ResonanceScores,
    survey: SurveyCellTable | None = None,
    *,
    items: Mapping[str, str] | None = None,
    level: float = 0.95,
) -> StatedAgreementTable:
    """Pearson's r of every two sides in every value and in the projection; parameters as of `stated_values`.

    Between nations r is of their means, one pair a nation; its interval is Fisher's (1921), z +- q / sqrt(n - 3).
    Between the personas of a nation (ages and sexes) there is an r for each nation, and what is told is the mean of
    their z with Student's interval over nations, so that personas of one nation need not be independent of each other.
    Means are noisy, and noise draws r towards 0: it is the agreement that shows, not that of means without end. No p is
    corrected for the number of values.

    Raises `InputError` where both sides share no persona or value.
    """
    level = number("level", level, "lie in (0, 1)", lambda v: 0 < v < 1, "Pass 0.95.")
    people = Personas.of(stated, written)
    means = {side: people.nation_means(side) for side in (STATED, WRITTEN)}
    answered = survey_rows(survey, people.names, items or {})
    if answered:
        of = [[answered.get((nation, name)) for name in people.names] for nation in people.nations]
        means[SURVEY] = np.array([[np.nan if cell is None else cell.mean for cell in row] for row in of])
    rows: list[StatedAgreement] = []
    for a, b in combinations([side for side in SIDES if side in means], 2):
        for at, name in enumerate(people.names):
            told = _of_nations(means[a][:, at], means[b][:, at], level)
            rows.append(StatedAgreement(name, a, b, NATIONS, level=level, **told))
    for at, name in enumerate(people.names):
        told = _of_cells(list(_by_nation(people, at)), level)
        rows.append(StatedAgreement(name, STATED, WRITTEN, CELLS, level=level, **told))
    return StatedAgreementTable(tuple(rows))


def _of_nations(x: np.ndarray, y: np.ndarray, level: float) -> dict[str, Any]:
    known = ~np.isnan(x) & ~np.isnan(y)
    x, y, n = x[known], y[known], int(known.sum())
    counts = {"units": n, "nations": n}
    if n < LEAST:
        return {**counts, "note": FEW}
    found = pearson(x, y)
    r = found.statistic
    if np.isnan(r):
        return {**counts, "note": ALIKE}
    z, half = np.arctanh(np.clip(r, -_EDGE, _EDGE)), NormalDist().inv_cdf((1 + level) / 2) / np.sqrt(n - 3)
    ends = {"low": float(np.tanh(z - half)), "high": float(np.tanh(z + half))}
    return {**counts, **ends, "r": r, "p": found.pvalue, "spearman": spearman(x, y).statistic}


def _by_nation(people: Personas, at: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    for nation in people.nations:
        here = people.nation == nation
        x, y = (people.means[side][here, at] for side in (STATED, WRITTEN))
        known = ~np.isnan(x) & ~np.isnan(y)
        yield x[known], y[known]


def _of_cells(pairs: list[tuple[np.ndarray, np.ndarray]], level: float) -> dict[str, Any]:
    """The mean of the nations' z, of those with four personas whose both sides vary."""
    law = require("scipy.stats", extra="study", purpose="intervals of means")
    long = [(x, y) for x, y in pairs if len(x) >= LEAST]
    found = [(pearson(x, y).statistic, spearman(x, y).statistic, len(x)) for x, y in long]
    kept = [one for one in found if not np.isnan(one[0])]
    counts = {"units": sum(n for *_, n in kept), "nations": len(kept)}
    if len(kept) < 2:
        return {**counts, "note": ALIKE if len(long) > 1 else f"fewer than two nations with {LEAST} personas"}
    z = np.arctanh(np.clip([r for r, *_ in kept], -_EDGE, _EDGE))
    middle, error = float(z.mean()), float(z.std(ddof=1) / np.sqrt(len(z)))
    half = float(law.t.ppf((1 + level) / 2, len(z) - 1)) * error
    p = float(2 * law.t.sf(abs(middle) / error, len(z) - 1)) if error > 0 else np.nan
    ends = {"low": float(np.tanh(middle - half)), "high": float(np.tanh(middle + half))}
    ranks = float(np.mean([rank for _, rank, _ in kept]))
    return {**counts, **ends, "r": float(np.tanh(middle)), "p": p, "spearman": ranks}
