"""Worlds of responses with a truth: nations, ages and sexes asked by several designs, with labels of five values."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np

from geobias.measures.resonance import ResonanceScores, read_values

NATIONS, AGES, SEXES = 8, 6, 2
VALUES = read_values()


@dataclass(frozen=True)
class World:
    """What a text leans to on every value is normal; a statement is entailed above .7 and contradicted below -.7.

    effect : half the range of the nations' own leanings, evenly spread; 0 = nations differ by chance alone.
    design : standard deviation of what a design does to all nations. moved : of what it does to each nation.
    unequal : nations are moved from a third of `moved` to twice it. skewed : by an exponential law. odd : one design
        moves nations five times as much. ageing : of leanings from the youngest to the oldest.
    designs, samples : declared designs; responses to a prompt.
    """

    effect: float = 0.0
    design: float = 0.4
    moved: float = 0.3
    unequal: bool = False
    skewed: bool = False
    odd: bool = False
    ageing: float = 0.5
    designs: int = 8
    samples: int = 4

    @property
    def leanings(self) -> np.ndarray:
        """float64 (nations,)."""
        return np.linspace(-self.effect, self.effect, NATIONS)

    def drawn(self, rng: np.random.Generator) -> ResonanceScores:
        size = NATIONS, self.designs
        moves = rng.exponential(size=size) - 1 if self.skewed else rng.standard_normal(size)
        scale = np.linspace(1 / 3, 2, NATIONS)[:, None] if self.unequal else 1.0
        moves = self.moved * scale * moves * (1 + 4 * (np.arange(self.designs) == 1) * self.odd)
        lean = self.leanings[:, None] + self.design * rng.standard_normal(self.designs) + moves
        rows = np.array(list(product(range(NATIONS), range(AGES), range(SEXES), range(self.designs))))
        rows = np.repeat(rows, self.samples, axis=0)
        nation, age, sex, design = rows.T
        text = lean[nation, design] + self.ageing * (age / (AGES - 1) - 0.5) + 0.5 * rng.standard_normal(len(rows))
        noise = rng.standard_normal((2, len(rows), len(VALUES)))
        said = np.stack([text[:, None], -text[:, None]]) + noise
        labels = (said > 0.7).astype(int) - (said < -0.7)
        names = [tuple(f"{kind}{at}" for at in column) for kind, column in (("n", nation), ("a", age), ("s", sex))]
        fields = dict(zip(("nation", "age", "sex"), names, strict=True))
        prompt = tuple("".join(parts) for parts in zip(*names, strict=True))
        sample = np.tile(np.arange(self.samples), len(rows) // self.samples)
        return ResonanceScores(VALUES, labels[0], labels[1], prompt, sample, tuple(f"d{d}" for d in design), fields)


WORLDS = {
    "designs move nations alike": World(),
    "designs move some nations more": World(unequal=True),
    "skewed moves": World(skewed=True),
    "one odd design": World(odd=True),
    "designs move no nation": World(moved=0.0),
    "five designs": World(designs=5),
}
