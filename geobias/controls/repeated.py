"""What becomes of a difference or relation when something is done anew, alike for all groups."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from geobias.report import quantity_label
from geobias.stats import write_p

STANDS, UNCERTAIN, GOES_AWAY, APPEARS, NOT_THERE, UNKNOWN = (
    "stands", "uncertain", "goes away", "appears", "not there", "not computed",
)  # fmt: skip
ALIKE = {
    "training": "when the texts that train come alike from all groups",
    "cleaning": "when all groups are cleaned alike and strictly",
}


@dataclass(frozen=True)
class Repeated:
    """A statistic of the study beside the same when something was done anew, alike for all groups.

    repeat : "training" or "cleaning". x, y : quantities; y = "" for a distance or gap, group_a and group_b its pair,
        "" for the mean over all pairs. statistic : a coefficient, "mean" or "pair".
    study, p_study : the value as the study has it, and its p among random partitions (of a pair over all, max-T).
    again, p_again : the same anew; of several repetitions the median, low and high their 5 and 95 %.
    fate : one of the words above.
    """

    repeat: str
    statistic: str
    x: str
    y: str
    group_a: str
    group_b: str
    study: float
    p_study: float
    again: float
    low: float
    high: float
    p_again: float
    fate: str

    @property
    def sentence(self) -> str:
        """What is said of it, quantities in words."""
        x, y = (quantity_label(name) for name in (self.x, self.y))
        what = f"the relation of {x} and {y}" if self.y else f"{x} over all pairs of groups"
        what = f"{x} between {self.group_a} and {self.group_b}" if self.group_a else what
        fate = "becomes uncertain" if self.fate == UNCERTAIN else self.fate
        before, then = _valued(self.study, self.p_study), _valued(self.again, self.p_again)
        return f"{what[0].upper()}{what[1:]} {fate} {ALIKE[self.repeat]}: from {before} to {then}."


def _valued(value: float, p: float) -> str:
    return f"{value:.3g} ({write_p(p, 'p')})"


def fate_of(study: float, p_study: float, again: float, p_again: float, alpha: float) -> str:
    """The word for it.

    What was found (p <= alpha) and is no more "goes away" where at most half of it is left, else it is "uncertain": one
    p above a level and another below it are no difference between the two.

    >>> fate_of(0.8, 0.01, 0.1, 0.4, 0.05), fate_of(0.8, 0.01, 0.7, 0.06, 0.05)
    ('goes away', 'uncertain')
    """
    if np.isnan([study, p_study, again, p_again]).any():
        return UNKNOWN
    if p_study > alpha:
        return APPEARS if p_again <= alpha else NOT_THERE
    if p_again <= alpha:
        return STANDS
    return GOES_AWAY if again * np.sign(study) <= abs(study) / 2 else UNCERTAIN


def told(rows: Iterable[Repeated], most: int = 5) -> Iterator[str]:
    """Sentences of what goes away, at most so many, the relations first; the table has all."""
    gone = sorted((row for row in rows if row.fate == GOES_AWAY), key=lambda row: (not row.y, bool(row.group_a)))
    yield from (row.sentence for row in gone[:most])
    if len(gone) > most:
        yield f"{len(gone) - most} more go away so (table control_repeats)."


def pair_pvalues(values: np.ndarray) -> np.ndarray:
    """p of every pair among random partitions, over all pairs by the largest (max-T): (1 + m, pairs) -> (pairs,).

    The true groups come first. Every pair's values are standardised by their mean and deviation over all 1 + m, since
    small groups scatter more. A pair that is not known everywhere is NaN, and counts for no other.
    """
    known = ~np.isnan(values).any(0)
    spread = values.std(0)
    scaled = (values - values.mean(0)) / np.where(spread > 0, spread, 1.0)
    largest = scaled[1:, known].max(1, initial=-np.inf)
    reached = (largest[:, None] >= scaled[0] - 1e-9).sum(0)
    return np.where(known, (reached + 1) / (len(largest) + 1), np.nan)
