"""The one judge of words: which of them tell two groups apart, and whether the groups differ without them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from geobias.relations.lacking import lacking
from geobias.relations.stating import level
from geobias.tables import (
    DIFFERENT,
    EXPLAINING,
    FEW_SAMPLES,
    MANY_RELATIONS,
    NOT_SEPARABLE,
    UNTESTABLE,
    MaskedExcess,
    WordDifference,
)


def judge_words(rows: Sequence[WordDifference], alpha: float = 0.05) -> tuple[WordDifference, ...]:
    """Words with their verdicts: "different" where p over all words of a method is at most `alpha` over the number of
    methods, so that all of them together claim a word of equal groups with a probability of `alpha` at most.

    A word "cannot be tested" where no permutation could have given so small a p, and is else "not separable".
    """
    each = level(alpha) / len(EXPLAINING)
    judged = []
    for row in rows:
        word, lacks = (DIFFERENT if row.p_max <= each else NOT_SEPARABLE), ""
        if row.p_smallest > each:
            word = UNTESTABLE
            lacks = lacking(
                row.p_smallest, row.p_smallest, row.n_permutations, each, few=FEW_SAMPLES, many=MANY_RELATIONS
            )
        judged.append(replace(row, verdict=word, alpha=each, lacking=lacks))
    return tuple(judged)


def judge_masked(rows: Sequence[MaskedExcess], alpha: float = 0.05) -> tuple[MaskedExcess, ...]:
    """Whether the groups are still "different" with words masked, by the permutation p of what is left."""
    alpha = level(alpha)
    return tuple(replace(row, verdict=_word_of(row, alpha), alpha=alpha) for row in rows)


def _word_of(row: MaskedExcess, alpha: float) -> str:
    if row.p_smallest > alpha:
        return UNTESTABLE
    return DIFFERENT if row.p_permutation <= alpha else NOT_SEPARABLE
