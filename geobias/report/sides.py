"""A model beside a survey, nations and designs: their words and looks on a page about resonance."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from geobias.report.estimates import between, signed
from geobias.report.groups import REGION, Groups
from geobias.report.style import ACCENT, FAINT
from geobias.tables import MODEL, SURVEY

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

SIDES = {MODEL: (ACCENT, "o"), SURVEY: ("#B0651F", "D")}
"""Colour and marker of each side."""
OWN = "the study's own"
AXIS = "projection, the traditional end above 0"
TOO_FEW = "too few"


def design_name(name: str) -> str:
    """
    >>> design_name(""), design_name("house number")
    ("the study's own", 'house number')
    """
    return name or OWN


def nations_of(names: Iterable[str]) -> Groups:
    """Nations with a look each, in the order given."""
    return Groups(dict.fromkeys((name for name in names if name), REGION))


def estimate(value: float, low: float, high: float) -> str:
    """A place on the axis with its interval.

    >>> estimate(0.5, 0.4, 0.6), estimate(float("nan"), 0, 1), estimate(-0.5, float("nan"), 1)
    ('+0.50 [+0.40, +0.60]', '–', '−0.50')
    """
    return "–" if math.isnan(value) else f"{signed(value)} {between(low, high, signed)}".strip()


def texts_of(frame: pd.DataFrame, *columns: str) -> pd.DataFrame:
    """The frame with these columns as text; a name that is blank is "", whatever the file made of it."""
    return frame.assign(**{name: frame[name].fillna("").astype(str) for name in columns})


def side_marks() -> list[Line2D]:
    """What a legend says of the two sides."""
    from matplotlib.lines import Line2D

    return [
        Line2D([], [], linestyle="", marker=marker, color=colour, mfc=colour, ms=4.5, label=side)
        for side, (colour, marker) in SIDES.items()
    ]


def legend_below(axes: Axes, marks: list[Line2D]) -> None:
    """A legend under the first of several panels, which may reach over those beside; it takes the axis' name's room."""
    axes.legend(
        handles=marks, loc="upper left", bbox_to_anchor=(0, 0), borderaxespad=2.4, ncols=len(marks), handlelength=1,
        columnspacing=1.4, fontsize=8,
    ).set_in_layout(False)  # fmt: skip
    axes.set_xlabel(" \n ", fontsize=8)


def zero_line(axes: Axes, upright: bool = True) -> None:
    """The line of neither end of the axis."""
    (axes.axvline if upright else axes.axhline)(0, color=FAINT, linewidth=0.8, zorder=1)


def around(*columns: pd.Series) -> tuple[float, float]:
    """Limits that hold all numbers, and 0, with a margin."""
    seen = np.concatenate([[0.0], *(column.to_numpy(float) for column in columns)])
    low, high = float(np.nanmin(seen)), float(np.nanmax(seen))
    edge = 0.05 * (high - low) or 0.1
    return low - edge, high + edge
