"""The words of every verdict, and readings of numbers that no test stands behind; each is defined here once.

`geobias.relations` decides which word of a verdict is said, and writes it into the tables.
"""

from __future__ import annotations

from typing import Any

import numpy as np

SUPPORTED = "supported"
"""Of relations; groups and gaps are "different", or "equivalent within the margin"."""
DIFFERENT = "different"
EQUIVALENT = "equivalent within the margin"
NOT_SEPARABLE = "not separable"
UNTESTABLE = "cannot be tested"
NOT_COMPUTED = "not computed"

VERDICTS = (SUPPORTED, DIFFERENT, EQUIVALENT, NOT_SEPARABLE, UNTESTABLE, NOT_COMPUTED)
"""All of them, the most telling first; a field `verdict` that is "" was not judged."""

FEW_SAMPLES, MANY_PAIRS, FEW_GROUPS = "so few samples", "so many pairs", "so few groups"
MANY_RELATIONS, FEW_PERMUTATIONS = "so many relations", "so few permutations"
FEW_ANNOTATORS = "so few annotators"
FEW_DESIGNS = "so few designs"
"""What keeps a test from a small p, in a field `lacking` beside "cannot be tested"."""
NOT_JUDGED = "not judged"
OK, NOTE, WARNING, STOP = "ok", "note", "warning", "stop"
SEVERITIES = (STOP, WARNING, NOTE, OK)
"""What a check of an audit gives, the most severe first."""

CONTROL, CORRECTION = "negative control", "correction"
"""What stops a relation whose p is small: random groups give as much, or it is one of many that were looked at."""

SEPARATION = "separation"
"""What the verdict on the texts of groups is about."""
GAPS = "gaps"
"""What the verdict on the scores of groups is about."""
ALIGNMENT = "alignment"
"""What the verdict on the groups of one attribute of annotators is about, the attribute's name in brackets behind."""
RESONANCE, ORDER = "resonance", "order"
"""What the verdicts on a certificate of stability, and on the order of nations beside a reference, are about."""
PRIMARY = "excess-gap"
"""The family that the verdict goes by: distances less their floor with gaps, both at one size of groups."""
AMONG_DISTANCES = "distance-distance"
"""The family of distances with each other, which no question is about."""

ENOUGH_POWER = 0.8
"""Share of runs that find a planted shift from which on it counts as found."""

NO_ORDER, NEIGHBOURS_ALIKE, ORDERED = "no order", "neighbours alike", "ordered"
_ORDER_FROM, _CLEAR_FROM = 1.0, 2.0


def beyond_zero(low: Any, high: Any) -> np.ndarray:
    """1 where an interval lies above 0, -1 where it lies below, 0 where it holds 0 or is not known (NaN).

    >>> beyond_zero([1, -2, -1, float("nan")], [2, -1, 1, float("nan")]).tolist()
    [1, -1, 0, 0]
    """
    return np.greater(low, 0).astype(int) - np.less(high, 0)


def steadiness(between: float, within: float) -> str:
    """What the order of pairs is worth, from the standard deviations between pairs and within one over its repeats.

    >>> steadiness(1.0, 2.0), steadiness(3.0, 2.0), steadiness(4.0, 2.0), steadiness(0.1, 0.0)
    ('no order', 'neighbours alike', 'ordered', 'ordered')
    """
    ratio = between / within if within > 0 else float("inf")
    return NO_ORDER if ratio < _ORDER_FROM else NEIGHBOURS_ALIKE if ratio < _CLEAR_FROM else ORDERED
