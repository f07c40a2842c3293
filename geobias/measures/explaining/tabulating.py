"""Estimates of items become rows of tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from geobias.measures.explaining.estimates import Estimates
from geobias.measures.explaining.settings import ExplainSettings
from geobias.tables import DIFFERENT, Explanation, WordDifference


@dataclass(frozen=True)
class Compared:
    """What the rows of a pair have in common.

    counts : float64 (2, k + 1), occurrences in either group, the last of all items that take no part. frequency :
        float64 (k,), shares of the compared tokens.
    """

    pair: tuple[str, str]
    unit: str
    items: Sequence[str]
    counts: np.ndarray
    frequency: np.ndarray
    settings: ExplainSettings


def word_rows(compared: Compared, method: str, found: Estimates) -> Iterator[WordDifference]:
    """A row for every item, not judged yet."""
    (a, b), tested = compared.pair, found.tested
    rates = compared.counts[:, :-1] / compared.counts.sum(1)[:, None]
    for k, item in enumerate(compared.items):
        yield WordDifference(
            a, b, compared.unit, method, item,
            said_more_by=a if rates[0, k] > rates[1, k] else b if rates[1, k] > rates[0, k] else "",
            count_a=int(compared.counts[0, k]), count_b=int(compared.counts[1, k]),
            frequency=float(compared.frequency[k]),
            value=float(found.value[k]), low=float(found.low[k]), high=float(found.high[k]),
            level=compared.settings.level, share=float(found.share[k]),
            statistic=float(tested.statistic[k]), p=float(tested.p[k]), p_max=float(tested.p_max[k]),
            p_smallest=tested.smallest, n_permutations=tested.permutations,
        )  # fmt: skip


def explanation_row(
    compared: Compared, method: str, found: Estimates, judged: Sequence[WordDifference], sizes: Mapping[str, Any]
) -> Explanation:
    """What one method says in all; `sizes` are those fields of it."""
    named = [row for row in judged if row.verdict == DIFFERENT]
    return Explanation(
        *compared.pair, compared.unit, method, found.whole, found.whole_low, found.whole_high,
        compared.settings.level, found.whole_p, len(compared.items), len(named),
        alpha=judged[0].alpha if judged else float("nan"), **sizes,
    )  # fmt: skip
