"""The one judge of resonance: which differences of nations are certified to outlive the designs that found them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from geobias.errors import InputError
from geobias.relations.lacking import HOLM
from geobias.relations.questions import Answer, answer_to
from geobias.relations.stating import Verdict, counted, ends, level
from geobias.stats import holm, write_p
from geobias.tables import (
    DIFFERENT,
    FEW_DESIGNS,
    NOT_COMPUTED,
    NOT_SEPARABLE,
    RESONANCE,
    UNTESTABLE,
    NationDifference,
    NationDifferenceTable,
    NationRankTable,
)

LEAST_DESIGNS = 5
"""Designs below which nothing is certified: so few say little of the wordings that were not tried."""
QUESTION = "Do groups differ in the values that their answers carry, whatever the design?"
ONE_DESIGN = Verdict(
    UNTESTABLE,
    "All answers are of one design.",
    answer=f"It cannot be said: one design says nothing of others; declare {LEAST_DESIGNS} or more.",
)


def judge_resonances(table: NationDifferenceTable, alpha: float = 0.05) -> NationDifferenceTable:
    """The table with the verdict of every pair of nations.

    A pair is "different", which is what certified means, where its p over designs is at most `alpha` after Holm over
    all pairs, whichever one design is left out, and every design has the sign of the mean, so that the two nations rank
    alike in all of them; a design that ties them has none. It "cannot be tested" with fewer than `LEAST_DESIGNS`
    designs, is "not computed" without a p, and else "not separable". (`p_holm` of all designs, and `p_max`, which
    counts designs as symmetric, stand beside and decide nothing.)
    """
    alpha = level(alpha)
    adjusted = holm([row.p_weakest for row in table.rows])
    rows = [replace(row, alpha=alpha, **_word(row, p, alpha)) for row, p in zip(table.rows, adjusted, strict=True)]
    return replace(table, rows=tuple(rows))


def _word(row: NationDifference, p: float, alpha: float) -> dict[str, str]:
    if row.n_designs < LEAST_DESIGNS:
        return {"verdict": UNTESTABLE, "lacking": FEW_DESIGNS}
    if math.isnan(p):
        return {"verdict": NOT_COMPUTED, "lacking": ""}
    certified = p <= alpha and row.kept == row.n_designs
    return {"verdict": DIFFERENT if certified else NOT_SEPARABLE, "lacking": ""}


def certified_ranks(nations: NationRankTable, pairs: NationDifferenceTable) -> NationRankTable:
    """The nations with the ranks that judged pairs leave open: below all that are certified to be more traditional.

    All ranks hold at once with the level of the pairs (Mogstad, Romano, Shaikh and Wilhelm 2024, Review of Economic
    Studies 91, for intervals of pairs).
    """
    above = dict.fromkeys((row.nation for row in nations.rows), 0)
    below = dict(above)
    for row in pairs.rows:
        if row.verdict == DIFFERENT:
            high, low = (row.group_a, row.group_b) if row.difference > 0 else (row.group_b, row.group_a)
            above[low] += 1
            below[high] += 1
    rows = (
        replace(row, rank_low=1 + above[row.nation], rank_high=len(above) - below[row.nation]) for row in nations.rows
    )
    return replace(nations, rows=tuple(rows))


def resonance_verdict(table: NationDifferenceTable) -> Verdict:
    """The certificate in words, of a table that `judge_resonances` filled in.

    Raises `InputError` for a table without a pair, or one that was not judged.
    """
    rows = table.rows
    if not rows or not all(row.verdict for row in rows):
        got = "one was not judged" if rows else "there is none"
        raise InputError("a certificate needs judged pairs of nations", got, "Pass what judge_resonances gives.")
    tested = [row for row in rows if row.verdict in (DIFFERENT, NOT_SEPARABLE)]
    if not tested:
        return Verdict(UNTESTABLE, _why(rows), alpha=rows[0].alpha, answer=f"It cannot be said: {_why(rows).lower()}")
    certified = [row for row in tested if row.verdict == DIFFERENT]
    best = min(certified or tested, key=lambda row: (row.p_weakest, -abs(row.difference)))
    word = DIFFERENT if certified else NOT_SEPARABLE
    p = np.nanmin(holm([row.p_weakest for row in rows]))
    sentence = (
        f"{counted(len(certified), 'pair')} of {len(tested)} certified over {best.n_designs} designs (t over designs, "
        f"any one left out, {HOLM} over pairs, at level {best.alpha:g}, and one sign in every design). Clearest: "
        f"{_effect(best)}, {write_p(best.p_weakest, 'p')} before correction, one sign in {best.kept} of "
        f"{best.n_designs} designs."
    )
    return Verdict(
        word, sentence, p_adjusted=float(p), correction=HOLM, n_tested=len(tested), alpha=best.alpha,
        answer=_answer(tested, certified),
    )  # fmt: skip


def answer_resonances(table: NationDifferenceTable | None) -> list[Answer]:
    """The question that a certificate answers, of a table that `judge_resonances` filled in; None = of one design."""
    found = ONE_DESIGN if table is None else resonance_verdict(table)
    return [answer_to(QUESTION, RESONANCE, found)]


def _why(rows: Sequence[NationDifference]) -> str:
    if any(row.lacking == FEW_DESIGNS for row in rows):
        few = counted(rows[0].n_designs, "design")
        return f"{few} cannot stand for all that were not tried; declare {LEAST_DESIGNS} or more."
    return "No difference of two nations has an error that could be told."


def _answer(tested: Sequence[NationDifference], certified: Sequence[NationDifference]) -> str:
    if not certified:
        return (
            f"No difference is certified: no two of the nations lie apart in a way that outlives "
            f"{tested[0].n_designs} designs."
        )
    largest = max(certified, key=lambda row: abs(row.difference))
    how = "Yes: all" if len(certified) == len(tested) else f"In part: {len(certified)} of"
    outlive = "outlives" if len(certified) == 1 else "outlive"
    return (
        f"{how} {counted(len(tested), 'difference')} of two nations {outlive} {tested[0].n_designs} designs. "
        f"The largest: {_effect(largest)}."
    )


def _effect(row: NationDifference) -> str:
    return f"{row.group_a}–{row.group_b}, {row.difference:+.2f}{ends(row.low, row.high, row.level, '+.2f')}"
