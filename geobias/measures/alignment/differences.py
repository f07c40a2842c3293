"""Is a source more aligned with one group than with another? Differences on the items that both groups answered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from geobias.corpora import Judgements
from geobias.errors import require
from geobias.measures.alignment.columns import Columns, Family, by_known, items_for
from geobias.measures.alignment.difference_ends import Ends
from geobias.measures.alignment.intervals import FISHER, SHARED_NOISE, Attributes, scale_of
from geobias.measures.alignment.moments import GroupAnswers
from geobias.measures.alignment.settings import AlignmentSettings
from geobias.measures.alignment.statistics import CORRECTED, LATENT, TOO_MANY_GRADES, Measured, measure
from geobias.seeds import generator
from geobias.stats import benjamini_hochberg, corrected_by_largest, holm
from geobias.tables import AlignmentDifference, AlignmentDifferenceTable

POWER = 0.8


def alignment_differences(
    judgements: Judgements, attributes: Attributes, settings: AlignmentSettings | None = None
) -> AlignmentDifferenceTable:
    """Every pair of groups of every attribute with every source, by every coefficient, on items that both answered.

    Raw r differs between groups for their numbers of annotators, their noise and their sensitivity alike. "matched"
    takes the first away: r at one number of annotators of an item, as averaging over all ways to leave annotators out
    would give it. "corrected" takes their noise away too. "latent" takes the bend away that answers get where they pile
    up at an end of the scale, and is the row that decides: it asks whether the opinions behind the answers go with the
    source alike. It assumes that opinions of items, and annotators around them, are about normal, and that sensitivity
    moves all opinions of a group by one amount or factor.

    Attributes with one group that is told have no row. Where a corrected coefficient lies above 1 with its interval,
    the source was made of the group's own answers: the difference stands without a test, and the row's note says so.

    Errors and p are Student's (see `alignment_intervals`), and an interval is put together from those of the two
    coefficients (`geobias.stats.difference_ends`). `p_max` compares each p with the largest of the attribute's family
    under their joint normal law, stepping down.

    >>> from geobias.corpora import make_judgements
    >>> table = alignment_differences(make_judgements(), ["region"], AlignmentSettings(statistics=("latent",)))
    >>> best = min(table.rows, key=lambda row: row.p_max)
    >>> best.source, best.group_a, best.p_max < 0.05
    ('labels', 'north', True)
    """
    chosen = settings or AlignmentSettings()
    rows: list[AlignmentDifference] = []
    for attribute in attributes:
        family = Family.of(judgements, attribute, chosen)
        for statistic in chosen.statistics:
            rows += _tested(judgements, family, statistic, chosen)
    return AlignmentDifferenceTable(tuple(_deciding(rows)))


def _tested(
    judgements: Judgements, family: Family, statistic: str, settings: AlignmentSettings
) -> list[AlignmentDifference]:
    """The rows of one family."""
    columns, rows = Columns(judgements), []
    for row, parts in _pairs(judgements, family, statistic):
        columns.add(parts)
        rows += row
    if not rows:
        return []
    rng = generator(settings.seed, "alignment differences", family.name, statistic)
    tested = Tests.of(rows, columns, settings, rng)
    return [tested.filled(place, replace(row, level=settings.level)) for place, row in enumerate(rows)]


Part = tuple[GroupAnswers, Measured, np.ndarray]


def _pairs(
    judgements: Judgements, family: Family, statistic: str
) -> Iterator[tuple[list[AlignmentDifference], list[Part]]]:
    """Rows of two groups with the sources known of the same items, and what moves them."""
    slope = scale_of(statistic)[1]
    for names, known, values in by_known(judgements):
        found: dict[tuple[str, bytes], tuple[GroupAnswers, Measured]] = {}
        for a, b in combinations(family.told, 2):
            shared = known
            for group in (a, b):
                shared = items_for(judgements, family.cells[group], shared, statistic)
            for group in (a, b):
                key = group, shared.tobytes()
                if key not in found:
                    answers = GroupAnswers.of(judgements, family.cells[group].judgements, shared)
                    sources = values[:, answers.items]
                    found[key] = answers, measure(answers, sources, statistic, family.per_item)
            (first, one), (second, other) = found[a, shared.tobytes()], found[b, shared.tobytes()]
            sizes: dict[str, Any] = {"n_items": int(shared.sum()), "per_item": family.per_item}
            sizes |= {"n_a": family.cells[a].annotators, "n_b": family.cells[b].annotators}
            rows = [
                AlignmentDifference(statistic, name, family.name, a, b, float(x), float(y), note=one.note or other.note)
                for name, x, y in zip(names, one.values, other.values, strict=True)
            ]
            weights = (np.nan_to_num(slope(part.values)) for part in (one, other))
            parts = list(zip((first, second), (one, other), weights, strict=True))
            yield [replace(row, **sizes) for row in rows], [parts[0], (*parts[1][:2], -parts[1][2])]


@dataclass(frozen=True)
class Tests:
    """What the tests of a family give.

    columns : float64 (T,) each, see `AlignmentDifference`, whose columns they are. shared : bool (T,), where the source
        shares the noise of a group, so that nothing is tested.
    """

    columns: dict[str, np.ndarray]
    shared: np.ndarray

    @classmethod
    def of(
        cls,
        rows: list[AlignmentDifference],
        columns: Columns,
        settings: AlignmentSettings,
        rng: np.random.Generator,
    ) -> Tests:
        """Intervals by Student's law, and p = 1 less the level at which an interval ends at 0."""
        law = require("scipy.stats", extra="study", purpose="tests of alignment")
        a, b = np.array([[row.a, row.b] for row in rows]).T
        spread, (there, slope, _) = columns.spread(), scale_of(rows[0].statistic)
        quantile = law.t.ppf((1 + settings.level) / 2, spread.df)
        shared = np.zeros(len(rows), dtype=bool)
        with np.errstate(divide="ignore", invalid="ignore"):
            if rows[0].statistic not in FISHER:
                shared = (np.stack([a, b]) - quantile * columns.alone > 1).any(0)
            apart = there(a) - there(b)
            error = np.where(np.isnan(apart) | (spread.error == 0) | shared, np.nan, spread.error)
            back = np.where(np.abs(apart) > 1e-9, (a - b) / apart, 1 / slope((a + b) / 2))
            ends = Ends.of(rows[0].statistic, a, b, columns, error)
            low, high = ends(quantile)
            t = ends.touching()
        p = 2 * law.t.sf(np.abs(t), spread.df)
        p_max, critical = corrected_by_largest(
            p, spread.covariance, level=settings.level, draws=settings.draws, rng=rng
        )
        needed = law.t.isf(law.norm.sf(critical), spread.df) + law.t.ppf(POWER, spread.df)
        return cls(
            {
                "difference": a - b, "low": low, "high": high, "error": error,
                "t": t, "df": spread.df, "p": p,
                "p_holm": holm(p), "q_bh": benjamini_hochberg(p), "p_max": p_max,
                "detectable": back * needed * error,
            },
            shared,
        )  # fmt: skip

    def filled(self, place: int, row: AlignmentDifference) -> AlignmentDifference:
        numbers: dict[str, Any] = {name: float(values[place]) for name, values in self.columns.items()}
        return replace(row, **numbers, note=SHARED_NOISE if self.shared[place] else row.note)


def _deciding(rows: list[AlignmentDifference]) -> Iterator[AlignmentDifference]:
    """With the rows that decide marked: latent ones, and where answers have no grades the corrected ones."""
    graded = {_key(row): row.note != TOO_MANY_GRADES for row in rows if row.statistic == LATENT}
    for row in rows:
        decides = LATENT if graded.get(_key(row), False) else CORRECTED
        yield replace(row, decisive=row.statistic == decides)


def _key(row: AlignmentDifference) -> tuple[str, ...]:
    return row.source, row.attribute, row.group_a, row.group_b
