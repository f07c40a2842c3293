"""The one judge of differences: do the texts of two groups differ, or are they alike within the margin?"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from geobias.errors import InputError
from geobias.relations.lacking import corrected, lacking
from geobias.relations.pairs import Telling, answer, census, of_regions, word_of, word_of_all
from geobias.relations.stating import Verdict, ends, level
from geobias.stats import holm, write_p
from geobias.tables import (
    DIFFERENT,
    FEW_SAMPLES,
    MANY_PAIRS,
    NOT_COMPUTED,
    PAIR,
    UNTESTABLE,
    Difference,
    DifferenceTable,
)

CHANCE = 0.5
"""The AUC of a classifier that knows nothing."""


def judge_differences(table: DifferenceTable, pooled_groups: Sequence[str], alpha: float = 0.05) -> DifferenceTable:
    """The table with the verdicts of its pairs of regions; pairs with a pooled group are left as they are.

    Over the pairs of one adjustment a pair is "different" where its p of the omnibus test is at most `alpha` after
    max-T (after Holm where one of them has no `p_max`); else "equivalent within the margin" where the p of its
    equivalence test is, after Holm; it "cannot be tested" where no permutation could have given a small p, for which
    `lacking` has the reason; it is "not computed" without a p, and else "not separable".

    Equivalence is corrected too: the page names pairs, and without it one of fifteen that lie on the margin would be
    called equivalent in about half of all studies. Placebo parts of one group are judged among themselves.
    """
    alpha = level(alpha)
    rows, blocks = list(table.rows), defaultdict(list)
    for at in of_regions(rows, pooled_groups):
        blocks[rows[at].adjusted, rows[at].compared].append(at)
    for places in blocks.values():
        for at, row in zip(places, _judged([rows[at] for at in places], alpha), strict=True):
            rows[at] = row
    return replace(table, rows=tuple(rows))


def _judged(rows: Sequence[Difference], alpha: float) -> list[Difference]:
    """The pairs of one adjustment."""
    smallest = [_smallest(row) for row in rows]
    adjusted, least, _ = _corrected(rows)
    equivalent = holm([row.p_equivalent for row in rows])
    out = []
    for i, row in enumerate(rows):
        word, lacks = word_of(adjusted[i], equivalent[i], least[i], alpha), ""
        if word == UNTESTABLE:
            lacks = lacking(least[i], smallest[i], row.n_permutations, alpha, few=FEW_SAMPLES, many=MANY_PAIRS)
        out.append(replace(row, verdict=word, alpha=alpha, lacking=lacks))
    return out


def _corrected(rows: Sequence[Difference]) -> tuple[list[float], list[float], str]:
    return corrected([row.p_permutation for row in rows], [row.p_max for row in rows], [_smallest(row) for row in rows])


def _smallest(row: Difference) -> float:
    """The least p that could be: of so many permutations, and of so few units, two halves of which are one split."""
    units = (row.n_a, row.n_b)
    splits = math.comb(sum(units), row.n_a) // (1 + (row.n_a == row.n_b)) if min(units) > 0 else 0
    few = 1 / splits if splits else 0.0
    return few if math.isnan(row.p_smallest) else max(row.p_smallest, few)


def difference_verdict(table: DifferenceTable, adjusted: str = "") -> Verdict:
    """The verdict on all pairs of regions, as `judge_differences` filled them in.

    adjusted : the rows to go by, by what their groups were brought to one distribution of. Raises `InputError` where
        there is no such row.
    """
    pairs = [row for row in table.rows if (row.adjusted, row.compared) == (adjusted, PAIR)]
    if not pairs:
        raise InputError(
            "a verdict on differences needs pairs of groups",
            f"none is adjusted for {adjusted!r}",
            f"There are {sorted({row.adjusted for row in table.rows})}.",
        )
    tested = [row for row in pairs if row.verdict not in ("", NOT_COMPUTED)]
    if not tested:
        return Verdict(
            UNTESTABLE,
            "No pair of regions could be tested.",
            answer="It cannot be said: no two regions could be tested.",
        )
    p, least, correction = _corrected(tested)
    named = " and ".join(adjusted.rsplit(", ", 1))
    alike = f" Groups were compared at one distribution of {named}." if adjusted else ""
    return Verdict(
        word_of_all(row.verdict for row in tested),
        _sentence(tested, correction),
        p_adjusted=_least(p),
        correction=correction,
        n_tested=len(tested),
        p_attainable=_least(least),
        alpha=tested[0].alpha,
        answer=answer(tested, TELLING) + alike,
    )


def _least(values: Sequence[float]) -> float:
    """The least that is known: a pair can be equivalent without a p of the omnibus test."""
    return min((value for value in values if not math.isnan(value)), default=math.nan)


def _sentence(tested: Sequence[Difference], correction: str) -> str:
    """Counts of words, then the clearest pair with its p and its size."""
    best = min(tested, key=lambda row: (math.isnan(row.p_permutation), row.p_permutation, -row.z))
    by = f", most by {best.strongest}" if best.strongest else ""
    p = "no p" if math.isnan(best.p_permutation) else f"{write_p(best.p_permutation, 'p')} before correction{by}"
    told = f"{best.group_a}–{best.group_b}, {p}"
    if not math.isnan(best.best_auc):
        told += f", best linear rule AUC {best.best_auc:.2f}{ends(best.best_auc_low, best.best_auc_high, best.level)}"
    how = f"omnibus permutation p, {correction} over pairs, at level {tested[0].alpha:g}"
    return f"{census(tested)} ({how}){_within_margin(tested)}. Clearest: {told}."


def _within_margin(tested: Sequence[Difference]) -> str:
    """How many of the different pairs are shown to differ by less than is of interest, in their means."""
    equivalent = holm([row.p_equivalent for row in tested])
    found = sum(row.verdict == DIFFERENT and p <= row.alpha for row, p in zip(tested, equivalent, strict=True))
    return f"; the means of {found} of the different lie within the margin" if found else ""


def _effect(row: Difference) -> str:
    if not math.isnan(row.auc):
        chance = ", no better than chance" * (row.auc <= CHANCE)
        return f"told apart with a held-out AUC of {row.auc:.2f}{ends(row.auc_low, row.auc_high, row.level)}{chance}"
    if not math.isnan(row.best_auc):
        low_high = ends(row.best_auc_low, row.best_auc_high, row.level)
        return f"told apart by the best linear rule with an AUC of {row.best_auc:.2f}{low_high}"
    return ""


TELLING = Telling(
    one="differs",
    several="differ",
    effect=_effect,
    size=lambda row: row.best_auc if math.isnan(row.auc) else row.auc,
    detectable=lambda row: row.detectable_auc,
    margin=lambda row: row.margin,
    put=lambda auc: f"a difference that the best linear rule tells with an AUC of {auc:.2f}",
)
