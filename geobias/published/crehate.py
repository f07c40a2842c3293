"""CREHate (Lee et al. 2024): five countries' labels of hate speech, from its raw annotations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path

import numpy as np

from geobias.corpora import load_judgements
from geobias.measures.alignment import MajorityLabels
from geobias.published._reproduction import Reproduction, check_files
from geobias.tables import Comparison, ComparisonTable, compare

TITLE = "CREHate: labels of five countries, their consensus and their differences"
FILES = ("judgements.csv", "items.csv")
COUNTRIES = ("us", "au", "uk", "za", "sg")
CONSENSUS, LARGEST = 56.2, 26.0
"""Percent of texts that all five countries label alike; the largest difference of two. The paper prints no others."""
_DID_NOT_KNOW = 2
_NOTES = (
    "Of the ten differences the paper prints the largest; all stand beside those of the labels that it released.",
    "Intervals: 95 %, for other texts labelled by other annotators of the same countries.",
)


def reproduce(folder: Path) -> Reproduction:
    """Every country's label of every text as the strict majority of its annotators, and what follows from them.

    Raises
    ------
    InputError : a folder or file is missing, or a file lacks a column.
    """
    check_files(folder, FILES)
    judged = load_judgements(
        folder / FILES[0],
        attributes=["country"],
        items=folder / FILES[1],
        sources=COUNTRIES,
        unknown=[_DID_NOT_KNOW],
    )
    labels = MajorityLabels.of(judged, "country")
    return Reproduction(ComparisonTable((*_labels(labels), *_shares(labels))), notes=(*judged.notices, *_NOTES))


def _labels(ours: MajorityLabels) -> Iterator[Comparison]:
    judged = ours.judgements
    for country in COUNTRIES:
        for item, label, released in zip(judged.items, ours.labels[country], judged.sources[country], strict=True):
            yield compare("label of a text", f"{country}, {item}", released, label, 0)


def _shares(ours: MajorityLabels) -> Iterator[Comparison]:
    released = ours.judgements.sources
    alike = _percent(ours, COUNTRIES, lambda labels: np.ptp(labels, axis=0) == 0)
    yield compare("consensus, percent of texts", "all five countries", CONSENSUS, decimals=1, **alike)
    differences = {}
    for a, b in combinations(COUNTRIES, 2):
        found = differences[f"{a}-{b}"] = _percent(ours, (a, b), lambda labels: labels[0] != labels[1])
        of_released = 100 * float(np.mean(released[a] != released[b]))
        yield compare("difference of two countries, percent of texts", f"{a}-{b}", of_released, decimals=1, **found)
    pair = max(differences, key=lambda name: differences[name]["recomputed"])
    yield compare("largest difference, percent of texts", pair, LARGEST, decimals=0, **differences[pair])


def _percent(
    ours: MajorityLabels, countries: tuple[str, ...], happens: Callable[[np.ndarray], np.ndarray]
) -> dict[str, float]:
    found = ours.share(countries, happens)
    return {"recomputed": 100 * found.share, "low": 100 * found.low, "high": 100 * found.high}
