"""One relation looked at in many ways: tested as one family, and each way judged in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from geobias.errors import InputError
from geobias.relations.aligning import Aligned, align, common_groups
from geobias.relations.lacking import MAX_T
from geobias.relations.stating import level
from geobias.stats import PermutationSource, Seed, SpecificationCurve, coefficient_name, specification_test
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
        p = float(np.minimum(1.0, weight * curve.p_max[i]))  # NaN where there is no coefficient
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
    several = f"{MAX_T} within {len(curves)} sets of groups, Bonferroni between them"
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
        correction=MAX_T if len(curves) < 2 else several,
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
