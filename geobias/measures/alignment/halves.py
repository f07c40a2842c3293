"""Split-half reliability of a group's mean answers, over random halves of the annotators of every item."""

from __future__ import annotations

import numpy as np

from geobias.measures.alignment.moments import GroupAnswers
from geobias.stats import spearman_brown


def split_half(group: GroupAnswers, splits: int, rng: np.random.Generator) -> float:
    """The correlation of halves' mean answers over items, averaged over splits, for as many annotators as there are.

    Halves of an item are as equal as its number of answers allows, and items with one answer take no part. Stepped up
    by the formula of Spearman and Brown (`geobias.stats.spearman_brown`). NaN where fewer than 3 items have two.
    """
    few = group.paired
    if few.sum() < 3:
        return float("nan")
    start = np.concatenate([[0], np.cumsum(group.count)[:-1]])
    size, found = len(group), []
    for _ in range(splits):
        order = np.lexsort((rng.random(len(group.y)), group.item))
        item = group.item[order]
        half = (np.arange(len(order)) - start[item] + rng.integers(2, size=size)[item]).astype(np.int64) % 2
        place = item + size * half
        with np.errstate(invalid="ignore"):
            means = np.bincount(place, group.y[order], 2 * size) / np.bincount(place, minlength=2 * size)
        first, second = means.reshape(2, size)[:, few]
        if first.std() > 0 and second.std() > 0:
            found.append(float(np.corrcoef(first, second)[0, 1]))
    return float(spearman_brown(np.mean(found))) if found else float("nan")
