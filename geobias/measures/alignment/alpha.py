"""Krippendorff's alpha of a group, with how each item and each judgement moves it."""

from __future__ import annotations

import numpy as np

from geobias.measures.alignment.moments import GroupAnswers
from geobias.measures.alignment.statistics import Measured
from geobias.stats import LEVEL, alpha_without_each


def alpha_influence(group: GroupAnswers, answers: np.ndarray, level: LEVEL = "interval") -> Measured:
    """One column: alpha, and by how much it is larger than without an item, or without a judgement.

    answers : float64 (n,), the group's answers on their own scale.
    """
    alpha, items, cells, reason = alpha_without_each(group.item, answers, level=level)
    return Measured(np.array([alpha]), (alpha - items)[:, None], (alpha - cells)[:, None], reason)
