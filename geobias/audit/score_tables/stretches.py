"""Where the texts that a group shares with others lie: all over it, or from one row on, as after a slip of an index."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

_RARE, _LEAST_SHARE = 1e-6, 0.2
"""A stretch is pointed out where so many shared texts would lie in it by chance in one file of a million, and they are
a fifth of it at least."""


@dataclass(frozen=True)
class Stretch:
    """Rows `first` to the end of a group: `texts` of them, `shared` with other groups; `before` of those above are."""

    group: str
    first: int
    texts: int
    shared: int
    before: int


def shared_rows(groups: Mapping[str, Sequence[str]]) -> dict[str, np.ndarray]:
    """group -> bool (n,), rows whose text another group has too.

    groups : their texts as `geobias.corpora.normalise_text` gives them, to be compared; "" is like no other.
    """
    owners: dict[str, set[str]] = defaultdict(set)
    for group, texts in groups.items():
        for text in texts:
            owners[text].add(group)
    return {
        group: np.array([bool(text) and len(owners[text]) > 1 for text in texts], dtype=bool)
        for group, texts in groups.items()
    }


def shared_stretches(groups: Mapping[str, Sequence[str]]) -> list[Stretch]:
    """Of each group the stretch to its end that holds more of its shared texts than chance would put there.

    groups : as for `shared_rows`.
    """
    found = (_stretch(group, shared) for group, shared in shared_rows(groups).items())
    return [one for one in found if one]


def _stretch(group: str, shared: np.ndarray) -> Stretch | None:
    total, n = int(shared.sum()), len(shared)
    places = np.flatnonzero(shared)
    best: tuple[float, int] = (0.0, 0)
    for count, first in enumerate(places[::-1].tolist(), 1):
        best = min(best, (_log_tail(count, total, n - first, n), first))
    rarity, first = best
    inside = int(shared[first:].sum())
    if rarity + math.log(max(1, n)) > math.log(_RARE) or inside < _LEAST_SHARE * (n - first):
        return None
    return Stretch(group, first, n - first, inside, total - inside)


def _log_tail(count: int, total: int, size: int, n: int) -> float:
    """Logarithm of the chance that at least `count` of `total` rows dealt out among n fall into `size` of them."""
    logs = [
        _log_choose(size, k) + _log_choose(n - size, total - k) - _log_choose(n, total)
        for k in range(count, min(total, size) + 1)
        if total - k <= n - size
    ]
    top = max(logs, default=-math.inf)
    return top + math.log(sum(math.exp(value - top) for value in logs)) if logs else -math.inf


def _log_choose(n: int, k: int) -> float:
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
