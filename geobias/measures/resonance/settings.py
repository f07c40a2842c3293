"""How resonance is compared with a survey, and how its stability is told."""

from __future__ import annotations

from dataclasses import dataclass

from geobias.arguments import choice, number, whole
from geobias.measures.resonance.scores import SCORINGS
from geobias.tables import FIT_DEFINITIONS, SLOPES


@dataclass(frozen=True)
class ResonanceSettings:
    """Settings of the measures of resonance.

    Attributes
    ----------
    scoring : of projections, see `SCORINGS`; of `nation_fits` it names that of the cells, which are made before.
    definition : of the regression on a survey, see `FIT_DEFINITIONS`.
    level : of intervals. replicates : responses and respondents drawn anew. draws : of the laws of variance components.
    flips : of signs of designs, at most; all of them where there are no more. seed : of all of these.

    Raises
    ------
    InputError : a word that there is not, a number out of range.
    """

    scoring: str = "both"
    definition: str = SLOPES
    level: float = 0.95
    replicates: int = 999
    draws: int = 9999
    flips: int = 9999
    seed: int = 0

    def __post_init__(self) -> None:
        choice("scoring", self.scoring, SCORINGS)
        choice("definition", self.definition, FIT_DEFINITIONS)
        number("level", self.level, "lie in (0, 1)", lambda v: 0 < v < 1, "Pass 0.95.")
        for name in ("replicates", "draws", "flips"):
            whole(name, getattr(self, name), 99)
        whole("seed", self.seed, 0)
