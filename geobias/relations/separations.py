"""The one judge of separations: do any two regions lie further apart than a region from itself?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from geobias.errors import InputError
from geobias.relations.verdict import Verdict, level
from geobias.stats import holm
from geobias.tables import NOT_COMPUTED, NOT_SEPARABLE, SUPPORTED, UNTESTABLE, Separation, SeparationTable


def judge_separations(table: SeparationTable, pooled_groups: Sequence[str], alpha: float = 0.05) -> SeparationTable:
    """One quantity's table with the verdicts of its pairs of regions; pairs with a pooled group are left as they are.

    A pair is "supported" where its permutation p, after Holm over the pairs of regions, is at most `alpha`; it "cannot
    be tested" where no permutation could have given that, and is "not computed" without a p.
    """
    alpha = level(alpha)
    places = [at for at, row in enumerate(table.rows) if not {row.group_a, row.group_b} & set(pooled_groups)]
    tested = [at for at in places if not np.isnan(table.rows[at].p_permutation)]
    adjusted = dict(zip(tested, holm([table.rows[at].p_permutation for at in tested]), strict=True))
    least = _attainable([table.rows[at] for at in tested])
    rows = list(table.rows)
    for at in places:
        p = float(adjusted.get(at, np.nan))
        word = SUPPORTED if p <= alpha else UNTESTABLE if least > alpha else NOT_SEPARABLE
        rows[at] = replace(rows[at], verdict=word if at in adjusted else NOT_COMPUTED, alpha=alpha, p_holm=p)
    return replace(table, rows=tuple(rows))


def separation_verdict(tables: Sequence[SeparationTable]) -> Verdict:
    """The verdict on all pairs of regions by the first table, as `judge_separations` filled it in.

    The pairs that the other tables tell apart are counted beside. Raises `InputError` without a table.
    """
    if not tables:
        raise InputError("a verdict on separations needs a table", "there is none", "Pass judge_separations' tables.")
    first, *others = [[row for row in table.rows if row.verdict] for table in tables]
    tested = _tested(first)
    if not tested:
        answer = "It cannot be said: no two regions could be tested."
        return Verdict(NOT_SEPARABLE, "No pair of regions could be tested.", answer=answer)
    words = {row.verdict for row in tested}
    word = next(word for word in (SUPPORTED, NOT_SEPARABLE, UNTESTABLE) if word in words)
    alpha, largest = tested[0].alpha, max(tested, key=lambda row: row.excess)
    beside = "".join(f"; {_count(rows)}" for rows in others if _tested(rows))
    sentence = f"{_count(first)}{beside} (permutation p after Holm over pairs, {alpha:g})"
    if not np.isnan(largest.floor):
        pair = f"{largest.group_a}–{largest.group_b}"
        sentence += f". Largest by the first: {pair}, excess {largest.excess:+.3g} over a floor of {largest.floor:.3g}"
    return Verdict(
        word, sentence + ".", p_adjusted=min(row.p_holm for row in tested), correction="Holm", n_tested=len(tested),
        p_attainable=_attainable(tested), alpha=alpha, answer=_answer(word, tested),
    )  # fmt: skip


def _answer(word: str, tested: Sequence[Separation]) -> str:
    """A verdict on the pairs of regions in plain words."""
    if word == UNTESTABLE:
        return "It cannot be said: there are too few texts for any test to tell two regions apart."
    if word == NOT_SEPARABLE:
        return "Not as far as these texts show: no two regions lie further apart than samples of one region."
    apart, pairs = sum(row.verdict == SUPPORTED for row in tested), len(tested)
    if apart == pairs:
        every = f"all {pairs} pairs of regions lie" if pairs > 1 else "the two regions lie"
        return f"Yes: {every} further apart than samples of one region."
    verb = "lies" if apart == 1 else "lie"
    return f"In part: {apart} of {pairs} pairs of regions {verb} further apart than samples of one region."


def _tested(rows: Sequence[Separation]) -> list[Separation]:
    return [row for row in rows if row.verdict != NOT_COMPUTED]


def _attainable(tested: Sequence[Separation]) -> float:
    """The least that Holm's p of any pair could be."""
    return min(1.0, min((row.p_smallest for row in tested), default=1.0) * len(tested))


def _count(rows: Sequence[Separation]) -> str:
    apart, pairs = sum(row.verdict == SUPPORTED for row in rows), len(_tested(rows))
    return (
        f"{apart} of {pairs} pair{'s' * (pairs != 1)} of regions {'is' if apart == 1 else 'are'} apart by "
        f"{rows[0].quantity}"
    )
