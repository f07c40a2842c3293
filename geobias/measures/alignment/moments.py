"""What a group's answers say of each item, and the moments over items that coefficients of alignment are made of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from geobias.corpora import Judgements

M, C, S, Q, V, P, N = range(7)
"""Places of the moments: means over items of m, m s, s, s^2 and m^2, where m is the group's mean answer to an item and
s what the source says; of products of two annotators' answers to an item; of the variance within an item. The shares
of the different answers follow."""
SHARES = 7


@dataclass(frozen=True)
class GroupAnswers:
    """The answers of one group to some items, on a scale of mean 0 and variance 1 over items and annotators.

    Attributes
    ----------
    judgements : int64 (n,), places of its judgements. item, annotator : int64 (n,), place among `items`; annotator of
        all judgements. items : int64 (I,), those with an answer. y : float64 (n,), answers. grade : int64 (n,), place
        of each among the different answers, `values` float64 (K,).
    unit : what 1 of them is on the scale of the answers.
    level : the group's mean answer over items, on that scale.
    """

    judgements: np.ndarray
    item: np.ndarray
    annotator: np.ndarray
    items: np.ndarray
    y: np.ndarray
    grade: np.ndarray
    values: np.ndarray
    unit: float = 1.0
    level: float = 0.0

    @classmethod
    def of(cls, judgements: Judgements, kept: np.ndarray, items: np.ndarray) -> GroupAnswers:
        """kept : int64, places of the group's judgements that have an answer. items : bool (I,), which items count."""
        kept = kept[items[judgements.item[kept]]]
        counted = np.bincount(judgements.item[kept], minlength=len(items)) > 0
        answered, item = np.flatnonzero(counted), (np.cumsum(counted) - 1)[judgements.item[kept]]
        answers = judgements.answers[kept]
        weight = 1 / np.bincount(item)[item] / max(len(answered), 1)
        centre = (weight * answers).sum()
        spread = np.sqrt((weight * (answers - centre) ** 2).sum()) or 1.0
        values, grade = np.unique(answers, return_inverse=True)
        scaled = (values - centre) / spread
        return cls(
            kept, item, judgements.annotator[kept], answered, scaled[grade], grade, scaled, float(spread), float(centre)
        )

    def __len__(self) -> int:
        return len(self.items)

    @cached_property
    def count(self) -> np.ndarray:
        """float64 (I,), how many answered each item."""
        return np.bincount(self.item).astype(np.float64)

    @cached_property
    def mean(self) -> np.ndarray:
        """float64 (I,), mean answers."""
        return np.bincount(self.item, self.y) / self.count

    @cached_property
    def shares(self) -> np.ndarray:
        """float64 (I, K), share of each of the different answers to an item."""
        size = len(self.items), len(self.values)
        cells = np.bincount(self.item * size[1] + self.grade, minlength=size[0] * size[1])
        return cells.reshape(size) / self.count[:, None]

    @cached_property
    def paired(self) -> np.ndarray:
        """bool (I,), items that two or more answered, which alone tell agreement from noise."""
        return self.count > 1

    @cached_property
    def product(self) -> np.ndarray:
        """float64 (I,), mean product of two annotators' answers to an item; 0 where one answered."""
        squares = np.bincount(self.item, self.y**2)
        return np.where(
            self.paired, (self.count * self.mean**2 - squares / self.count) / np.maximum(self.count - 1, 1), 0
        )

    @cached_property
    def within(self) -> np.ndarray:
        """float64 (I,), unbiased variance of the answers to an item; 0 where one answered."""
        return np.where(self.paired, np.bincount(self.item, self.y**2) / self.count - self.product, 0)

    def over_paired(self, values: np.ndarray) -> float:
        """The mean of values (I,) over items with two answers; 0 where there are none, and no coefficient uses it."""
        return float(values[self.paired].mean()) if self.paired.any() else 0.0

    @cached_property
    def apart(self) -> np.ndarray:
        """float64 (n,), how a judgement moves the mean of its n answers, stretched as `influences` says."""
        n = self.count[self.item]
        return np.where(n > 1, (self.y - self.mean[self.item]) / np.sqrt(np.maximum(n * (n - 1), 1)), 0)

    @cached_property
    def squared_mean(self) -> float:
        """The square of the mean over items, from products of two different annotators' answers.

        An annotator who answers many items moves all of their means alike, which is no agreement either.
        """
        each = 1 / self.count[self.item]
        of = np.bincount(self.annotator, each * self.y)
        shared = (np.bincount(self.annotator, each) ** 2).sum()
        whole = len(self.items) ** 2 - shared
        return float((of.sum() ** 2 - (of**2).sum()) / whole) if whole > 1e-9 * shared else 0.0

    @cached_property
    def own_error(self) -> float:
        """Standard error of the group's mean over its items, of annotators drawn anew."""
        each = np.bincount(self.annotator, self.apart)
        return float(np.sqrt((each**2).sum()) / len(self))

    @cached_property
    def answering(self) -> float:
        """The effective number of annotators: as many of like diligence would weigh as much."""
        counts = np.bincount(self.annotator).astype(np.float64)
        return float(counts.sum() ** 2 / (counts**2).sum()) if counts.size else 0.0

    def moments(self, sources: np.ndarray) -> np.ndarray:
        """float64 (S, 7 + K), with sources float64 (S, I)."""
        own = [self.mean.mean(), (self.mean**2).mean(), self.over_paired(self.product), self.over_paired(self.within)]
        out = np.empty((len(sources), SHARES + len(self.values)))
        out[:, [M, V, P, N]] = own
        out[:, C], out[:, S], out[:, Q] = (sources * self.mean).mean(1), sources.mean(1), (sources**2).mean(1)
        out[:, SHARES:] = self.shares.mean(0)
        return out

    def influences(self, sources: np.ndarray, slopes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """How items, (I, S), and single judgements, (n, S), move S statistics of these slopes in the moments.

        slopes : float64 (S, 7 + K). A judgement's deviation from the mean of n answers is stretched by the root of
        n / (n - 1), so that its square is unbiased.
        """
        few, paired = self.paired, max(int(self.paired.sum()), 1)
        values, pairs = self.moments(sources), (self.product - self.over_paired(self.product)) * few
        inner = (self.within - self.over_paired(self.within)) * few
        g = slopes.T[..., None]  # moment, source, item
        linear = g[M] * self.mean + g[V] * (self.mean**2 - values[:, [V]]) + (slopes[:, SHARES:] @ self.shares.T)
        linear += g[C] * (sources * self.mean - values[:, [C]]) + g[S] * sources + g[Q] * (sources**2 - values[:, [Q]])
        linear -= linear.mean(1, keepdims=True)
        items = linear / len(self) + (g[P] * pairs + g[N] * inner) / paired
        at, n = self.item, self.count[self.item]
        per_item = (g[M] + g[C] * sources + 2 * g[V] * self.mean) / len(self)
        graded = slopes[:, SHARES:][:, self.grade] - (slopes[:, SHARES:] @ self.shares.T)[:, at]
        cells = per_item[:, at] * self.apart + graded * np.where(
            n > 1, 1 / np.sqrt(np.maximum(n * (n - 1), 1)), 0
        ) / len(self)
        others = (n * self.mean[at] - self.y) / np.maximum(n - 1, 1)
        joint = np.where(n > 1, (2 / n) * (self.y * others - self.product[at]), 0) / paired
        spread = self._square_apart(others) / paired
        return items.T, (cells + slopes[:, [P]] * joint + slopes[:, [N]] * spread).T

    def _square_apart(self, others: np.ndarray) -> np.ndarray:
        """float64 (n,), how a judgement moves the variance within its item, one of pairs as well."""
        at, n = self.item, self.count[self.item]
        squares = (np.bincount(at, self.y**2)[at] - self.y**2) / np.maximum(n - 1, 1)
        half = (self.y**2 - 2 * self.y * others + squares) / 2
        return np.where(n > 1, (2 / n) * (half - self.within[at]), 0)
