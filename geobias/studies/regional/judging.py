"""The verdict on distances: do any two regions lie further apart than a region from itself?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from geobias.relations import NOT_SEPARABLE, SUPPORTED, UNTESTABLE, Verdict
from geobias.stats import holm
from geobias.tables_separation import Separation, SeparationTable


def judge_separation(tables: Sequence[SeparationTable], unions: Sequence[str], alpha: float) -> Verdict:
    """Judge the first table's pairs of regions by their permutation p after Holm; the others are counted beside.

    "supported" where at least one pair's adjusted p is at most `alpha`; "cannot be tested with so few groups" where no
    shuffle could have given that.
    """
    first, *others = [[row for row in table.rows if not {row.group_a, row.group_b} & set(unions)] for table in tables]
    tested = [row for row in first if not np.isnan(row.p_permutation)]
    if not tested:
        return Verdict(NOT_SEPARABLE, "No pair of regions could be tested.")
    adjusted = holm([row.p_permutation for row in tested])
    largest = max(tested, key=lambda row: row.excess)
    attainable = min(1.0, min(row.p_smallest for row in tested) * len(tested))
    found = int((adjusted <= alpha).sum())
    word = SUPPORTED if found else UNTESTABLE if attainable > alpha else NOT_SEPARABLE
    beside = "".join(f"; {_count(rows, alpha)}" for rows in others if rows)
    sentence = f"{_count(first, alpha)}{beside} (permutation p after Holm over pairs, {alpha:g})"
    if not np.isnan(largest.floor):
        pair = f"{largest.group_a}–{largest.group_b}"
        sentence += f". Largest by the first: {pair}, excess {largest.excess:+.3g} over a floor of {largest.floor:.3g}"
    return Verdict(
        word, sentence + ".", p_adjusted=float(adjusted.min()), correction="Holm", n_tested=len(tested),
        p_attainable=attainable,
    )  # fmt: skip


def _count(rows: Sequence[Separation], alpha: float) -> str:
    known = [row.p_permutation for row in rows if not np.isnan(row.p_permutation)]
    apart = int((holm(known) <= alpha).sum()) if known else 0
    return f"{apart} of {len(known)} pairs of regions are apart by {rows[0].quantity}"
