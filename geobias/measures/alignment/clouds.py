"""Which items a group of annotators judges differently from others: weights of items, one cloud a group and side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from geobias.corpora import Judgements
from geobias.measures.alignment.columns import Family
from geobias.measures.alignment.settings import AlignmentSettings

Side = Literal["higher", "lower"]
SIDES: tuple[Side, Side] = ("higher", "lower")
_PRIOR = 1.0
"""Answers that an item is given beside its own, which differ from nobody's: one answer alone is mostly noise."""


@dataclass(frozen=True)
class GroupPanel:
    """Who of which group answered what, as arrays: annotators can be weighted, and dealt among the groups.

    Attributes
    ----------
    groups : names of the G groups that are told. members : bool (G, A), of those who answered anything.
    item, annotator : int64 (n,), of every judgement with an answer, those of annotators of no group too.
    answers : float64 (n,). n_items : I.
    """

    groups: tuple[str, ...]
    members: np.ndarray
    item: np.ndarray
    annotator: np.ndarray
    answers: np.ndarray
    n_items: int

    @classmethod
    def of(
        cls, judgements: Judgements, attribute: str | Sequence[str], settings: AlignmentSettings | None = None
    ) -> GroupPanel:
        """settings : their `suppression` says which groups are told."""
        told = tuple(Family.of(judgements, attribute, settings or AlignmentSettings()).told)
        known, size = judgements.known, len(judgements.annotators)
        answering = np.bincount(judgements.annotator[known], minlength=size) > 0
        members = judgements.members(attribute)
        return cls(
            told,
            np.array([members[group] & answering for group in told], dtype=bool).reshape(len(told), size),
            judgements.item[known],
            judgements.annotator[known],
            judgements.answers[known],
            len(judgements.items),
        )

    def dealt(self, rng: np.random.Generator) -> np.ndarray:
        """bool (G, A), the annotators of any group dealt anew: as many a group, and those of two still of two."""
        given = np.flatnonzero(self.members.any(0))
        out = self.members.copy()
        out[:, given] = self.members[:, rng.permutation(given)]
        return out

    def apart(self, members: np.ndarray | None = None, weights: np.ndarray | None = None) -> np.ndarray:
        """float64 (G, I), how much higher than others a group judges each item; 0 where it gave no answer.

        It is what the group's mean answers lie above the line that goes best through them and everybody's: a group that
        is sterner with all items, or uses less of the scale, does not judge any item differently for that. With n
        answers it is shrunk by n / (n + 1).

        Parameters
        ----------
        members : other than the panel's. weights : float64 (A,), what each annotator counts; None = 1.
        """
        each = np.ones(self.members.shape[1]) if weights is None else weights
        everybody, _ = self._means(each)
        out = np.zeros((len(self.groups), self.n_items))
        for place, of in enumerate(self.members if members is None else members):
            means, counts = self._means(each * of)
            at = np.flatnonzero(counts > 0)
            if len(at):
                above = means[at] - _line(everybody[at], means[at], counts[at])
                out[place, at] = above * counts[at] / (counts[at] + _PRIOR)
        return out

    def _means(self, each: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """float64 (I,) each: weighted mean answers, 0 where there is none, and what they weigh."""
        weights = each[self.annotator]
        counts = np.bincount(self.item, weights, self.n_items)
        summed = np.bincount(self.item, weights * self.answers, self.n_items)
        return np.divide(summed, counts, out=np.zeros(self.n_items), where=counts > 0), counts


def _line(x: np.ndarray, y: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """The weighted least-squares line of y on x, at x; the mean of y where x does not vary."""
    share = weights / weights.sum()
    middle, level = share @ x, share @ y
    spread = share @ (x - middle) ** 2
    slope = (share @ ((x - middle) * (y - level))) / spread if spread > 1e-12 else 0.0
    return level + slope * (x - middle)


def side_weights(apart: np.ndarray, side: Side, items: np.ndarray | None = None) -> np.ndarray:
    """float64 (G, I), rows of sum 1: the items that a group judges higher, or lower, each by how much.

    A row without any is 0. items : float64 (I,), what each item counts; None = 1.
    """
    above = np.maximum(apart if side == "higher" else -apart, 0) * (1 if items is None else items)
    whole = above.sum(1, keepdims=True)
    return np.divide(above, whole, out=np.zeros_like(above), where=whole > 1e-12)


def item_clouds(
    judgements: Judgements,
    attribute: str | Sequence[str],
    side: Side = "higher",
    settings: AlignmentSettings | None = None,
) -> dict[str, np.ndarray]:
    """group -> float64 (I,), weights of the items that it judges higher (or lower) than others do, of sum 1.

    With one vector an item they are a cloud: see `item_distances`. Groups that are not told have none.

    >>> from geobias.corpora import make_judgements
    >>> made = make_judgements(annotators=80)
    >>> weights = item_clouds(made, "region")["north"]
    >>> len(weights) == len(made.items), round(float(weights.sum()), 6)
    (True, 1.0)
    """
    panel = GroupPanel.of(judgements, attribute, settings)
    return dict(zip(panel.groups, side_weights(panel.apart(), side), strict=True))
