"""Whether absolute gaps can be gaps of scores: are there numbers of which they are the differences?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations

import numpy as np

_ROUNDING = 1e-9
_LEAST_KEPT, _LEAST_GROUPS = 0.6, 4
"""So many of the gaps that a line does not make by itself must lie on it; three groups have one such gap."""


@dataclass(frozen=True)
class GapLine:
    """Scores that most gaps are the differences of, and the gaps that are not.

    places : float64 (G,), up to their order and origin; NaN = not placed. wrong : bool (G, G), gaps that the others
    contradict. expected : float64 (G, G), what the others make of each.
    """

    places: np.ndarray
    wrong: np.ndarray

    @property
    def expected(self) -> np.ndarray:
        return np.abs(self.places[:, None] - self.places)


def gap_line(gaps: np.ndarray, tolerance: np.ndarray) -> GapLine | None:
    """The line on which the fewest gaps are wrong, None where they are no gaps of scores at all (distances, say).

    Two groups are put on a line by their own gap, every other by its gap to the first, on the side where its gap to the
    second fits better; so one row of right gaps is enough to find all the wrong ones.

    gaps, tolerance : float64 (G, G), symmetric; NaN = not known. A gap is on the line within the tolerances of those
    that placed its ends.
    """
    size = len(gaps)
    if size < _LEAST_GROUPS:
        return None
    lines = [line for line in _lines(np.abs(gaps), tolerance) if line is not None]
    if not lines:
        return None
    best = min(lines, key=lambda line: (line[1].sum(), line[2]))
    places, wrong, _, share = best
    return GapLine(places, wrong) if share >= _LEAST_KEPT else None


def _lines(gaps: np.ndarray, tolerance: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray, float, float] | None]:
    for first, second in permutations(range(len(gaps)), 2):
        yield _line(gaps, tolerance, first, second)


def _line(
    gaps: np.ndarray, tolerance: np.ndarray, first: int, second: int
) -> tuple[np.ndarray, np.ndarray, float, float] | None:
    """Places, wrong gaps, how far they are off, and the share of checks that hold."""
    apart = gaps[first, second]
    if np.isnan(apart):
        return None
    right, left = gaps[first].copy(), -gaps[first]
    right[first] = left[first] = 0.0
    misfit = [np.abs(np.abs(side - apart) - gaps[second]) for side in (right, left)]
    places = np.where(misfit[0] <= misfit[1], right, left)
    places[second] = apart
    off = np.abs(np.abs(places[:, None] - places) - gaps)
    known = ~np.isnan(off)
    allowed = tolerance + tolerance[first][:, None] + tolerance[first]
    wrong = known & (off > allowed)
    np.fill_diagonal(wrong, False)
    checked = np.triu(known, 1)
    checked[first] = checked[:, first] = False
    if not checked.any():
        return None
    return places, wrong, float(np.where(wrong, off, 0).sum()), 1 - float(wrong[checked].mean())


@dataclass(frozen=True)
class NamedLine:
    """Gaps by pair; wrong : pair -> what the other gaps make of it."""

    wrong: Mapping[tuple[str, str], float]


def gap_line_of(gaps: Mapping[tuple[str, str], float]) -> NamedLine | None:
    """`gap_line` of gaps by pair, each known to the digits that it is printed to; None where they are no gaps.

    >>> gaps = {("a", "b"): 1.0, ("a", "c"): 3.0, ("b", "c"): 2.0, ("a", "d"): 6.0, ("b", "d"): 5.0, ("c", "d"): 9.0}
    >>> gaps |= {("a", "e"): 7.5, ("b", "e"): 6.5, ("c", "e"): 4.5, ("d", "e"): 1.5}
    >>> gap_line_of(gaps).wrong
    {('c', 'd'): 3.0}
    """
    names = list(dict.fromkeys(name for pair in gaps for name in pair))
    values, tolerance = (np.full((len(names), len(names)), np.nan) for _ in range(2))
    units = [printed_unit(value) for value in gaps.values()]
    usual = float(np.nanmedian(units)) if np.isfinite(units).any() else 0.0
    for (a, b), unit in zip(gaps, units, strict=True):
        i, j = names.index(a), names.index(b)
        values[i, j] = values[j, i] = gaps[a, b]
        tolerance[i, j] = tolerance[j, i] = (usual if np.isnan(unit) else unit) + _ROUNDING
    np.fill_diagonal(tolerance, 0.0)
    line = gap_line(values, tolerance)
    if line is None:
        return None
    wrong = {
        (a, b): float(line.expected[names.index(a), names.index(b)])
        for a, b in gaps
        if line.wrong[names.index(a), names.index(b)]
    }
    return NamedLine(wrong)


def printed_unit(value: float) -> float:
    """Half a unit of the last digit that a number is written with; NaN for 0 and whole numbers, which do not tell.

    >>> printed_unit(1.25), printed_unit(1e-7), printed_unit(3.0)
    (0.005, 5e-08, nan)
    """
    digits, _, exponent = repr(float(value)).partition("e")
    decimals = len(digits.partition(".")[2]) * (not digits.endswith(".0"))
    places = decimals - int(exponent or 0)
    return 0.5 * 10.0**-places if places > 0 else float("nan")
