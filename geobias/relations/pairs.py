"""What pairs of regions allow to say as a whole: one way of counting and of speaking for all that is asked of pairs."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from geobias.relations.lacking import drawn
from geobias.relations.stating import CHANCES, counted
from geobias.tables import (
    DIFFERENT,
    EQUIVALENT,
    FEW_PERMUTATIONS,
    MANY_PAIRS,
    NOT_COMPUTED,
    NOT_SEPARABLE,
    UNTESTABLE,
)

WORDS = (DIFFERENT, NOT_SEPARABLE, EQUIVALENT, UNTESTABLE)


@dataclass(frozen=True)
class Telling:
    """How the pairs of one question are spoken of.

    one, several : what "1 of 3 pairs of regions", or "no two regions", do where they differ.
    effect : the size of a row's difference with its interval; "" where there is none.
    size : by which the largest effect is the largest.
    detectable, margin : a row's detectable difference and its margin, and how a number of either is `put`.
    largest : that there can be at all. noun : what is compared.
    """

    one: str
    several: str
    effect: Callable[[Any], str] = lambda row: ""
    size: Callable[[Any], float] = lambda row: math.nan
    detectable: Callable[[Any], float] = lambda row: math.nan
    margin: Callable[[Any], float] = lambda row: math.nan
    put: Callable[[float], str] = "{:g}".format
    largest: float = math.inf
    noun: str = "region"


def of_regions(rows: Sequence[Any], pooled_groups: Iterable[str]) -> list[int]:
    """Places of the rows about two regions; a pooled group is made of other groups' texts."""
    pooled = set(pooled_groups)
    return [at for at, row in enumerate(rows) if not {row.group_a, row.group_b} & pooled]


def word_of(p: float, p_equivalent: float, least: float, alpha: float) -> str:
    """The word of one pair, from its corrected p-values.

    A difference that is shown is called so even where it is shown to be smaller than the margin: both are true, and the
    size stands beside the word. What the test for a difference lacks does not keep two groups from being equivalent.
    """
    if p <= alpha and not least > alpha:
        return DIFFERENT
    if p_equivalent <= alpha:
        return EQUIVALENT
    if math.isnan(p):
        return NOT_COMPUTED
    return UNTESTABLE if least > alpha else NOT_SEPARABLE


def word_of_all(words: Iterable[str]) -> str:
    """The word for pairs together: any different pair makes them so, and all must be equivalent to be called that."""
    found = set(words)
    if DIFFERENT in found:
        return DIFFERENT
    if found == {EQUIVALENT}:
        return EQUIVALENT
    return NOT_SEPARABLE if found & {NOT_SEPARABLE, EQUIVALENT} else UNTESTABLE


def census(rows: Sequence[Any], one: str = "pair", of: str = " of regions") -> str:
    """How many pairs have which word. one, of : what a row is called.

    >>> from geobias.tables import Difference
    >>> rows = [Difference("a", "b", 9, 9, verdict=word) for word in (DIFFERENT, DIFFERENT, NOT_SEPARABLE)]
    >>> census(rows)
    'Of 3 pairs of regions 2 are different, 1 is not separable'
    """
    counts = Counter(row.verdict for row in rows)
    said = [f"{counts[word]} {_be(counts[word], word)}" for word in WORDS if counts[word]]
    return f"Of {counted(len(rows), one)}{of} {', '.join(said)}"


def _be(number: int, word: str) -> str:
    return word if word == UNTESTABLE else f"{'is' if number == 1 else 'are'} {word}"


def answer(rows: Sequence[Any], telling: Telling) -> str:
    """The verdict on tested pairs in plain words: the answer, the largest effect, and what a null could have shown."""
    word = word_of_all(row.verdict for row in rows)
    if word == UNTESTABLE:
        return untestable(rows, telling.noun)
    said = {DIFFERENT: _different, EQUIVALENT: _equivalent, NOT_SEPARABLE: _null}[word](rows, telling)
    shown = [row for row in rows if row.verdict == word] or list(rows)
    measured = [row for row in shown if telling.effect(row)]
    if measured:
        largest = max(measured, key=telling.size)
        said += f" The largest: {largest.group_a}–{largest.group_b}, {telling.effect(largest)}."
    return said + _power(rows, telling)


