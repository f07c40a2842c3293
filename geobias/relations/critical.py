"""What a coefficient must exceed to be found among a family of relations, by their largest in each permutation."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from geobias.relations.aligning import align
from geobias.relations.relating import chosen_groups
from geobias.stats import PermutationSource, Seed, critical_statistic, permutation_test, tested_alternative
from geobias.tables import PairTable


def critical_coefficients(
    combinations: Sequence[tuple[PairTable, PairTable]],
    coefficient: str,
    *,
    alpha: float = 0.05,
    groups: Sequence[str] | None = None,
    alternative: str = "two-sided",
    exact_limit: int = 50_000,
    n_resamples: int = 9_999,
    missing: str = "drop-pair",
    tie_tolerance: float = 1e-8,
    rng: Seed = None,
) -> np.ndarray:
    """For every relation what its coefficient must be larger than for a single-step max-T p of at most `alpha`.

    Parameters are those of `relate_all`, whose permutations these are for an equal `rng`. Relations on the same groups
    share a value; a block of k of K relations is tested at alpha k / K, as `p_max` weights it.

    Returns
    -------
    float64 (relations,); NaN where a relation cannot be computed, inf where no coefficient could have so small a p.
    `p_max` itself is step-down, so behind the largest coefficient smaller ones than this may be found.
    """
    source, alternative = PermutationSource(rng, exact_limit, n_resamples), tested_alternative(coefficient, alternative)
    chosen = zip(combinations, chosen_groups(combinations, groups), strict=True)
    pairs = [align(x, y, members, missing, tie_tolerance) for (x, y), members in chosen]
    blocks: dict[tuple[str, ...], list[int]] = {}
    for place, pair in enumerate(pairs):
        if not pair.problem(coefficient):
            blocks.setdefault(pair.groups, []).append(place)
    out, defined = np.full(len(pairs), np.nan), sum(map(len, blocks.values()))
    for names, members in blocks.items():
        permuted = source.of_groups(len(names))
        null = [
            permutation_test(
                pairs[i].first, pairs[i].second[None], permuted, coefficient=coefficient, alternative=alternative
            ).null[0]
            for i in members
        ]
        level = alpha * len(members) / defined
        out[members] = critical_statistic(np.stack(null), exact=permuted.exact, alpha=level, alternative=alternative)
    return out
