"""A full table of mean projections: nations x demographic cells x designs, with what was left out to have no holes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from geobias.arrays import reals
from geobias.errors import InputError
from geobias.measures.resonance.scores import BOTH, ResonanceScores

CELL = " | "


@dataclass(frozen=True, eq=False)
class DesignMeans:
    """N nations, C demographic cells, J designs.

    Attributes
    ----------
    means, counts : float64 (N, C, J) mean projections and how many answers each rests on, at least 1.
    within : variance of answers to one prompt, pooled over all; NaN where each has one answer. df : its degrees of
        freedom.
    notices : what was left out, counted.
    """

    nations: tuple[str, ...]
    cells: tuple[str, ...]
    designs: tuple[str, ...]
    means: np.ndarray
    counts: np.ndarray
    within: float
    df: int
    notices: tuple[str, ...] = ()

    @property
    def noise(self) -> float:
        """Variance of a mean of `means` by its answers alone, averaged over them; 0 where it is not known."""
        return float(np.nan_to_num(self.within) * (1 / self.counts).mean())

    @property
    def by_design(self) -> np.ndarray:
        """float64 (N, J), means over cells."""
        return self.means.mean(1)

    @property
    def answer_errors(self) -> np.ndarray:
        """float64 (N,), standard error of a nation's mean over cells and designs by its answers alone."""
        share = (1 / self.counts).sum((1, 2)) / self.means[0].size ** 2
        return np.sqrt(np.nan_to_num(self.within) * share)


def design_means(values: object, nation: Sequence[str], cell: Sequence[str], design: Sequence[str]) -> DesignMeans:
    """The table of single answers.

    values : float64 (n,), projections; NaN = left out. nation : "" = left out. cell : the demographic cell, with the
    question where there are several. design : "" = the one of the study. A design or cell that lacks some
    combinations is left out, the one with the largest share of holes first, nations never; a notice names it.

    Raises
    ------
    InputError : fewer than two nations or designs, or no cell that all of them have.
    """
    y = reals("values", values)
    columns = [np.asarray(column, dtype=object) for column in (nation, cell, design)]
    for name, column in zip(("nation", "cell", "design"), columns, strict=True):
        if column.shape != y.shape:
            raise InputError(f"'{name}' must have {len(y)} entries", f"it has {len(column)}", "Align both.")
    kept = ~np.isnan(y) & (columns[0] != "")
    notices = [f"{int((~kept).sum())} of {len(y)} answers have no nation or no projection and are left out."]
    names, places = zip(*(_places(column[kept]) for column in columns), strict=True)
    size = tuple(map(len, names))
    flat = np.ravel_multi_index(places, size) if kept.any() else np.zeros(0, dtype=np.int64)
    counts = np.bincount(flat, minlength=int(np.prod(size))).reshape(size)
    chosen, told = _without_holes(counts, names)
    sums = np.bincount(flat, y[kept], minlength=counts.size).reshape(size)
    squares = np.bincount(flat, y[kept] ** 2, minlength=counts.size).reshape(size)
    index = np.ix_(*chosen)
    counts, sums, squares = counts[index], sums[index], squares[index]
    df = int((counts - 1).sum())
    within = float(np.maximum(squares - sums**2 / counts, 0).sum() / df) if df else np.nan
    nations, cells, designs = (tuple(names[axis][at] for at in chosen[axis]) for axis in range(3))
    said = (*notices, *told) if not kept.all() else tuple(told)
    return DesignMeans(nations, cells, designs, sums / counts, counts.astype(np.float64), within, df, said)


def design_means_of(
    scores: ResonanceScores,
    scoring: str = BOTH,
    nation: str = "nation",
    cells: Sequence[str] = ("age", "sex", "question"),
) -> DesignMeans:
    """The same of scores; a cell is the fields of `cells` that the responses have, joined."""
    held = [scores.labels(name) for name in cells if name in scores.fields]
    joined = [CELL.join(filter(None, parts)) for parts in zip(*held, strict=True)] if held else [""] * len(scores)
    return design_means(scores.projection(scoring), list(scores.labels(nation)), joined, scores.design)


def _places(column: np.ndarray) -> tuple[tuple[str, ...], np.ndarray]:
    """Names in the order of their first rows, and the place among them of each."""
    order: dict[str, int] = {}
    at = np.array([order.setdefault(str(name), len(order)) for name in column], dtype=np.int64)
    return tuple(order), at


def _without_holes(counts: np.ndarray, names: tuple[tuple[str, ...], ...]) -> tuple[list[list[int]], list[str]]:
    """Places of nations, cells and designs that are kept, and what is said of the others."""
    kept, notices = [list(range(size)) for size in counts.shape], []
    while kept[1] and kept[2] and (holes := counts[np.ix_(*kept)] == 0).any():
        axis, place = max(
            ((axis, place) for axis in (1, 2) for place in range(len(kept[axis]))),
            key=lambda at: (np.take(holes, at[1], axis=at[0]).mean(), at[0] == 1),
        )
        hole = np.argwhere(np.take(holes, place, axis=axis))
        gone, what = kept[axis].pop(place), ("", "cell", "design")[axis]
        said = f"{len(hole)} of its {np.take(holes, place, axis=axis).size} combinations have no answer"
        notices.append(f"The {what} '{names[axis][gone]}' is left out: {said}.")
    if len(kept[0]) < 2 or len(kept[2]) < 2 or not kept[1]:
        got = f"there are {len(kept[0])} nations, {len(kept[2])} designs and {len(kept[1])} cells without holes"
        raise InputError(
            "a certificate of stability needs two nations and two designs with answers in one cell or more", got,
            " ".join([*notices, "Ask what is missing."]),
        )  # fmt: skip
    return kept, notices
