"""Worlds of judgements whose alignment is known, for the calibration of `geobias.measures.alignment`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from geobias.corpora import Judgements

OF_SOURCE = 0.7
"""Standard deviation of a source's noise; that of everybody's opinion of items is 1."""


@dataclass(frozen=True)
class World:
    """Groups g0, g1, ... of annotators who judge items, and sources that agree with all of them alike unless planted.

    sizes, per_item : annotators of each group, and how many of them judge an item. shift : what each group's
    sensitivity adds to its opinions. noise : of single answers of each group. stern : sd of annotators around their
    group. difficulty : noise of items goes from 1 - difficulty to 1 + difficulty times the group's. own : sd of a
    group's opinion of items around everybody's. planted : how far sources lean to the first group. skewed : opinions of
    items are exponential, not normal. ungraded : answers are what is felt, any number. diligence : sd of the logarithm
    of how much annotators judge.
    """

    items: int = 400
    sizes: tuple[int, ...] = (60, 40, 30, 25, 15)
    per_item: tuple[int, ...] = (6, 5, 4, 3, 3)
    shift: tuple[float, ...] = (0.0, -0.8, 0.8, 1.5, -1.5)
    noise: tuple[float, ...] = (0.7, 0.7, 0.7, 0.7, 0.7)
    stern: float = 0.4
    difficulty: float = 0.5
    binary: bool = False
    ungraded: bool = False
    own: float = 0.6
    planted: float = 0.0
    sources: int = 2
    skewed: bool = False
    diligence: float = 0.5

    def latent_r(self, group: int) -> float:
        """Pearson's r of what a group thinks and what a source says, over items without end."""
        shared = 1 + self.own**2 * self.planted * (group == 0)
        return float(shared / np.sqrt((1 + self.own**2) * (1 + (self.own * self.planted) ** 2 + OF_SOURCE**2)))

    def drawn(self, rng: np.random.Generator) -> Judgements:
        common = rng.exponential(size=self.items) - 1 if self.skewed else rng.standard_normal(self.items)
        own = self.own * rng.standard_normal((len(self.sizes), self.items))
        spread = 1 + self.difficulty * rng.uniform(-1, 1, self.items)
        sources = {
            f"source {place}": common + self.planted * own[0] + OF_SOURCE * rng.standard_normal(self.items)
            for place in range(self.sources)
        }
        parts, first = [], 0
        for group, (size, many) in enumerate(zip(self.sizes, self.per_item, strict=True)):
            keen = self.diligence * rng.standard_normal(size) + rng.gumbel(size=(self.items, size))
            who = np.argpartition(-keen, many - 1, axis=1)[:, :many].ravel()
            item = np.repeat(np.arange(self.items), many)
            stern = self.shift[group] + self.stern * rng.standard_normal(size)
            single = self.noise[group] * spread[item] * rng.standard_normal(len(item))
            parts.append((item, first + who, (common + own[group])[item] + stern[who] + single))
            first += size
        item, annotator, felt = map(np.concatenate, zip(*parts, strict=True))
        return self._judgements(item, annotator, felt, sources)

    def _judgements(
        self, item: np.ndarray, annotator: np.ndarray, felt: np.ndarray, sources: dict[str, np.ndarray]
    ) -> Judgements:
        ends = (float(np.floor(felt.min())), float(np.ceil(felt.max())))
        scale = (0.0, 1.0) if self.binary else ends if self.ungraded else (-2.0, 2.0)
        group = np.repeat(np.arange(len(self.sizes)), self.sizes)
        return Judgements(
            items=_names("item", self.items),
            annotators=_names("annotator", len(group)),
            item=item,
            annotator=annotator,
            answers=self._graded(felt),
            attributes={"group": [(f"g{place}",) for place in group]},
            sources=sources,
            texts=np.full(self.items, "", dtype=object),
            scale=scale,
            rows=np.ones(len(item), dtype=np.int64),
        )

    def _graded(self, felt: np.ndarray) -> np.ndarray:
        if self.ungraded:
            return felt
        return (felt > 0).astype(np.float64) if self.binary else np.clip(np.round(felt), -2.0, 2.0)


def _names(word: str, count: int) -> np.ndarray:
    return np.array([f"{word} {place}" for place in range(count)], dtype=object)


PILED = (0.0, 1.6, -1.6, 2.0, 0.8)
FEW = {"sizes": (40, 20, 12, 10, 8), "per_item": (8, 5, 3, 3, 2), "items": 200}
CREHATE = World(
    1580, (216, 102, 406, 167, 173), (5,) * 5, (0.0, -0.3, 0.3, -0.6, 0.2), (1.0,) * 5, 0.5,
    binary=True, sources=1, diligence=1.0,
)  # fmt: skip
"""Its numbers of items, of annotators and of answers of a country to an item."""
WORLDS = {
    "graded answers, shifts to 1.5": World(),
    "graded answers that pile up, unequal noise": World(shift=PILED, noise=(0.7, 1.2, 0.5, 0.7, 1.0)),
    "binary answers, shifts to 1.5": World(binary=True),
    "binary answers, 8 to 40 annotators, 200 items": World(binary=True, shift=(0.0, 0.5, -0.5, 1.0, -1.0), **FEW),
    "graded answers, 8 to 40 annotators, 200 items": World(**FEW),
    "opinions of items exponential, graded answers": World(skewed=True),
    "CREHate's size": CREHATE,
}
UNGRADED = {
    "answers without grades": World(ungraded=True),
    "answers without grades, nothing of a group's own": World(ungraded=True, own=0.0),
    "answers without grades, 8 to 40 annotators, 200 items": World(ungraded=True, **FEW),
}
"""Worlds whose variance components are known, not only their mean over runs."""
