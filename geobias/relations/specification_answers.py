"""What many specifications of one relation allow to say together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from geobias.relations.lacking import MAX_T
from geobias.relations.questions import Answer
from geobias.relations.stating import counted
from geobias.stats import write_p
from geobias.tables import NOT_SEPARABLE, SUPPORTED, UNTESTABLE, Agreement, Specification

MULTIVERSE = "multiverse"
QUESTION = "Do distances go with gaps in performance, whatever the specification?"


def with_verdicts_alone(agreement: Agreement, rows: Sequence[Specification]) -> Agreement:
    """The same with the word that most runs came to on their own, and the share of specifications that have it."""
    words = Counter(row.verdict_alone for row in rows if row.verdict_alone)
    if not words:
        return agreement
    word, count = words.most_common(1)[0]
    return replace(agreement, alone=word, same_verdict=count / words.total())


def answer_specifications(agreement: Agreement) -> Answer:
    """The question of a multiverse with its verdict, in words."""
    one = agreement
    word = _word(one)
    sentence = (
        f"Over {one.n_tested} specifications the coefficient ({one.coefficient}) lies between {one.low:+.2f} and "
        f"{one.high:+.2f}, with a median of {one.median:+.2f}; {write_p(one.p_any, 'p')} for the largest of all "
        f"({one.correction})"
    )
    if not np.isnan(one.p_median):
        sentence += f", {write_p(one.p_median, 'p')} for the median"
    if not one.n_tested:
        sentence = f"None of {one.n_specifications} specifications has a coefficient"
    return Answer(
        MULTIVERSE, QUESTION, word, _answer(word, one), sentence + ".", p_adjusted=one.p_any, correction=one.correction,
        n_tested=one.n_tested, p_attainable=one.p_smallest, alpha=one.alpha,
    )  # fmt: skip


def _word(one: Agreement) -> str:
    if not one.n_tested or one.p_smallest > one.alpha:
        return UNTESTABLE
    return SUPPORTED if one.n_supported else NOT_SEPARABLE


def _answer(word: str, one: Agreement) -> str:
    if not one.n_tested:
        return "It cannot be said: nothing could be computed."
    if word == UNTESTABLE:
        return f"It cannot be said: {_lacking(one)}."
    share = f"{100 * one.same_sign:.0f} % of the specifications have the same sign"
    if word == NOT_SEPARABLE:
        return f"Not as far as these groups show: chance could give as much in one of so many specifications. {share}."
    if one.n_supported == one.n_tested:
        return f"Yes: the relation is supported in all {one.n_tested} specifications."
    return f"In part: the relation is supported in {one.n_supported} of {one.n_tested} specifications. {share}."


def _lacking(one: Agreement) -> str:
    """What keeps the p over all from being small: permutations that were drawn, the correction, or else the groups."""
    if one.method == "sampled":
        return f"{counted(one.n_permutations, 'permutation')} are too few to tell a relation from chance; draw more"
    if one.correction != MAX_T:
        return "no relation could pass the correction for specifications on other groups"
    return "the groups are too few for any test to tell a relation from chance"
