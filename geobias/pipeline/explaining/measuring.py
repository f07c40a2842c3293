"""A pair of groups explained by its words or tokens: three methods on the texts that the run compared."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from geobias.measures import DistanceSettings, Keeping
from geobias.measures.explaining import (
    Compared,
    Estimates,
    ExplainSettings,
    SampleCosts,
    Spoken,
    UnitItems,
    Vocabulary,
    axis_of_items,
    excess_of_items,
    explanation_row,
    odds_of_items,
    parts_of_items,
    sample_costs,
    shares_of_points,
    word_rows,
)
from geobias.parallel import one_blas_thread, single_threaded
from geobias.pipeline.explaining.texts import ComparedTexts
from geobias.pipeline.session import Session
from geobias.relations import judge_words
from geobias.tables import AXIS, LOG_ODDS, TRANSPORT, Explanation, WordDifference


@dataclass(frozen=True)
class Explained:
    """What was found of a pair by one kind of unit.

    places : of either group's texts the place on the axis, float64 (n,).
    """

    spoken: dict[str, Spoken]
    words: tuple[WordDifference, ...]
    wholes: tuple[Explanation, ...]
    places: tuple[np.ndarray, np.ndarray]

    def odds(self) -> dict[str, float]:
        """Word -> its log-odds."""
        return {row.word: row.value for row in self.words if row.method == LOG_ODDS}


def pair_costs(
    texts: ComparedTexts, pair: tuple[str, str], distance: DistanceSettings, keeping: Keeping, session: Session
) -> SampleCosts:
    """What every token costs to bring to other samples, of both groups and of its own."""
    with session.bar(f"Transport, {pair[0]} and {pair[1]}", "samples") as progress:
        return sample_costs(texts.dealt.samples, pair, distance, texts.diameter, keeping.telling(progress))


def explain_by(
    unit: str, spoken: dict[str, Spoken], texts: ComparedTexts, costs: SampleCosts, pair: tuple[str, str],
    settings: ExplainSettings, session: Session,
) -> Explained:  # fmt: skip
    """The three methods; each draws from a stream of its own."""
    a, b = (spoken[name] for name in pair)
    vocabulary = Vocabulary.of((a, b), settings.least, settings.least_units)
    size, of_points = len(vocabulary), (vocabulary.of_points(a), vocabulary.of_points(b))
    counts = vocabulary.counts_by_unit(a), vocabulary.counts_by_unit(b)
    shares = shares_of_points(costs, of_points, size)
    both = np.stack([some.sum(0) for some in counts])
    compared = Compared(pair, unit, vocabulary.items, both, shares[:-1], settings)
    with single_threaded(), one_blas_thread():
        prior = vocabulary.prior(spoken, settings.prior)
        found = {LOG_ODDS: odds_of_items(*counts, prior, settings, session.rng("explain odds", unit, *pair))}
        parts = parts_of_items(costs, of_points, size)
        found[TRANSPORT] = excess_of_items(costs, parts, shares, settings, session.rng("explain excess", unit, *pair))
        items = UnitItems.of((a.clouds, b.clouds), (a.units, b.units), list(of_points))
        found[AXIS], on_axis = axis_of_items(items, size, settings, session.rng("explain axis", unit, *pair))
    rows, wholes = _tabulated(compared, found, texts)
    number = int(a.units.max()) + 1
    return Explained(spoken, rows, wholes, (on_axis[:number][a.units], on_axis[number:][b.units]))


def _tabulated(
    compared: Compared, found: dict[str, Estimates], texts: ComparedTexts
) -> tuple[tuple[WordDifference, ...], tuple[Explanation, ...]]:
    dealt = texts.dealt
    sizes = {"m": dealt.m}
    for side, name in zip("ab", compared.pair, strict=True):
        sizes |= {f"units_{side}": dealt.counts[name], f"samples_{side}": len(dealt.samples[name])}
    rows: list[WordDifference] = []
    wholes: list[Explanation] = []
    for method, estimates in found.items():
        judged = judge_words(list(word_rows(compared, method, estimates)), compared.settings.alpha)
        wholes.append(explanation_row(compared, method, estimates, judged, sizes))
        rows += sorted(judged, key=_place)
    return tuple(rows), tuple(wholes)


def _place(row: WordDifference) -> tuple[float, float]:
    return row.p_max, -abs(row.statistic) if row.method == LOG_ODDS else -row.statistic
