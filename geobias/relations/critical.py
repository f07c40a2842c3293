"""What a coefficient must exceed to be found among a family of relations, by their largest in each permutation."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from geobias.relations.aligning import align
from geobias.relations.relating import chosen_groups
from geobias.stats import PermutationSource, critical_statistic, permutation_test, tested_alternative
from geobias.tables import PairTable

_EQUAL = 1e-8  # the default `tie_tolerance` of `relate_all`


def critical_coefficients(
    combinations: Sequence[tuple[PairTable, PairTable]],
    coefficient: str,
    source: PermutationSource,
    *,
    alpha: float = 0.05,
    groups: Sequence[str] | None = None,
    alternative: str = "two-sided",
    missing: str = "drop-pair",
) -> np.ndarray:
    """For every relation what its coefficient must be larger than for a single-step max-T p of at most `alpha`.

    source : of permutations; those of `relate_all` for its `rng`, `exact_limit` and `n_resamples`. The other parameters
    are as there, values are taken as equal as by its default. Relations on the same groups
    share a value; a block of k of K relations is tested at alpha k / K, as `p_max` weights it.

    Returns
    -------
    float64 (relations,); NaN where a relation cannot be computed, inf where no coefficient could have so small a p.
    `p_max` itself is step-down, so behind the largest coefficient smaller ones than this may be found.
    """
    alternative = tested_alternative(coefficient, alternative)
    chosen = zip(combinations, chosen_groups(combinations, groups), strict=True)
    pairs = [align(x, y, members, missing, _EQUAL) for (x, y), members in chosen]
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
