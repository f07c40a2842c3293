"""Max-T over a family of relations, by blocks of relations on the same groups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from geobias.relations.aligning import Aligned
from geobias.stats import max_statistic
from geobias.tables import Relation

Tested = tuple[Relation, np.ndarray]  # a row, and its statistic in every permutation; empty where it has none


def max_adjusted(pairs: Sequence[Aligned], tested: Sequence[Tested], alternative: str) -> tuple[np.ndarray, str]:
    """Step-down max-T p of every row, with what there is to say of it; NaN where the family has none.

    Rows on the same groups are permuted together, and their largest statistic is that of a block. Where one score is
    undefined for one group, its rows are a block of their own. A block of k of K rows is tested at the level
    alpha k / K (weighted Bonferroni), so the family-wise error rate is alpha whatever the dependence between blocks:
    its p is max-T's times K / k, at most 1.
    """
    adjusted = np.full(len(tested), np.nan)
    defined = [i for i, (row, _) in enumerate(tested) if not np.isnan(row.statistic)]
    blocks: dict[tuple[str, ...], list[int]] = {}
    for i in defined:
        blocks.setdefault(pairs[i].groups, []).append(i)
    for members in blocks.values():
        fixed = {pairs[i].second.tobytes() for i in members}
        if len(members) > 1 and fixed & {pairs[i].first.tobytes() for i in members}:
            return np.full(len(tested), np.nan), "no max-T p: a table stands on both sides of its family"
        observed, null = np.array([tested[i][0].statistic for i in members]), np.stack([tested[i][1] for i in members])
        exact = tested[members[0]][0].qap_method == "exact"
        alone = max_statistic(observed, null, exact=exact, alternative=alternative)
        adjusted[members] = np.minimum(alone * (len(defined) / len(members)), 1.0)
    return adjusted, _apart(pairs, blocks)


def _apart(pairs: Sequence[Aligned], blocks: dict[tuple[str, ...], list[int]]) -> str:
    """Which tables are on other groups than most of the family; "" where all are on the same."""
    if len(blocks) < 2:
        return ""
    most = max(blocks.values(), key=len)
    usual = {name for i in most for name in (pairs[i].x, pairs[i].y)}
    others = [i for members in blocks.values() if members is not most for i in members]
    counts = Counter(
        name for i in others for name in ({pairs[i].x, pairs[i].y} - usual or (f"{pairs[i].x} with {pairs[i].y}",))
    )
    named = ", ".join(f"'{name}'" for name in sorted(counts))
    return f"max-T p by blocks that share their groups: {named} {'is' if len(counts) == 1 else 'are'} on other groups"
