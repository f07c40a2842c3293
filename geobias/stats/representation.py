"""Representation: are groups with a small share of the reference set far from it?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from geobias.errors import InputError
from geobias.stats.coefficients import coefficient_name
from geobias.stats.permutation import Seed, permutation_test, permutations
from geobias.stats.pvalues import write_p
from geobias.stats.rank import merge_ties
from geobias.stats.samples import as_sample, known_pairs, undefined_reason


@dataclass(frozen=True)
class RepresentationResult:
    """Share of the reference set against distance from it, by one coefficient over groups.

    `own_texts` says whether the reference set holds the group's own texts ("left in") or not ("left out"). `smallest`
    is the least p that so many groups allow; `note` says why a value is NaN, or that no p can be small.
    """

    own_texts: str
    coefficient: str
    statistic: float
    pvalue: float
    smallest: float
    method: str
    n_resamples: int
    n_groups: int
    alternative: str
    note: str = ""


def share_against_distance(
    shares: object,
    left_in: object,
    left_out: object | None = None,
    *,
    coefficient: str = "spearman",
    alternative: str = "two-sided",
    exact_limit: int = 50_000,
    n_resamples: int = 9_999,
    rng: Seed = None,
) -> tuple[RepresentationResult, ...]:
    """Relate the share of each of G groups in the reference set with its distance from that set.

    A group that makes up much of the reference set is near it because it is compared with itself. So beside the
    distance with its texts `left_in` (G,), give the distance from the reference set without them, `left_out` (G,): the
    relation that stays there is one of representation. Groups, not pairs, are the observations, so p comes from all G!
    permutations of them where these are at most `exact_limit`, else (b + 1) / (m + 1). NaN = not measured; such groups
    are dropped. Returns one result for each that is given.

    >>> shares, distances = [0.5, 0.2, 0.15, 0.1, 0.05], [1.0, 2.0, 4.0, 3.0, 5.0]
    >>> [result] = share_against_distance(shares, distances)
    >>> round(result.statistic, 2), round(result.pvalue, 3), result.n_groups
    (-0.9, 0.083, 5)
    """
    negative = as_sample(shares, "shares") < 0
    if negative.any():
        raise InputError("shares must not be negative", f"{int(negative.sum())} are", "Pass shares or counts of texts.")
    name = coefficient_name(coefficient)
    results = []
    for kind, distances in (("left in", left_in), ("left out", left_out)):
        if distances is None:
            continue
        x, y = (merge_ties(values) for values in known_pairs(shares, distances, ("shares", kind.replace(" ", "_"))))
        reason = undefined_reason(x, y, least=3).replace("observations", "groups")
        if reason:
            results.append(RepresentationResult(kind, name, np.nan, np.nan, np.nan, "", 0, len(x), alternative, reason))
            continue
        plan = permutations(len(x), exact_limit=exact_limit, n_resamples=n_resamples, rng=rng)
        found = permutation_test(x, y[None], plan, coefficient=name, alternative=alternative)
        least = float(found.smallest[0])
        few = f"{len(x)} groups: p cannot be below {write_p(least)}" if least > 0.05 else ""
        numbers = (float(found.statistic[0]), float(found.pvalue[0]), least, found.method, found.n_resamples)
        results.append(RepresentationResult(kind, name, *numbers, len(x), found.alternative, few))
    return tuple(results)
