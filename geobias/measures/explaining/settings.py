"""What `geobias explain` looks for, and how surely."""

from __future__ import annotations

from dataclasses import dataclass

from geobias.typed import check_least


@dataclass(frozen=True)
class ExplainSettings:
    """How the difference of two groups is explained.

    Attributes
    ----------
    words : words of each method that are shown, and masked at most.
    least, least_units : occurrences in both groups together, and units (authors, texts) that say it, below which a word
        takes no part: it could not be told from chance, and might name a person.
    prior : pseudo-counts of the log-odds' prior in all, shared out as all groups of the run use words.
    folds : parts of the units; the axis that reads one is fitted on the others.
    permutations : of units and of samples.
    level : of the intervals. alpha : of the claims of all methods together.
    """

    words: int = 20
    least: int = 5
    least_units: int = 3
    prior: float = 500.0
    folds: int = 5
    permutations: int = 999
    level: float = 0.95
    alpha: float = 0.05

    def __post_init__(self) -> None:
        check_least(self, "", words=1, least=1, least_units=1, folds=2, permutations=19)