def _different(rows: Sequence[Any], telling: Telling) -> str:
    apart = sum(row.verdict == DIFFERENT for row in rows)
    if apart < len(rows):
        verb = telling.one if apart == 1 else telling.several
        return f"In part: {apart} of {len(rows)} pairs of {telling.noun}s {verb}.{_alike(rows, telling)}"
    return f"Yes: {_every(rows, telling.noun)} {telling.several}."


def _equivalent(rows: Sequence[Any], telling: Telling) -> str:
    return f"No: {_every(rows, telling.noun)} are {EQUIVALENT}, {telling.put(_margin(rows, telling))}."


def _every(rows: Sequence[Any], noun: str) -> str:
    if len(rows) > 2:
        return f"all {len(rows)} pairs of {noun}s"
    return f"both pairs of {noun}s" if len(rows) == 2 else f"the two {noun}s"


def _null(rows: Sequence[Any], telling: Telling) -> str:
    return f"Not as far as these texts show: no two {telling.noun}s {telling.several}.{_alike(rows, telling)}"


def _alike(rows: Sequence[Any], telling: Telling) -> str:
    alike = sum(row.verdict == EQUIVALENT for row in rows)
    if not alike:
        return ""
    verb = "is" if alike == 1 else "are"
    return f" {alike} {verb} {EQUIVALENT}, {telling.put(_margin(rows, telling))}."


def _margin(rows: Sequence[Any], telling: Telling) -> float:
    return max((telling.margin(row) for row in rows if row.verdict == EQUIVALENT), default=math.nan)


def _power(rows: Sequence[Any], telling: Telling) -> str:
    """What would have been found in each of the pairs that are not separable: the largest that any of them needs."""
    nulls = [row for row in rows if row.verdict == NOT_SEPARABLE]
    needed = [telling.detectable(row) for row in nulls]
    if not needed or any(math.isnan(size) for size in needed):
        return ""
    which = "each pair" if len(nulls) == len(rows) else f"each pair that is {NOT_SEPARABLE}"
    each = f" in {which}" if len(nulls) > 1 else ""
    if max(needed) > telling.largest:
        return (
            f" With so little measured, not even {telling.put(telling.largest)} would have been found {CHANCES}{each}."
        )
    return f" With this many texts {telling.put(max(needed))} would have been found {CHANCES}{each}."


def untestable(rows: Sequence[Any], noun: str = "region") -> str:
    """Why no pair could be tested, by the one that lacks least."""
    row = min(rows, key=lambda row: getattr(row, "p_smallest", 0.0))
    permutations = getattr(row, "n_permutations", 0)
    if row.lacking == FEW_PERMUTATIONS:
        few = "is too few" if permutations == 1 else "are too few"
        return (
            f"It cannot be said: {counted(permutations, 'permutation')} {few} for any test to tell two {noun}s apart; "
            "draw more."
        )
    if row.lacking != MANY_PAIRS:
        return f"It cannot be said: there are too few texts for any test to tell two {noun}s apart."
    if not drawn(row.p_smallest, permutations):
        how = f"the {permutations:,} ways to split the samples of a pair cannot tell one from chance"
    elif row.p_smallest * len(rows) > row.alpha:
        how = f"{permutations:,} permutations of each cannot tell one from chance; draw more"
    else:  # what was drawn would do: so few units have fewer ways to be split than that
        how = "the few ways to split the texts of a pair cannot tell one from chance"
    return f"It cannot be said: there are so many pairs of {noun}s, {len(rows)}, that {how}."
