"""Generated statements (EtiCor++): do those of one region agree with each other?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from geobias.errors import InputError
from geobias.measures.etiquette.settings import DEFAULTS, EtiquetteSettings
from geobias.measures.scores import unit_share
from geobias.seeds import generator
from geobias.stats import document_weights, percentile_interval, student_widening
from geobias.tables import GeneratedAlignment, GeneratedAlignmentTable

ENTAILED, NEUTRAL, CONTRADICTED = 1, 0, -1


@dataclass(frozen=True)
class GeneratedPairs:
    """P pairs of generated statements with the relation of the first (premise) to the second (hypothesis).

    Attributes
    ----------
    regions : strings (P,). first, second : int64 (P,), the statements, numbered over all regions.
    relations : int8 (P,): 1 = entailed, -1 = contradicted, 0 = neither. model : that wrote them.

    Raises
    ------
    InputError : no pair, arrays of unlike lengths, a relation that is none of these, a statement with itself.
    """

    regions: np.ndarray
    first: np.ndarray
    second: np.ndarray
    relations: np.ndarray
    model: str = ""

    def __post_init__(self) -> None:
        if not len(self.regions):
            raise InputError("there must be at least one pair", "there is none", "Pass statements of one region.")
        for name in ("first", "second", "relations"):
            if len(getattr(self, name)) != len(self.regions):
                got = f"there are {len(getattr(self, name))}"
                raise InputError(f"{name} must have {len(self.regions)} entries", got, "Align them.")
        if strange := sorted({*np.unique(self.relations).tolist()} - {ENTAILED, NEUTRAL, CONTRADICTED}):
            raise InputError("relations must be 1, 0 or -1", f"one is {strange[0]}", "Map them.")
        if (self.first == self.second).any():
            raise InputError("a pair must be of two statements", "one is of one", "Leave it out.")


def ordered_pairs(regions: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """All ordered pairs of two different statements of one region, int64 (P,) each: first, second.

    Entailment has a direction, so a pair stands in both orders. Which pairs EtiCor++ takes is not said; this is ours.

    >>> [part.tolist() for part in ordered_pairs(["a", "b", "a"])]
    [[0, 2], [2, 0]]
    """
    names = np.asarray(regions, dtype=object)
    alike = names[:, None] == names[None]
    np.fill_diagonal(alike, False)
    first, second = np.nonzero(alike)
    return first.astype(np.int64), second.astype(np.int64)


def alignment_scores(pairs: GeneratedPairs, settings: EtiquetteSettings = DEFAULTS) -> GeneratedAlignmentTable:
    """The group alignment score of each region, entailed / (entailed + contradicted) pairs, with its interval.

    The interval is for other statements: each has a random weight of mean and variance 1, a pair the product of both,
    so that pairs of one statement vary together; percentiles, expanded by Student's quantile for few statements. Where
    all pairs say the same no weights tell them apart: then Wilson's for half as many draws as statements are in pairs
    that are either, since so many pairs share none.
    """
    rows = []
    for region in dict.fromkeys(pairs.regions.tolist()):
        at = np.flatnonzero(pairs.regions == region)
        relations = pairs.relations[at]
        counts = {kind: int((relations == kind).sum()) for kind in (ENTAILED, CONTRADICTED, NEUTRAL)}
        decided = counts[ENTAILED] + counts[CONTRADICTED]
        value = counts[ENTAILED] / decided if decided else np.nan
        (low, high), statements = _ends(pairs, at, settings)
        told = (counts[ENTAILED], counts[CONTRADICTED], counts[NEUTRAL])
        ends = (low, high, settings.level)
        rows.append(GeneratedAlignment(pairs.model, region, value, *ends, *told, statements=statements))
    return GeneratedAlignmentTable(tuple(rows))


def _ends(pairs: GeneratedPairs, at: np.ndarray, settings: EtiquetteSettings) -> tuple[tuple[float, float], int]:
    """The interval of one region, and how many statements its pairs are of."""
    statements, places = np.unique(np.concatenate([pairs.first[at], pairs.second[at]]), return_inverse=True)
    first, second = places[: len(at)], places[len(at) :]
    count = len(statements)
    entailed, told = np.zeros((count, count)), np.zeros((count, count))
    np.add.at(entailed, (first, second), pairs.relations[at] == ENTAILED)
    np.add.at(told, (first, second), pairs.relations[at] != NEUTRAL)
    rng = generator(settings.seed, "etiquette", "generated")
    weights = document_weights(count, settings.replicates, rng)
    above, below = (((weights @ part) * weights).sum(1) for part in (entailed, told))
    if count < 3 or not told.any():
        return (np.nan, np.nan), count
    if (share := entailed.sum() / told.sum()) in (0, 1):
        apart = max(int((told.any(0) | told.any(1)).sum()) // 2, 1)
        _, *ends = unit_share(np.full(apart, share), np.ones(apart), np.arange(apart), settings.level)
        return (ends[0], ends[1]), count
    replicates = np.divide(above, below, out=np.full(len(above), np.nan), where=below > 0)
    low, high = percentile_interval(replicates, settings.level, float(student_widening(count - 1, settings.level)))
    return (float(np.clip(low, 0, 1)), float(np.clip(high, 0, 1))), count
