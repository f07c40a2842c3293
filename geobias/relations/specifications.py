"""The one judge of specifications: one relation looked at in many ways, tested and judged as one family."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from geobias.errors import InputError
from geobias.relations.aligning import Aligned, align, common_groups
from geobias.relations.questions import Answer
from geobias.relations.verdict import level
from geobias.stats import PermutationSource, Seed, SpecificationCurve, coefficient_name, specification_test, write_p
from geobias.stats import tested_alternative as tested
from geobias.tables import (
    NOT_COMPUTED,
    NOT_SEPARABLE,
    SUPPORTED,
    UNTESTABLE,
    Agreement,
    PairTable,
    Specification,
)

MULTIVERSE = "multiverse"
QUESTION = "Do distances go with gaps in performance, whatever the specification?"
LEVEL = 0.95
_TIE_TOLERANCE = 1e-8  # as of `relate_all`


def relate_specifications(
    pairs: Sequence[tuple[PairTable, PairTable]],
    *,
    coefficient: str = "spearman",
    alternative: str = "two-sided",
    exact_limit: int = 50_000,
    n_resamples: int = 9_999,
    alpha: float = 0.05,
    rng: Seed = None,
) -> tuple[tuple[Specification, ...], Agreement]:
    """One relation in S specifications, with p-values over all of them: a row for each, and what they say together.

    The groups of all distance tables are permuted alike, and the largest coefficient of each permutation corrects for
    all specifications (`stats.specification_test`). Specifications on other groups cannot share permutations: each set
    of groups is then tested by itself, and its p is divided by its share of the specifications (Bonferroni, weighted).

    Parameters
    ----------
    pairs : (distance, gap) of every specification; values are means over repeats, groups the base groups of both.
    coefficient, alternative, exact_limit, n_resamples, rng : as in `relate_all`, for all specifications alike.
    alpha : level of the verdicts.

    Raises InputError for fewer than two specifications.
    """
    if len(pairs) < 2:
        raise InputError(
            "a multiverse needs at least two specifications",
            f"there {'is one' if pairs else 'is none'}",
            "Give more runs, or more than one distance or gap.",
        )
    alpha, coefficient = level(alpha), coefficient_name(coefficient)
    alternative = tested(coefficient, alternative)
    aligned = [align(x, y, sorted(common_groups((x, y))), "drop-pair", _TIE_TOLERANCE) for x, y in pairs]
    source = PermutationSource(rng, exact_limit, n_resamples)
    curves: dict[tuple[str, ...], SpecificationCurve] = {}
    rows = [_row(place, pair, coefficient, alternative, alpha) for place, pair in enumerate(aligned)]
    computable = [place for place, pair in enumerate(aligned) if not pair.problem(coefficient)]
    for groups in dict.fromkeys(aligned[place].groups for place in computable):
        places = [place for place in computable if aligned[place].groups == groups]
        x, y = ([getattr(aligned[place], side) for place in places] for side in ("first", "second"))
        permuted = source.of_groups(len(groups))
        curve = specification_test(x, y, permuted, coefficient=coefficient, alternative=alternative)
        curves[groups] = curve
        for place, row in zip(places, _tested(curve, [rows[at] for at in places], len(computable)), strict=True):
            rows[place] = row
    rows = _ranked(rows, list(curves.values()))
    distinct = {(pair.first.tobytes(), pair.second.tobytes()) for pair in (aligned[place] for place in computable)}
    return tuple(rows), replace(_agreement(rows, list(curves.values()), alpha), n_distinct=len(distinct))


def _row(place: int, pair: Aligned, coefficient: str, alternative: str, alpha: float) -> Specification:
    problem = pair.problem(coefficient)
    return Specification(
        place + 1, "", pair.x, pair.y, coefficient, float("nan"), len(pair.groups), int(pair.known.sum()),
        ", ".join(pair.groups), alternative, verdict=NOT_COMPUTED, alpha=alpha,
        note="; ".join(filter(None, [pair.note, problem])),
    )  # fmt: skip


def _tested(curve: SpecificationCurve, rows: Sequence[Specification], n_all: int) -> list[Specification]:
    """Specifications on one set of groups, judged over all `n_all`, of which theirs are a part."""
    weight, out = n_all / len(rows), []
    # The largest of a family can be as rare as the rarest one alone.
    least = min(1.0, weight * float(np.min(curve.smallest[curve.defined], initial=1.0)))
    for i, row in enumerate(rows):
        p = min(1.0, weight * float(curve.p_max[i]))
        word = UNTESTABLE if least > row.alpha else SUPPORTED if p <= row.alpha else NOT_SEPARABLE
        out.append(
            replace(
                row,
                statistic=float(curve.statistic[i]),
                p_qap=float(curve.pvalue[i]),
                p_max=p,
                p_smallest=least,
                verdict=word if curve.defined[i] else NOT_COMPUTED,
            )
        )
    return out


def _ranked(rows: list[Specification], curves: list[SpecificationCurve]) -> list[Specification]:
    """The rows with their ranks, and with the band of each rank where all share their permutations."""
    known = sorted((row.statistic, place) for place, row in enumerate(rows) if not np.isnan(row.statistic))
    band = curves[0].band(LEVEL) if len(curves) == 1 else np.full((2, len(known)), np.nan)
    for rank, (_, place) in enumerate(known):
        low, high = map(float, band[:, rank])
        rows[place] = replace(rows[place], rank=rank + 1, low=low, high=high, level=LEVEL)
    return rows


def _agreement(rows: Sequence[Specification], curves: list[SpecificationCurve], alpha: float) -> Agreement:
    known = [row for row in rows if row.rank]
    values = np.array([row.statistic for row in known])
    sign = 1 if np.nansum(np.sign(values)) >= 0 else -1
    several = f"max-T within {len(curves)} sets of groups, Bonferroni between them"
    first = curves[0] if curves else None
    nan = float("nan")
    return Agreement(
        n_specifications=len(rows),
        n_tested=len(known),
        n_distinct=len(known),
        median=float(np.median(values)) if known else nan,
        low=float(values.min()) if known else nan,
        high=float(values.max()) if known else nan,
        p_median=curves[0].p_median if len(curves) == 1 else nan,
        p_any=min((row.p_max for row in known), default=nan),
        p_smallest=min((row.p_smallest for row in known), default=nan),
        correction="max-T" if len(curves) < 2 else several,
        n_supported=sum(row.verdict == SUPPORTED for row in known),
        sign=sign,
        same_sign=float((np.sign(values) == sign).mean()) if known else nan,
        alone="",
        same_verdict=nan,
        coefficient=rows[0].coefficient,
        alternative=rows[0].alternative,
        method="" if first is None else "exact" if first.exact else "sampled",
        n_permutations=0 if first is None else first.null.shape[1],
        alpha=alpha,
    )


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
        f"{one.high:+.2f}, in the middle {one.median:+.2f}; {write_p(one.p_any, 'p')} for the largest of all "
        f"({one.correction})"
    )
    if not np.isnan(one.p_median):
        sentence += f", {write_p(one.p_median, 'p')} for the middle one"
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
        return "It cannot be said: the groups are too few for any test to tell a relation from chance."
    share = f"{one.same_sign:.0%} of the specifications have the same sign"
    if word == NOT_SEPARABLE:
        return f"Not as far as these groups show: chance could give as much in one of so many specifications. {share}."
    if one.n_supported == one.n_tested:
        return f"Yes: the relation is supported in all {one.n_tested} specifications."
    return f"In part: the relation is supported in {one.n_supported} of {one.n_tested} specifications. {share}."
