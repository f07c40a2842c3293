"""Predictions whose true scores are known: texts of authors, answered by models of training sets and folds.

A text is hard or easy, and so is all that an author writes; a training set and a fold are good or bad, and each answer
has a chance of its own (a probit model).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.optimize import brentq
from scipy.stats import norm

from geobias.tables import Predictions

HARD, CHANCE = 1.0, 0.5  # standard deviations over texts, and over single answers
NAMES = "abcdefgh"


@dataclass(frozen=True)
class World:
    """Authors of every group, texts of each, how good the models are on the group, how much sets and folds vary.

    texts : least and most of an author, for every group or for all. of_authors : standard deviation, besides that of
    texts. held_out : every model sees a fold of the last group alone, as of a baseline.
    """

    authors: tuple[int, ...] = (200, 200)
    skills: tuple[float, ...] = (1.0, 0.7)
    texts: tuple[tuple[int, int], ...] = ((1, 1),)
    of_authors: float = 0.0
    sets: int = 5
    folds: int = 5
    of_sets: float = 0.05
    of_folds: float = 0.05
    held_out: bool = False

    def draw(self, rng: np.random.Generator) -> tuple[Predictions, dict[str, np.ndarray], np.ndarray]:
        """New texts, models and authors: predictions, rows of the groups, and the author of every row."""
        ranges = self.texts * (len(self.authors) // len(self.texts))
        counts = [rng.integers(low, high + 1, n) for n, (low, high) in zip(self.authors, ranges, strict=True)]
        sizes = [int(some.sum()) for some in counts]
        author = np.repeat(np.arange(sum(self.authors)), np.concatenate(counts))
        n, models = len(author), self.sets * self.folds
        labels = (rng.random(n) < 0.5).astype(np.int8)
        better = np.repeat(rng.normal(0, self.of_sets, self.sets), self.folds) + rng.normal(0, self.of_folds, models)
        right = np.repeat(self.skills, sizes) + better[:, None] + rng.normal(0, CHANCE, (models, n))
        hard = rng.normal(0, HARD, n) + rng.normal(0, self.of_authors, author[-1] + 1)[author]
        # A text that is hard is so towards the wrong label: the sign follows the label.
        probabilities = norm.cdf((2.0 * labels - 1) * (right + hard)).astype(np.float32)
        ends = np.cumsum([0, *sizes])
        if self.held_out:
            for model in range(models):
                probabilities[model, ends[-2] :][np.arange(sizes[-1]) % self.folds != model % self.folds] = np.nan
        names = tuple(f"set{m // self.folds}-fold{m % self.folds}" for m in range(models))
        rows = {NAMES[i]: np.arange(*ends[i : i + 2]) for i in range(len(sizes))}
        return Predictions(names, np.arange(n), labels, probabilities, ("negative", "positive")), rows, author

    def truth(self, group: int, metric: str) -> float:
        """The expected score of a new model on new texts of new authors."""
        between, of_texts = self.of_sets**2 + self.of_folds**2, HARD**2 + CHANCE**2 + self.of_authors**2
        if metric == "auc":
            scale = np.sqrt(2 / of_texts)
            return float(norm.cdf(scale * self.skills[group] / np.sqrt(1 + scale**2 * between)))
        return float(norm.cdf(self.skills[group] / np.sqrt(of_texts + between)))

    def apart(self, gap: float, metric: str) -> World:
        """The same with a second group whose score is less by `gap` points."""

        def off(skill: float) -> float:
            lower = replace(self, skills=(self.skills[0], skill))
            return 100 * (lower.truth(0, metric) - lower.truth(1, metric)) - gap

        return replace(self, skills=(self.skills[0], brentq(off, -5, self.skills[0])))
