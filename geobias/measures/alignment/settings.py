"""How alignment is measured beyond r as published."""

from __future__ import annotations

from dataclasses import dataclass, field

from geobias.arguments import choice, number, whole
from geobias.measures.alignment.published import Suppression
from geobias.measures.alignment.statistics import STATISTICS
from geobias.stats import LEVEL


@dataclass(frozen=True)
class AlignmentSettings:
    """Settings of intervals and tests of alignment.

    Attributes
    ----------
    statistics : which coefficients, see `geobias.measures.alignment.statistics`.
    per_item : annotators of an item at which groups are matched; None = what the thinnest group of an attribute has on
        average, at least 1.
    level : of intervals; the rest of it is the level of tests.
    scale : of answers, for alpha: "nominal", "ordinal", "interval" or "ratio".
    suppression : which cells are not told.
    splits : random halvings of annotators, of which split-half reliabilities are the mean.
    draws : of the normal law of all differences of a family, for max-T. seed : of these draws and of halvings.

    Raises
    ------
    InputError : a coefficient that there is not, a number out of range.
    """

    statistics: tuple[str, ...] = STATISTICS
    per_item: float | None = None
    level: float = 0.95
    scale: LEVEL = "interval"
    suppression: Suppression = field(default_factory=Suppression)
    splits: int = 30
    draws: int = 9999
    seed: int = 0

    def __post_init__(self) -> None:
        for name in self.statistics:
            choice("statistics", name, STATISTICS)
        if self.per_item is not None:
            number("per_item", self.per_item, "be at least 1", lambda v: v >= 1, "Pass 3, or None.")
        number("level", self.level, "lie in (0, 1)", lambda v: 0 < v < 1, "Pass 0.95.")
        whole("draws", self.draws, 99)
        whole("splits", self.splits, 1)
