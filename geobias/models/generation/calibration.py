"""Calibration of option scores: what a model prefers when it is asked about nothing is taken away."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

Scores = Mapping[str, float]
"""option -> natural logarithm of its probability"""


def calibrated(scores: Scores, content_free: Sequence[Scores]) -> dict[str, float]:
    """Log-probabilities of the options, calibrated and summing to 1 over them.

    With p(option) and its mean over the content-free prompts c(option): p / c, normalised (Zhao et al. 2021, Calibrate
    before use, equation 1 with W = diag(c)^-1 and b = 0).

    Returns
    -------
    option -> logarithm; NaN for all where that is not defined: no content-free scores, or none but zeros among them.

    >>> half = {"yes": math.log(0.8), "no": math.log(0.2)}
    >>> {option: round(math.exp(value), 3) for option, value in calibrated({"yes": -1.0, "no": -1.0}, [half]).items()}
    {'yes': 0.2, 'no': 0.8}
    """
    nowhere = dict.fromkeys(scores, math.nan)
    if not content_free or not scores:
        return nowhere
    ratios = {}
    for option, score in scores.items():
        beside = _log_sum([free[option] for free in content_free]) - math.log(len(content_free))
        if beside == -math.inf:
            return nowhere
        ratios[option] = score - beside
    total = _log_sum(list(ratios.values()))
    return {option: ratio - total for option, ratio in ratios.items()} if total > -math.inf else nowhere


def _log_sum(logs: Sequence[float]) -> float:
    """log of the sum of exponentials."""
    top = max(logs)
    return top if top == -math.inf else top + math.log(math.fsum(math.exp(value - top) for value in logs))
