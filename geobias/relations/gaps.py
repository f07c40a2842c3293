"""The one judge of gaps: do two groups fare unequally, or alike within the margin?"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from geobias.errors import InputError
from geobias.relations.lacking import corrected
from geobias.relations.pairs import Telling, answer, census, of_regions, word_of, word_of_all
from geobias.relations.stating import Verdict, ends, level
from geobias.stats import holm, write_p
from geobias.tables import FEW_SAMPLES, GAP, NOT_COMPUTED, UNTESTABLE, GapInterval, GapIntervalTable, Quantity

LEAST_UNITS = 8
"""Units of a group below which its scores are not tested: resampled, so few do not show how they vary."""


def judge_gaps(
    table: GapIntervalTable, pooled_groups: Sequence[str], alpha: float = 0.05, least_units: int = LEAST_UNITS
) -> GapIntervalTable:
    """The table with the verdicts of its pairs of regions; pairs with a pooled group are left as they are.

    Over the pairs of one metric a pair is "different" where its p is at most `alpha` after max-T (after Holm where one
    of them has no `p_max`); else "equivalent within the margin" where the p of its equivalence test is, after Holm; it
    "cannot be tested" where a group has fewer than `least_units` units, is "not computed" without a p, and else "not
    separable".
    """
    alpha = level(alpha)
    rows, metrics = list(table.rows), defaultdict(list)
    for at in of_regions(rows, pooled_groups):
        metrics[rows[at].metric].append(at)
    for places in metrics.values():
        pairs = [rows[at] for at in places]
        enough = [_enough(row, least_units) for row in pairs]
        adjusted, least, _ = _corrected(pairs, enough)
        # So few units show neither a difference nor that there is none.
        equivalent = holm([row.p_equivalent if known else math.nan for row, known in zip(pairs, enough, strict=True)])
        for i, at in enumerate(places):
            word = word_of(adjusted[i], equivalent[i], least[i], alpha)
            lacks = FEW_SAMPLES if word == UNTESTABLE else ""
            rows[at] = replace(rows[at], verdict=word, alpha=alpha, lacking=lacks)
    return replace(table, rows=tuple(rows))


def _enough(row: GapInterval, least_units: int) -> bool:
    """Whether both groups have units enough; 0 = they were not counted."""
    return not 0 < min(row.units_a, row.units_b) < least_units


def _corrected(rows: Sequence[GapInterval], enough: Sequence[bool]) -> tuple[list[float], list[float], str]:
    """A p that is read off a law can be as small as one likes; that of too few units is worth nothing."""
    adjusted, _, correction = corrected([row.p for row in rows], [row.p_max for row in rows], [0.0] * len(rows))
    return adjusted, [0.0 if known else 1.0 for known in enough], correction


def gap_verdict(
    table: GapIntervalTable, metric: str, noun: str = "region", resampled: str = "models and texts"
) -> Verdict:
    """The verdict on all pairs of regions by one metric, as `judge_gaps` filled them in.

    noun : what is compared. resampled : what the p is over.

    Raises `InputError` where the table has no such metric.
    """
    pairs = [row for row in table.rows if row.metric == metric]
    if not pairs:
        raise InputError(
            "a verdict on gaps needs pairs of groups",
            f"there is none of {metric!r}",
            f"There are {list(dict.fromkeys(row.metric for row in table.rows))}.",
        )
    tested = [row for row in pairs if row.verdict not in ("", NOT_COMPUTED)]
    if not tested:
        return Verdict(
            UNTESTABLE, f"No gap of two {noun}s could be tested.", answer="It cannot be said: no gap could be tested."
        )
    telling = replace(TELLING, noun=noun)
    if all(row.verdict == UNTESTABLE for row in tested):
        sentence = f"{census(tested, of=f' of {noun}s')} by {Quantity(GAP, metric)}."
        return Verdict(
            UNTESTABLE, sentence, n_tested=len(tested), alpha=tested[0].alpha, answer=answer(tested, telling)
        )
    p, least, correction = _corrected(tested, [row.verdict != UNTESTABLE for row in tested])
    known = [i for i, row in enumerate(tested) if row.verdict != UNTESTABLE]
    best = min(known, key=lambda i: (p[i], -abs(tested[i].gap)))
    row = tested[best]
    sentence = (
        f"{census(tested, of=f' of {noun}s')} by {Quantity(GAP, metric)} (p under {resampled} resampled, "
        f"{correction} over pairs, at level {row.alpha:g}). Clearest: {row.group_a}–{row.group_b}, {_effect(row)}, "
        f"{_both(row.p, p[best])}."
    )
    return Verdict(
        word_of_all(row.verdict for row in tested),
        sentence,
        p_adjusted=p[best],
        correction=correction,
        n_tested=len(tested),
        p_attainable=min(least),
        alpha=row.alpha,
        answer=answer(tested, telling),
    )


def _both(p: float, adjusted: float) -> str:
    """The p of the pair alone, which its interval goes with, and the one that decides; once where they are one."""
    alone, decides = write_p(p, "p"), write_p(adjusted, "p")
    return decides if alone == decides else f"{alone} before correction and {decides} after it"


def _effect(row: GapInterval) -> str:
    return f"{Quantity(GAP, row.metric)} {row.gap:+.1f} points{ends(row.low, row.high, row.level, '+.1f')}"


def _detectable(row: GapInterval) -> float:
    """Infinite where a gap is tested, and none could have been found."""
    return math.inf if math.isnan(row.detectable) and not math.isnan(row.p) else row.detectable


TELLING = Telling(
    one="fares unequally",
    several="fare unequally",
    effect=_effect,
    size=lambda row: abs(row.gap),
    detectable=_detectable,
    margin=lambda row: row.margin,
    put=lambda points: f"a gap of {points:.1f} points",
    largest=100.0,
)
