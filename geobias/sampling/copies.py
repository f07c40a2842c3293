"""Groups that are made of other groups' texts, undeclared: `all` beside its parts, one group under two names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import numpy as np

from geobias.corpora import normalise_text

MADE_OF = 0.9
"""Share of a group's texts that stand in other groups too, from which it is made of them."""
_ONE_HOME = 0.8
"""Share of those that stand in one other group each. Phrases that all groups share make no group a pooled group."""


def made_of_others(texts: np.ndarray, groups: Mapping[str, np.ndarray]) -> list[str]:
    """Names of groups whose texts are copies of other groups', the largest first; of two equal ones the later.

    Parameters
    ----------
    texts : of the corpus. groups : name -> rows.
    """
    counts = {name: Counter(normalise_text(text) for text in texts[rows]) for name, rows in groups.items() if len(rows)}
    homes: Counter[str] = Counter(text for of_group in counts.values() for text in of_group)
    total = sum(counts.values(), Counter())
    found = []
    later_first = list(counts)[::-1]
    for name in sorted(later_first, key=lambda name: -counts[name].total()):
        own = counts[name]
        copied = sum(min(count, total[text] - count) for text, count in own.items() if homes[text] > 1)
        if copied >= MADE_OF * own.total():
            found.append(name)
            total -= own
            homes -= Counter(own.keys())
    return [name for name in found if _has_one_home(counts[name], homes)]


def _has_one_home(own: Counter[str], homes: Counter[str]) -> bool:
    of_others = [homes[text] for text in own if homes[text]]
    return bool(of_others) and sum(count == 1 for count in of_others) >= _ONE_HOME * len(of_others)
