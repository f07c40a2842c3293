"""What keeps a test from a p that could pass: too little was measured, too much was tested, too little was drawn."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from geobias.stats import holm
from geobias.tables import FEW_PERMUTATIONS

MAX_T, HOLM, ALONE = "max-T", "Holm", "no correction"


def corrected(p: Sequence[float], p_max: Sequence[float], smallest: Sequence[float]) -> tuple[list, list, str]:
    """p-values of pairs after their correction, the least that each could have been, and the correction's name.

    max-T where every pair that has a p has one of max-T too, since two corrections side by side would not keep the
    level together; else Holm over the pairs. An adjusted p never falls where a p rises, so the least of Holm's is
    what it makes of the least of every pair; the largest statistic over a family can be as rare as one alone.
    """
    if not any(math.isnan(m) for one, m in zip(p, p_max, strict=True) if not math.isnan(one)):
        return list(p_max), list(smallest), MAX_T
    known = np.where(np.isnan(np.asarray(p, float)), np.nan, np.asarray(smallest, float))
    return holm(p).tolist(), holm(known).tolist(), HOLM


def lacking(least: float, smallest: float, permutations: int, alpha: float, *, few: str, many: str) -> str:
    """Why a p, whose least after its correction is `least`, cannot be at most `alpha`; "" where it can.

    smallest : the least before the correction; `permutations` : how many gave it. 1 / (permutations + 1) means that
    they were drawn, so that more of them would give a smaller p: "so few permutations", else `few`. Where the
    correction alone puts it out of reach it is `many`.
    """
    if not least > alpha:
        return ""
    if smallest <= alpha:
        return many
    return FEW_PERMUTATIONS if drawn(smallest, permutations) else few


def drawn(smallest: float, permutations: int) -> bool:
    """Whether permutations were drawn at random: all of them give a share of their number, (b + 1) / (m + 1) more."""
    return permutations > 0 and math.isclose(smallest, 1 / (permutations + 1), rel_tol=1e-9)
