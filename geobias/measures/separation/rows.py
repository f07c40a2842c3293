"""A row of a SeparationTable from the dissimilarities of two groups' points."""

from __future__ import annotations

from typing import Any

import numpy as np

from geobias.seeds import generator
from geobias.stats import Jackknife, TwoSampleResult, excess, mean_dissimilarities
from geobias.tables import Separation


def floored_row(
    matrix: np.ndarray, labels: np.ndarray, jackknife: Jackknife, test: TwoSampleResult, level: float, **named: Any
) -> Separation:
    """A distance with its floor: means between and within two groups of samples (`labels` 0 and 1)."""
    means = mean_dissimilarities(matrix, labels, 2)
    floor = float(means.diagonal().mean())
    low, high = jackknife.interval(level)
    return Separation(
        value=float(means[0, 1]),
        floor_a=float(means[0, 0]),
        floor_b=float(means[1, 1]),
        floor=floor,
        excess=float(excess(means)[0, 1]),
        low=low,
        high=high,
        level=level,
        interval="delete-block jackknife",
        ratio=float(means[0, 1]) / floor if floor > 0 else np.nan,
        note=jackknife.note,
        **tested(test),
        **named,
    )


def unbiased_row(jackknife: Jackknife, test: TwoSampleResult, level: float, **named: Any) -> Separation:
    """A distance whose expectation for equal groups is 0: it is its own excess."""
    low, high = jackknife.interval(level)
    return Separation(
        m=0,
        value=jackknife.estimate,
        excess=jackknife.estimate,
        low=low,
        high=high,
        level=level,
        interval="delete-block jackknife",
        note=jackknife.note,
        **tested(test),
        **named,
    )


def tested(test: TwoSampleResult) -> dict[str, Any]:
    return {
        "p_permutation": test.pvalue, "p_smallest": test.smallest, "n_permutations": test.planned,
        "n_drawn": test.n_resamples, "drawn_until": test.drawn_until,
    }  # fmt: skip


def permutation_rng(seed: int, quantity: str, a: str, b: str) -> np.random.Generator:
    """The stream of a pair's permutations, which no other pair moves."""
    return generator(seed, "separation shuffles", quantity, *sorted((a, b)))
