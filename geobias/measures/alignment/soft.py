"""Soft measures: distances of the distribution of a group's answers from a source, beside the correlation of means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from geobias.corpora import Judgements
from geobias.errors import InputError
from geobias.means import known_mean
from geobias.measures.alignment.columns import Family
from geobias.measures.alignment.intervals import Attributes
from geobias.measures.alignment.settings import AlignmentSettings
from geobias.seeds import generator
from geobias.tables import OTHERS, SoftAlignment, SoftAlignmentTable

_SMOOTHED = 0.05


def soft_alignments(
    judgements: Judgements,
    attributes: Attributes,
    settings: AlignmentSettings | None = None,
    *,
    ranges: Mapping[str, tuple[float, float]] | None = None,
    draws: int = 20,
) -> SoftAlignmentTable:
    """Manhattan and Wasserstein distance, cross entropy and absolute difference, of every group with every source.

    A source says a number; between two answers of the scale it is that share of each whose mean is the number, so 0.3
    on 0 and 1 is 70 % zeros. Distributions of few annotators lie further from anything than those of many do, so each
    is made of the same number of annotators of an item, drawn `draws` times, over the items that have as many. In cross
    entropy 5 % of a source's distribution is spread evenly, as what it rules out would else cost without end.

    Parameters
    ----------
    ranges : source -> its values for the lowest and the highest answer; by default what it goes from and to.
        Sources are moved to the scale of the answers by it, in a straight line.

    Raises
    ------
    InputError : a range of a source that there is not, or one that does not rise.
    """
    chosen = settings or AlignmentSettings()
    grid = np.unique(np.concatenate([judgements.answers[judgements.known], judgements.scale]))
    moved = _on_scale(judgements, dict(ranges or {}))
    rows: list[SoftAlignment] = []
    for attribute in ((), *attributes):
        family = Family.of(judgements, attribute, chosen)
        rows += _of_family(judgements, family, moved, _Answers(judgements, grid, draws, chosen.seed))
    return SoftAlignmentTable(tuple(rows))


@dataclass(frozen=True)
class _Answers:
    """Distributions on a grid of answers. draws : how often annotators of an item are drawn."""

    judgements: Judgements
    grid: np.ndarray
    draws: int
    seed: int

    def of(self, kept: np.ndarray, per_item: int, *purpose: str) -> np.ndarray:
        """float64 (draws, I, K) of the judgements kept, per_item drawn of each item; NaN where there are fewer."""
        rng = generator(self.seed, "soft alignment", *purpose)
        item, grade = self.judgements.item[kept], np.searchsorted(self.grid, self.judgements.answers[kept])
        size = len(self.judgements.items), len(self.grid)
        count = np.bincount(item, minlength=size[0])
        start = np.concatenate([[0], np.cumsum(count)[:-1]])
        out = np.empty((self.draws, *size))
        for draw in out:
            order = np.lexsort((rng.random(len(kept)), item))
            taken = order[np.arange(len(kept)) - start[item[order]] < per_item]
            cells = np.bincount(item[taken] * size[1] + grade[taken], minlength=size[0] * size[1])
            draw[:] = cells.reshape(size) / per_item
        out[:, count < per_item] = np.nan
        return out

    def said(self, values: np.ndarray) -> np.ndarray:
        """float64 (1, I, K), what a source on the scale says; NaN where it says nothing."""
        if len(self.grid) == 1:
            return np.where(np.isnan(values), np.nan, 1.0)[None, :, None]
        right = np.clip(np.searchsorted(self.grid, values), 1, len(self.grid) - 1)
        low, high = self.grid[right - 1], self.grid[right]
        share = np.clip((values - low) / (high - low), 0, 1)
        out = np.zeros((len(values), len(self.grid)))
        out[np.arange(len(values)), right - 1] = 1 - share
        out[np.arange(len(values)), right] = share
        return out[None]


def _of_family(
    judgements: Judgements, family: Family, moved: Mapping[str, np.ndarray], answers: _Answers
) -> Iterator[SoftAlignment]:
    many = max(1, int(family.per_item))
    for group, cell in family.cells.items():
        row = SoftAlignment("", family.name, group, per_item=many, n_annotators=cell.annotators)
        if group in family.hidden:
            yield from (replace(row, source=name, note=family.hidden[group]) for name in moved)
            continue
        own = answers.of(cell.judgements, many, family.name, group)
        for name, values in moved.items():
            yield _compared(replace(row, source=name), own, answers.said(values), answers.grid)
        if group:
            members = np.zeros(len(judgements.annotators), dtype=bool)
            members[judgements.annotator[cell.judgements]] = True
            rest = np.flatnonzero(judgements.known & ~members[judgements.annotator])
            others = answers.of(rest, many, family.name, group, OTHERS)
            yield _compared(replace(row, source=OTHERS), own, others, answers.grid)


def _compared(row: SoftAlignment, own: np.ndarray, other: np.ndarray, grid: np.ndarray) -> SoftAlignment:
    """With the measures of two stacks of distributions (draws, I, K), means over draws and items."""
    apart = own - other
    smooth = (1 - _SMOOTHED) * other + _SMOOTHED / len(grid)
    measures = {
        "manhattan": np.abs(apart).sum(-1),
        "wasserstein": (np.abs(np.cumsum(apart, -1))[..., :-1] * np.diff(grid)).sum(-1),
        "cross_entropy": -(own * np.log(smooth)).sum(-1),
        "absolute": np.abs(apart @ grid),
    }
    found: dict[str, Any] = {name: float(known_mean(values, None)) for name, values in measures.items()}
    items = int((~np.isnan(measures["manhattan"])).any(0).sum())
    return replace(row, **found, n_items=items, note="" if items else "no item has as many annotators")


def _on_scale(judgements: Judgements, ranges: dict[str, tuple[float, float]]) -> dict[str, np.ndarray]:
    low, high = judgements.scale
    for name, (first, last) in ranges.items():
        if name not in judgements.sources or not first < last:
            raise InputError(
                "ranges must name sources, each with two numbers that rise",
                f"'{name}' has {first:g} and {last:g}, and the sources are {sorted(judgements.sources)}",
                "Correct it.",
            )
    out = {}
    for name, values in judgements.sources.items():
        known = values[~np.isnan(values)]
        first, last = ranges.get(name, (known.min(), known.max()) if known.size else (0.0, 1.0))
        share = (values - first) / (last - first) if last > first else np.where(np.isnan(values), np.nan, 0.5)
        out[name] = low + (high - low) * np.clip(share, 0, 1)
    return out
