"""Majority labels of groups, and how often they are alike, with intervals over items and annotators."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from geobias.corpora import Judgements
from geobias.errors import require
from geobias.measures.alignment.cells import Cell, cells_of
from geobias.stats import two_way_spread, wilson_interval


@dataclass(frozen=True)
class LabelShare:
    """A share of items, with its interval; `error` is the standard error over items and annotators both drawn anew.

    design : by how much items that share annotators widen the variance, 1 = not at all.
    """

    share: float
    low: float
    high: float
    error: float
    design: float
    n_items: int


@dataclass(frozen=True)
class MajorityLabels:
    """Labels of groups of annotators who answer 0 or 1.

    Attributes
    ----------
    labels : group -> float64 (I,): 1 where over half of its annotators say so, else 0; NaN where nobody answered.
    cells : group -> its cell.
    """

    judgements: Judgements
    labels: Mapping[str, np.ndarray]
    cells: Mapping[str, Cell]

    @classmethod
    def of(cls, judgements: Judgements, attribute: str | Sequence[str]) -> MajorityLabels:
        cells = cells_of(judgements, attribute)
        labels = {
            group: np.where(np.isnan(cell.means), np.nan, cell.means > 0.5).astype(np.float64)
            for group, cell in cells.items()
        }
        return cls(judgements, labels, cells)

    def share(
        self, groups: Sequence[str], happens: Callable[[np.ndarray], np.ndarray], level: float = 0.95
    ) -> LabelShare:
        """How often something happens to the labels of some groups, over the items that all of them labelled.

        The interval is Wilson's with as many items as would tell as much if no two shared an annotator. A new annotator
        changes a label where the others of the group leave it to one answer, so one who is strict, and judges many
        items, moves all of these the same way. Errors are those of `geobias.stats.two_way_spread`, to first order: what
        two annotators do who meet in many items is not in them.

        Parameters
        ----------
        happens : labels float64 (G, I) of 0 and 1 -> bool (I,), e.g. ``lambda labels: labels[0] != labels[1]``.
        """
        labels = np.stack([self.labels[group] for group in groups])
        known = ~np.isnan(labels).any(0)
        found = happens(labels[:, known])
        size, share = int(known.sum()), float(found.mean()) if known.any() else float("nan")
        alone = share * (1 - share) / max(size, 1)
        if not alone > 0:
            low, high = wilson_interval(share * size, size, level) if size else (np.nan, np.nan)
            return LabelShare(share, float(low), float(high), alone, 1.0, size)
        moves = self._moves(groups, labels, known, happens)
        annotators, effective = self._of_annotators(groups, moves)
        spread = two_way_spread(
            (found - share)[:, None] / size, annotators[:, None] / size, moves[:, None] / size, size, effective
        )
        design = max(float(spread.covariance[0, 0]) / alone, 1.0)
        law = require("scipy.stats", extra="study", purpose="intervals of shares")
        middle = (1 + level) / 2
        widening = float(law.t.ppf(middle, spread.df[0]) / law.norm.ppf(middle))
        low, high = wilson_interval(share * size / design, size / design, level, widening)
        return LabelShare(share, float(low), float(high), float(np.sqrt(alone * design)), design, size)

    def _of_annotators(self, groups: Sequence[str], moves: np.ndarray) -> tuple[np.ndarray, float]:
        """float64 (A,), how each annotator moves it, and the effective number of the fewest.

        Sums of an annotator are about the group's own mean, which takes 1 / n of their squares: they are stretched.
        """
        out, fewest = np.zeros(len(self.judgements.annotators)), np.inf
        for group in groups:
            kept = self.cells[group].judgements
            who = self.judgements.annotator[kept]
            counts = np.bincount(who).astype(np.float64)
            effective = max(counts.sum() ** 2 / (counts**2).sum(), 2.0)
            out += np.sqrt(effective / (effective - 1)) * np.bincount(who, moves[kept], len(out))
            fewest = min(fewest, effective)
        return out, float(fewest)

    def _moves(
        self, groups: Sequence[str], labels: np.ndarray, known: np.ndarray, happens: Callable[[np.ndarray], np.ndarray]
    ) -> np.ndarray:
        """float64 (n,), how each judgement moves the number of items to which it happens."""
        cells = np.zeros(len(self.judgements))
        for place, group in enumerate(groups):
            either = np.stack([labels, labels])
            either[0, place], either[1, place] = 0, 1
            without, with_it = (happens(side[:, known]).astype(np.float64) for side in either)
            slope = np.zeros(len(known))
            slope[known] = with_it - without
            kept = self.cells[group].judgements
            answer, item = self.judgements.answers[kept], self.judgements.item[kept]
            moves = slope[item] * _decides(answer, item)
            for sign in (-1, 1):  # about what such answers are on average: how many there are is the items' part
                same = moves == sign
                if same.any():
                    moves[same] *= answer[same] - answer[same].mean()
            cells[kept] = moves
        return cells


def _decides(answer: np.ndarray, item: np.ndarray) -> np.ndarray:
    """bool (n,): whether the other answers to the item leave its majority to this one."""
    count = np.bincount(item)[item]
    others = np.bincount(item, answer)[item] - answer
    return (2 * (others + 1) > count) & (2 * others <= count)
