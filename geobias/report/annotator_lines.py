"""Groups of annotators as the lines of a figure: under the name of their attribute, the largest value first."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from geobias.report.coefficients import names_in_order, spaced
from geobias.report.lettering import shorten
from geobias.report.phrases import count
from geobias.report.style import ACCENT

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

ROW = 0.185  # inches of a line
MOST, ENDS = 24, 8  # groups of an attribute that a figure shows; of more only so many at each end
SIZE = 7.5
EVERYBODY = "everybody"


@dataclass(frozen=True)
class Line:
    """A group with its row of a table; the name of an attribute, or what was left out, has none."""

    text: str
    row: Mapping[str, Any] = field(default_factory=dict)
    heading: bool = False


def lines_of(frame: pd.DataFrame, by: str, short: Mapping[str, str], sizes: str = "") -> list[Line]:
    """Everybody, then every attribute with its groups, the largest `by` first.

    short : group -> name that fits. sizes : the column of numbers to stand behind the names.
    """
    lines = [Line(EVERYBODY, row) for row in frame[frame["attribute"].fillna("") == ""].to_dict("records")]
    for attribute in names_in_order(frame, "attribute"):
        part = frame[frame["attribute"] == attribute].sort_values(by, ascending=False, kind="stable")
        rows = [
            Line(short[str(row["group"])] + (f" ({count(row[sizes])})" if sizes else ""), row)
            for row in part.to_dict("records")
        ]
        if len(rows) > MOST:
            rows = [*rows[:ENDS], Line(f"… {len(rows) - 2 * ENDS} between …"), *rows[-ENDS:]]
        lines += [Line(shorten(spaced(attribute), 24), heading=True), *rows]
    return lines


def in_columns(lines: Sequence[Line], columns: int) -> list[list[Line]]:
    """The lines in at most so many parts of about equal length, each of which begins with a heading."""
    starts = [0, *(place for place, line in enumerate(lines) if line.heading and place)]
    ends = [*starts[1:], len(lines)]
    room = math.ceil(len(lines) / columns)
    parts: list[list[Line]] = [[]]
    for start, end in zip(starts, ends, strict=True):
        # A block goes on to the next part where more of it would stand beyond the room than within.
        full = len(parts[-1]) + (end - start) / 2 > room
        if parts[-1] and full and len(parts) < columns:
            parts.append([])
        parts[-1] += lines[start:end]
    return parts


def lines_height(parts: Sequence[Sequence[Line]]) -> float:
    """Inches of a panel that shows the longest part."""
    return ROW * max(4, *map(len, parts)) + 0.75


def name_lines(axes: Axes, lines: Sequence[Line], longest: int = 0) -> None:
    """The lines' names at the left, from the top; `longest` of all panels, so that lines are as high in each."""
    axes.set_yticks(range(len(lines)), [line.text for line in lines])
    for label, line in zip(axes.get_yticklabels(), lines, strict=True):
        label.set_fontweight("bold" if line.heading else "normal")
    axes.tick_params(axis="y", labelsize=SIZE, length=0)
    axes.tick_params(axis="x", labelsize=SIZE)
    axes.set_ylim(max(longest, len(lines), 4) - 0.4, -0.6)
    axes.grid(axis="y", visible=False)


def column(lines: Sequence[Line], name: str) -> np.ndarray:
    """float64: a number of every line, NaN of those that are no group."""
    return np.array([line.row.get(name, np.nan) for line in lines], dtype=float)


def limits_of(
    frame: pd.DataFrame, values: Sequence[str], ends: Sequence[str], more: Iterable[float] = ()
) -> tuple[float, float]:
    """One range for several panels: all values are within, and intervals that reach at most half as far again."""
    seen = np.concatenate([frame[list(values)].to_numpy(float).ravel(), np.array([*more], dtype=float)])
    wide = frame[list(ends)].to_numpy(float).ravel()
    seen, wide = seen[~np.isnan(seen)], wide[~np.isnan(wide)]
    if not len(seen):
        return 0.0, 1.0
    low, high = float(seen.min()), float(seen.max())
    reach = 0.5 * max(high - low, 0.1)
    low, high = max(wide.min(initial=low), low - reach), min(wide.max(initial=high), high + reach)
    edge = 0.03 * (high - low)
    return float(low - edge), float(high + edge)


def draw_estimates(
    axes: Axes, lines: Sequence[Line], names: tuple[str, str, str], *, shift: float = 0.0, marker: str = "o",
    colour: str = ACCENT, hollow: np.ndarray | None = None,
) -> None:  # fmt: skip
    """A marker with its interval a line, cut at the limits of the axes with an arrow there.

    names : columns of value, low and high. hollow : bool, which markers are not filled.
    """
    value, low, high = (column(lines, name) for name in names)
    places = np.arange(len(lines)) + shift
    left, right = axes.get_xlim()
    axes.hlines(
        places, np.maximum(low, left), np.minimum(high, right), colors=colour, linewidth=1.3, alpha=0.5, zorder=2
    )
    for beyond, edge, arrow in ((low < left, left, "<"), (high > right, right, ">")):
        axes.plot(np.full(beyond.sum(), edge), places[beyond], arrow, ms=3, color=colour, clip_on=False, zorder=3)
    empty = np.zeros(len(lines), dtype=bool) if hollow is None else hollow
    for which, face in ((~empty, colour), (empty, "white")):
        if (which & ~np.isnan(value)).any():
            axes.plot(value[which], places[which], marker, ms=4.2, mfc=face, mec=colour, mew=1, zorder=4)
