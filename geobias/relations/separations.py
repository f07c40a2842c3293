"""The one judge of separations: do any two regions lie further apart than a region from itself?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from geobias.errors import InputError
from geobias.relations.lacking import HOLM, corrected, lacking
from geobias.relations.pairs import Telling, answer, of_regions, word_of, word_of_all
from geobias.relations.stating import Verdict, level
from geobias.tables import (
    DIFFERENT,
    FEW_SAMPLES,
    MANY_PAIRS,
    NOT_COMPUTED,
    UNTESTABLE,
    Separation,
    SeparationTable,
)

TELLING = Telling(
    one="lies further apart than samples of one region", several="lie further apart than samples of one region"
)


def judge_separations(table: SeparationTable, pooled_groups: Sequence[str], alpha: float = 0.05) -> SeparationTable:
    """One quantity's table with the verdicts of its pairs of regions; pairs with a pooled group are left as they are.

    A pair is "different" where its permutation p, after Holm over the pairs of regions, is at most `alpha`; it "cannot
    be tested" where no permutation could have given that, is "not computed" without a p, and else "not separable".
    `lacking` says what a test lacks: samples enough for a small p at all ("so few samples"), permutations where more
    could be drawn ("so few permutations"), or either for "so many pairs" as are corrected for.
    """
    alpha = level(alpha)
    rows, places = list(table.rows), of_regions(table.rows, pooled_groups)
    adjusted, least, _ = _corrected([rows[at] for at in places])
    for i, at in enumerate(places):
        row, word, lacks = rows[at], word_of(adjusted[i], math.nan, least[i], alpha), ""
        if word == UNTESTABLE:
            lacks = lacking(least[i], row.p_smallest, row.n_permutations, alpha, few=FEW_SAMPLES, many=MANY_PAIRS)
        rows[at] = replace(row, verdict=word, alpha=alpha, p_holm=float(adjusted[i]), lacking=lacks)
    return replace(table, rows=tuple(rows))


def _corrected(rows: Sequence[Separation]) -> tuple[list[float], list[float], str]:
    """p after Holm, and the least that it could be; a `p_smallest` that is not known limits nothing."""
    smallest = [0.0 if math.isnan(row.p_smallest) else row.p_smallest for row in rows]
    p = [row.p_permutation for row in rows]
    return corrected(p, [math.nan] * len(rows), smallest)


def separation_verdict(tables: Sequence[SeparationTable]) -> Verdict:
    """The verdict on all pairs of regions by the first table, as `judge_separations` filled it in.

    The pairs that the other tables tell apart are counted beside. Raises `InputError` without a table.
    """
    if not tables:
        raise InputError("a verdict on separations needs a table", "there is none", "Pass judge_separations' tables.")
    first, *others = [[row for row in table.rows if row.verdict] for table in tables]
    tested = _tested(first)
    if not tested:
        said = "It cannot be said: no two regions could be tested."
        return Verdict(UNTESTABLE, "No pair of regions could be tested.", answer=said)
    alpha, largest = tested[0].alpha, max(tested, key=lambda row: row.excess)
    beside = "".join(f"; {_count(rows)}" for rows in others if _tested(rows))
    sentence = f"{_count(first)}{beside} (permutation p after Holm over pairs, at level {alpha:g})"
    if not np.isnan(largest.floor):
        pair = f"{largest.group_a}–{largest.group_b}"
        sentence += f". Largest by the first: {pair}, excess {largest.excess:+.3g} over a floor of {largest.floor:.3g}"
    p, least, _ = _corrected(tested)
    return Verdict(
        word_of_all(row.verdict for row in tested), sentence + ".", p_adjusted=min(p), correction=HOLM,
        n_tested=len(tested), p_attainable=min(least), alpha=alpha, answer=answer(tested, TELLING),
    )  # fmt: skip


def _tested(rows: Sequence[Separation]) -> list[Separation]:
    return [row for row in rows if row.verdict != NOT_COMPUTED]


def _count(rows: Sequence[Separation]) -> str:
    apart, pairs = sum(row.verdict == DIFFERENT for row in rows), len(_tested(rows))
    return (
        f"{apart} of {pairs} pair{'s' * (pairs != 1)} of regions {'is' if apart == 1 else 'are'} apart by "
        f"{rows[0].quantity}"
    )
