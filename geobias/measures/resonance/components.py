"""Variance of projections by nation, demographic, design and their interactions: the method of moments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from math import prod

import numpy as np

from geobias.measures.resonance.settings import ResonanceSettings
from geobias.measures.resonance.table_of_means import DesignMeans
from geobias.seeds import generator
from geobias.tables import STABILITY_COMPONENTS, StabilityComponent, StabilityComponentTable

_AXES: tuple[tuple[int, ...], ...] = ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2))
"""Nations, cells, designs and their interactions, in the order of `STABILITY_COMPONENTS`; the last is of prompts."""
NEGATIVE = "negative, as estimates of a variance near 0 can be; its share counts as 0"
MERGED = "with one demographic cell it is in nation x design"
ONE_ANSWER = "one answer a prompt: it is in the variance of prompts"


@dataclass(frozen=True)
class MeanSquares:
    """squares : axes -> mean square of the effects of the table of means, with `df` degrees of freedom; only those with
    some."""

    squares: dict[tuple[int, ...], float]
    df: dict[tuple[int, ...], int]
    shape: tuple[int, ...]

    @classmethod
    def of(cls, means: np.ndarray) -> MeanSquares:
        """means : float64 (N, C, J). Each effect is what the means over the other axes have beyond smaller effects."""
        shape = means.shape
        effects: dict[tuple[int, ...], np.ndarray] = {(): means.mean(keepdims=True)}
        squares: dict[tuple[int, ...], float] = {}
        df: dict[tuple[int, ...], int] = {}
        for axes in _AXES:
            others = tuple(axis for axis in range(3) if axis not in axes)
            lower = [part for size in range(len(axes)) for part in combinations(axes, size)]
            effects[axes] = means.mean(others, keepdims=True) - sum(effects[part] for part in lower)
            df[axes] = prod(shape[axis] - 1 for axis in axes)
            if df[axes]:
                weight = prod(shape[axis] for axis in others)
                squares[axes] = float(weight * (effects[axes] ** 2).sum() / df[axes])
        return cls(squares, {axes: df[axes] for axes in squares}, shape)

    def components(self, values: dict[tuple[int, ...], np.ndarray]) -> dict[tuple[int, ...], np.ndarray]:
        """Axes -> variance component, from mean squares: alternating sums over those that hold the axes."""
        out = {}
        for axes in values:
            above = [other for other in values if set(axes) <= set(other)]
            total = sum((-1) ** (len(other) - len(axes)) * values[other] for other in above)
            out[axes] = np.asarray(total) / prod(size for axis, size in enumerate(self.shape) if axis not in axes)
        return out


def stability_components(table: DesignMeans, settings: ResonanceSettings | None = None) -> StabilityComponentTable:
    """The components of one answer's variance, all factors random.

    A mean square is, in expectation, the sum over effects that hold its axes of their variance times the number of
    means that share one (Searle, Casella and McCulloch 1992, *Variance Components*, chapter 4); solved for the
    variances these are unbiased, and equal REML where none is negative and every prompt has as many answers as the next
    (else the noise of means is averaged over prompts). Intervals are generalised ones (Weerahandi 1993; Burdick, Borror
    and Montgomery 2005): mean squares divided by chi-square draws over their degrees of freedom.
    """
    chosen = settings or ResonanceSettings()
    found = MeanSquares.of(table.means)
    exact = found.components({axes: np.asarray(value) for axes, value in found.squares.items()})
    rng = generator(chosen.seed, "resonance", "components")

    def draw(df: int) -> np.ndarray:
        return df / rng.chisquare(df, chosen.draws)

    drawn = found.components({axes: value * draw(found.df[axes]) for axes, value in found.squares.items()})
    return StabilityComponentTable(tuple(_rows(table, found, (exact, drawn), draw, chosen.level)))


def _rows(
    table: DesignMeans, found: MeanSquares, both: tuple[dict, dict], draw: Callable[[int], np.ndarray], level: float
) -> list[StabilityComponent]:
    (exact, drawn), top = both, max(found.squares, key=len)  # `top`: of single prompts, answers' noise is in it alone
    harmonic, df = float((1 / table.counts).mean()), {**found.df}
    values: list[tuple[float, np.ndarray] | None] = []
    answers = table.within * draw(table.df) if table.df else None
    for axes in _AXES:
        if axes not in exact:
            values.append(None)
            continue
        noise = (0.0, 0.0) if axes != top or answers is None else (table.within * harmonic, answers * harmonic)
        values.append((float(exact[axes]) - noise[0], drawn[axes] - noise[1]))
    values.append(None if answers is None else (table.within, answers))
    known = [value for value in values if value is not None]
    total = sum(max(value, 0.0) for value, _ in known)
    totals = sum(np.maximum(draws, 0.0) for _, draws in known)
    degrees = [df.get(axes, 0) for axes in _AXES] + [table.df]
    return [
        _row(name, value, (total, totals), of, level)
        for name, value, of in zip(STABILITY_COMPONENTS, values, degrees, strict=True)
    ]


def _row(
    name: str, value: tuple[float, np.ndarray] | None, total: tuple[float, np.ndarray], df: int, level: float
) -> StabilityComponent:
    if value is None:
        note = ONE_ANSWER if name == STABILITY_COMPONENTS[-1] else MERGED
        return StabilityComponent(name, level=level, note=note)
    size, draws = value[0], np.maximum(value[1], 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        share, shares = np.divide(max(size, 0.0), total[0]), draws / total[1]
    tails = [(1 - level) / 2, (1 + level) / 2]
    low, high = np.quantile(draws, tails)
    ends = np.quantile(shares, tails) if total[0] > 0 else (np.nan, np.nan)
    note = NEGATIVE if size < 0 else ""
    return StabilityComponent(
        name, size, float(low), float(high), float(share), float(ends[0]), float(ends[1]), level, df, note
    )
