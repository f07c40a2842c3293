"""The one judge of alignment: is a source more aligned with one group of annotators than with another?"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from geobias.arguments import choice, number
from geobias.errors import require
from geobias.relations.lacking import HOLM, MAX_T
from geobias.relations.pairs import word_of
from geobias.relations.stating import level
from geobias.stats import benjamini_hochberg, holm
from geobias.tables import (
    CONTROL,
    CORRECTION,
    DIFFERENT,
    FEW_ANNOTATORS,
    NOT_SEPARABLE,
    REAL,
    RELABELLED,
    UNTESTABLE,
    AlignmentDifference,
    AlignmentDifferenceTable,
    AlignmentPlaceboTable,
)

LEAST_ANNOTATORS = 8
"""Annotators of a group below which its differences are not tested: their errors were calibrated from 8 on."""
MARGIN = 0.10
"""The difference in alignment that is too small to be of interest, where no other is declared."""
BENJAMINI_HOCHBERG = "Benjamini-Hochberg"
CORRECTIONS = {"max": MAX_T, "holm": HOLM, "bh": BENJAMINI_HOCHBERG}


def judge_alignments(
    table: AlignmentDifferenceTable,
    placebos: AlignmentPlaceboTable | None = None,
    *,
    alpha: float = 0.05,
    correction: Literal["max", "holm", "bh"] = "max",
    margin: float = MARGIN,
) -> AlignmentDifferenceTable:
    """The table with the verdicts of its decisive rows; the others are left as they are.

    The family is every pair of groups of one attribute with every source. A row is "different" where its p is at most
    `alpha` after the correction, and the same groups dealt at random do not differ as much; else "equivalent within the
    margin" where the p of its equivalence test is, after Holm; it "cannot be tested" where a group has fewer than
    `LEAST_ANNOTATORS`, is "not computed" without a p, for which its `note` has the reason, and else "not separable".

    Parameters
    ----------
    placebos : the attributes with their values dealt at random, as `geobias.measures.alignment.alignment_placebos`
        gives them: the negative control. Where the p of an attribute is above `alpha`, it stops what would be
        different. So few relabellings that none could have had such a p stop nothing.
    correction : "max" (`p_max`), "holm" or "bh", which bounds the share of false ones among the different instead of
        the chance of any. Where an attribute's rows are of two coefficients, "max" gives way to Holm.
    margin : of equivalence, in units of the coefficient.

    Raises
    ------
    InputError : an alpha outside (0, 1), a correction that there is not, a margin that is not above 0.
    """
    alpha, _ = level(alpha), choice("correction", correction, list(CORRECTIONS))
    margin = number("margin", margin, "be above 0", lambda v: v > 0, f"Pass margin={MARGIN:g}.")
    controls = {} if placebos is None else _controls(placebos)
    rows, families = list(table.rows), defaultdict(list)
    for at, row in enumerate(rows):
        if row.decisive:
            families[row.attribute].append(at)
    for places in families.values():
        family = [replace(rows[at], alpha=alpha, margin=margin) for at in places]
        p, decided_by = _corrected(family, correction)
        equivalent = holm([_p_equivalent(row) for row in family]).tolist()
        for at, row, decisive, alike in zip(places, family, p, equivalent, strict=True):
            control = controls.get((row.attribute, row.statistic), Dealt())
            found = replace(row, p_decisive=decisive, p_equivalent=alike, decided_by=decided_by)
            rows[at] = _judged(replace(found, p_control=control.p, n_control=control.draws), control)
    return replace(table, rows=tuple(rows))


@dataclass(frozen=True)
class Dealt:
    """The negative control of an attribute: its p, and how often its values were dealt."""

    p: float = math.nan
    draws: int = 0

    def stops(self, alpha: float) -> bool:
        return self.p > alpha >= 1 / (1 + self.draws)


def _controls(placebos: AlignmentPlaceboTable) -> dict[tuple[str, str], Dealt]:
    """By attribute and coefficient."""
    draws = Counter((row.attribute, row.statistic) for row in placebos.rows if row.kind == RELABELLED)
    real = [row for row in placebos.rows if row.kind == REAL]
    return {key: Dealt(row.pvalue, draws[key]) for row in real for key in [(row.attribute, row.statistic)]}


def _corrected(family: Sequence[AlignmentDifference], correction: str) -> tuple[list[float], str]:
    """The p-values of a family after the correction, and its name.

    `p_max` is over the rows of one coefficient: two families of them side by side would not keep the level together.
    """
    p = [row.p for row in family]
    if correction == "bh":
        return benjamini_hochberg(p).tolist(), CORRECTIONS[correction]
    tested = [row for row in family if not math.isnan(row.p)]
    together = len({row.statistic for row in tested}) == 1 and not any(math.isnan(row.p_max) for row in tested)
    if correction == "max" and together:
        return [row.p_max for row in family], MAX_T
    return holm(p).tolist(), HOLM


def _p_equivalent(row: AlignmentDifference) -> float:
    """The p of two one-sided tests of the margin (Schuirmann 1987), by the law that the interval is read off.

    So few annotators show neither a difference nor that there is none.
    """
    if not _enough(row) or math.isnan(row.low) or math.isnan(row.df):
        return math.nan
    law = require("scipy.stats", extra="study", purpose="equivalence of alignments").t
    error = (row.high - row.low) / 2 / law.ppf((1 + row.level) / 2, row.df)
    return float(law.sf((row.margin - abs(row.difference)) / error, row.df))


def _enough(row: AlignmentDifference) -> bool:
    return min(row.n_a, row.n_b) >= LEAST_ANNOTATORS


def _judged(row: AlignmentDifference, control: Dealt) -> AlignmentDifference:
    least = 0.0 if _enough(row) else 1.0  # a p that is read off a law can be as small as one likes
    word = word_of(row.p_decisive, row.p_equivalent, least, row.alpha)
    stopped = CONTROL if word == DIFFERENT and control.stops(row.alpha) else ""
    word = NOT_SEPARABLE if stopped else word
    if word == NOT_SEPARABLE and not stopped and row.p <= row.alpha:
        stopped = CORRECTION
    lacks = FEW_ANNOTATORS if word == UNTESTABLE else ""
    return replace(row, verdict=word, stopped_by=stopped, lacking=lacks)


def deciding(table: AlignmentDifferenceTable, attribute: str) -> list[AlignmentDifference]:
    """The judged rows of an attribute, those that no difference was computed of among them."""
    return [row for row in table.rows if row.decisive and row.verdict and row.attribute == attribute]


def attainable(rows: Sequence[AlignmentDifference]) -> float:
    """The least that the p of any could have been."""
    return min((0.0 if _enough(row) else 1.0 for row in rows), default=np.nan)
