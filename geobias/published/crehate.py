"""CREHate (Lee et al. 2024): five countries' labels of hate speech, from its raw annotations."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import numpy as np

from geobias.corpora import Judgements, load_judgements
from geobias.errors import InputError
from geobias.measures.alignment import cells_of
from geobias.stats import wilson_interval
from geobias.tables import Comparison, ComparisonTable, compare

TITLE = "CREHate: labels of five countries, their consensus and their differences"
FILES = ("judgements.csv", "items.csv")
COUNTRIES = ("us", "au", "uk", "za", "sg")
CONSENSUS, LARGEST = 56.2, 26.0
"""Percent of texts that all five countries label alike; the largest difference of two. The paper prints no others."""
_DID_NOT_KNOW = 2


def reproduce(folder: Path) -> ComparisonTable:
    """Every country's label of every text as the strict majority of its annotators, and what follows from them.

    Intervals are Wilson's for texts drawn anew. Of the ten differences of two countries the paper prints the largest
    alone; the others stand beside those of the labels that it released.

    Raises
    ------
    InputError : a file is missing, or lacks a column.
    """
    for name in FILES:
        if not (folder / name).is_file():
            raise InputError(f"'{folder}' must hold {list(FILES)}", f"there is no {name}", "Name the right folder.")
    judged = load_judgements(
        folder / FILES[0],
        attributes=["country"],
        items=folder / FILES[1],
        sources=COUNTRIES,
        unknown=[_DID_NOT_KNOW],
    )
    return ComparisonTable(tuple(_compared(judged)))


def majority_labels(judged: Judgements) -> dict[str, np.ndarray]:
    """country -> float64 (I,): 1 where over half of its annotators say so, else 0; NaN where nobody answered."""
    return {
        country: np.where(np.isnan(cell.means), np.nan, cell.means > 0.5)
        for country, cell in cells_of(judged, "country").items()
    }


def _compared(judged: Judgements) -> Iterator[Comparison]:
    labels, released = majority_labels(judged), judged.sources
    for country in COUNTRIES:
        for item, ours, theirs in zip(judged.items, labels[country], released[country], strict=True):
            yield compare("label of a text", f"{country}, {item}", theirs, ours, 0)
    alike = np.all([labels[country] == labels[COUNTRIES[0]] for country in COUNTRIES], axis=0)
    yield _percent("consensus, percent of texts", "all five countries", CONSENSUS, alike)
    differences = {}
    for a, b in combinations(COUNTRIES, 2):
        differences[a, b] = labels[a] != labels[b]
        of_released = 100 * float(np.mean(released[a] != released[b]))
        yield _percent("difference of two countries, percent of texts", f"{a}-{b}", of_released, differences[a, b])
    largest = max(differences, key=lambda pair: differences[pair].mean())
    yield _percent("largest difference, percent of texts", "-".join(largest), LARGEST, differences[largest], 0)


def _percent(quantity: str, cell: str, published: float, happened: np.ndarray, decimals: int = 1) -> Comparison:
    low, high = wilson_interval(int(happened.sum()), len(happened))
    recomputed = 100 * float(happened.mean())
    return compare(quantity, cell, published, recomputed, decimals, low=100 * float(low), high=100 * float(high))
