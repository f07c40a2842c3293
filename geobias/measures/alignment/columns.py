"""Columns: coefficients of groups side by side, with how all items, annotators and judgements move them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from geobias.corpora import Judgements, joint_name
from geobias.measures.alignment.cells import Cell, cells_of
from geobias.measures.alignment.moments import GroupAnswers
from geobias.measures.alignment.settings import AlignmentSettings
from geobias.measures.alignment.statistics import Measured, R
from geobias.stats import TwoWaySpread, two_way_spread


@dataclass(frozen=True)
class Family:
    """The groups of one attribute. name : of it, "" = everybody. cells : group -> its cell. hidden : group -> why it is
    not told. per_item : annotators of an item at which its groups are matched."""

    name: str
    cells: dict[str, Cell]
    hidden: dict[str, str]
    per_item: float

    @classmethod
    def of(cls, judgements: Judgements, attribute: str | Sequence[str], settings: AlignmentSettings) -> Family:
        """See `AlignmentSettings.per_item` and `suppression`."""
        cells = cells_of(judgements, attribute)
        hidden = {group: settings.suppression.reason(cell) for group, cell in cells.items()}
        thinnest = min((len(c.judgements) / c.items for group, c in cells.items() if not hidden[group]), default=1.0)
        chosen = max(1.0, thinnest) if settings.per_item is None else float(settings.per_item)
        return cls(
            joint_name(attribute) if attribute else "", cells, {g: why for g, why in hidden.items() if why}, chosen
        )

    @property
    def told(self) -> dict[str, Cell]:
        return {group: cell for group, cell in self.cells.items() if group not in self.hidden}


def items_for(judgements: Judgements, cell: Cell, known: np.ndarray, statistic: str = "") -> np.ndarray:
    """bool (I,), the known items that a coefficient of a cell rests on: of r those with an answer, else with two.

    Items that one annotator answered tell no agreement from noise, and may be others than those that several did: the
    covariance with a source and the true variance must be of the same items.
    """
    return known & (np.bincount(judgements.item[cell.judgements], minlength=len(known)) >= (1 if statistic == R else 2))


def by_known(judgements: Judgements) -> Iterator[tuple[list[str], np.ndarray, np.ndarray]]:
    """Sources that are known of the same items: names, bool (I,) which items, and their values float64 (S, I)."""
    alike: dict[bytes, list[str]] = {}
    for name, values in judgements.sources.items():
        alike.setdefault((~np.isnan(values)).tobytes(), []).append(name)
    for known, names in alike.items():
        yield names, np.frombuffer(known, dtype=bool), np.stack([judgements.sources[name] for name in names])


class Columns:
    """T coefficients, or differences of two, each with its influences; float64 (I, T), (A, T) and (n, T)."""

    def __init__(self, judgements: Judgements) -> None:
        self._sizes = len(judgements.items), len(judgements.annotators), len(judgements)
        self._parts: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
        self._counts: list[tuple[float, float]] = []
        self._alone: list[np.ndarray] = []

    def add(self, parts: Sequence[tuple[GroupAnswers, Measured, np.ndarray]]) -> None:
        """S columns: the sum of the influences of some groups, each times its weights, float64 (S,)."""
        sources = len(parts[0][2])
        items, annotators, cells = (np.zeros((size, sources)) for size in self._sizes)
        alone = np.empty((len(parts), sources))
        for place, (group, measured, weights) in enumerate(parts):
            of_items, of = measured.items * weights, measured.cells * weights
            of_annotators = np.stack([np.bincount(group.annotator, one, self._sizes[1]) for one in of.T], axis=1)
            items[group.items] += of_items
            cells[group.judgements] += of
            annotators += of_annotators
            beyond = (of_annotators**2).sum(0) - (of**2).sum(0)
            alone[place] = np.sqrt((of_items**2).sum(0) + np.maximum(beyond, 0))
        self._alone.append(alone)
        self._parts.append((items, annotators, cells))
        fewest = min(len(group) for group, _, _ in parts), min(group.answering for group, _, _ in parts)
        self._counts += [fewest] * sources

    def spread(self) -> TwoWaySpread:
        """Errors over items and annotators both drawn anew. A difference counts the smaller of its two groups."""
        items, annotators, cells = (np.concatenate(part, axis=1) for part in zip(*self._parts, strict=True))
        n_items, n_annotators = np.array(self._counts).T
        return two_way_spread(items, annotators, cells, n_items, n_annotators)

    @property
    def alone(self) -> np.ndarray:
        """float64 (groups, T), the error of each group's part in a column, where all columns have as many groups."""
        return np.concatenate(self._alone, axis=1)

    @property
    def first(self) -> np.ndarray:
        """float64 (T,), the error of the first group's part in each column."""
        return np.concatenate([one[0] for one in self._alone])

    @property
    def n_items(self) -> np.ndarray:
        """float64 (T,), items behind each column."""
        return np.array(self._counts, dtype=np.float64)[:, 0]
