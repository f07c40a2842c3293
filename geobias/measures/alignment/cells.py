"""Cells: the judgements of one group of annotators, as mean answers to items."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from geobias.corpora import Judgements


@dataclass(frozen=True)
class Cell:
    """What one group of annotators answered.

    Attributes
    ----------
    judgements : int64, places of its judgements that have an answer. weights : float64, what each counts.
    means : float64 (I,), the weighted mean answer to each item; NaN = nobody of the group answered.
    annotators, items, rows : how many there are; `rows` of the file.
    """

    judgements: np.ndarray
    weights: np.ndarray
    means: np.ndarray
    annotators: int
    items: int
    rows: int


def cells_of(judgements: Judgements, attribute: str | Sequence[str] = (), *, by_rows: bool = False) -> dict[str, Cell]:
    """group -> its cell, in order of appearance; of no attribute one cell, of everybody.

    by_rows : an answer counts once for every row of the file that says it, as in the published analysis: that of an
        annotator who gave two ethnicities counts twice in the groups of all other attributes.
    """
    if not attribute:
        everybody = np.ones(len(judgements.annotators), dtype=bool)
        return {"": _cell(judgements, everybody, np.ones(len(everybody), dtype=np.int64), by_rows)}
    ways = judgements.ways_of(attribute)
    return {group: _cell(judgements, of, ways, by_rows) for group, of in judgements.members(attribute).items()}


def _cell(judgements: Judgements, members: np.ndarray, ways: np.ndarray, by_rows: bool) -> Cell:
    kept = np.flatnonzero(members[judgements.annotator] & judgements.known)
    who = judgements.annotator[kept]
    rows = judgements.rows[kept] / ways[who]
    weights = rows if by_rows else np.ones(len(kept))
    return Cell(
        kept,
        weights,
        mean_answers(judgements, kept, weights),
        int(np.count_nonzero(np.bincount(who))),
        int(np.count_nonzero(np.bincount(judgements.item[kept]))),
        round(float(rows.sum())),
    )


def mean_answers(judgements: Judgements, kept: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """float64 (I,), weighted means of the answers kept; NaN where the weights of an item sum to 0."""
    size = len(judgements.items)
    total = np.bincount(judgements.item[kept], weights, minlength=size)
    summed = np.bincount(judgements.item[kept], weights * judgements.answers[kept], minlength=size)
    return np.divide(summed, total, out=np.full(size, np.nan), where=total > 0)
