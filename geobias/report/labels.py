"""Labels of points, placed so that they cover neither each other nor the points."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

import numpy as np

from geobias.report.style import INK, freeze_layout

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.text import Annotation

RADII = (1.5, 5.0, 10.0, 16.0, 23.0, 31.0, 42.0)  # points from the marker's edge to the label's, to be tried
RIM = {"boxstyle": "round,pad=0.15", "facecolor": "white", "edgecolor": "none", "alpha": 0.75}
ANGLES = math.pi / 8 * np.array((2, 0, 8, 14, 1, 7, 15, 9, 4, 12, 3, 5, 13, 11, 6, 10))
DIRECTIONS = np.column_stack([np.cos(ANGLES), np.sin(ANGLES)])
MOST, OUTER = 100, 25  # points that are all named where there is room; of more, so many


def place_labels(
    axes: Axes, points: np.ndarray, texts: Sequence[str], size: float = 8, mark: float = 3.2, rim: bool = False
) -> list[Annotation]:
    """Write every text beside its point (n, 2), nearest first; one that finds no free place is left out.

    `mark` is half the width of a marker, in points; `rim` keeps text readable over many points. Call it last: it
    needs the final layout and limits.
    """
    from matplotlib.font_manager import FontProperties

    figure = cast("Figure", axes.figure)
    freeze_layout(figure)
    renderer = cast("FigureCanvasAgg", figure.canvas).get_renderer()
    scale = figure.dpi / 72
    frame = np.array(axes.get_window_extent(renderer).extents)
    centres = axes.transData.transform(points)
    taken = np.column_stack([centres - mark * scale, centres + mark * scale])
    font = FontProperties(size=size)
    placed = []
    for number in _outermost(centres):
        text, centre, point = texts[number], centres[number], points[number]
        width, height, _ = renderer.get_text_width_height_descent(text, font, False)
        half = np.array([width / 2 + scale, height / 2 + 1.5 * scale])
        offset = _free_offset(centre, half, mark * scale, taken, frame, scale)
        if offset is None:
            continue
        note = axes.annotate(
            text, point, tuple(offset / scale), textcoords="offset points", fontsize=size, color=INK, ha="center",
            va="center", bbox=RIM if rim else None, annotation_clip=False, zorder=6,
        )  # fmt: skip
        _lead(axes, point, offset / scale, width / 2 / scale, height / 2 / scale)
        taken = np.vstack([taken, np.concatenate([centre + offset - half, centre + offset + half])])
        placed.append(note)
    return placed


def _outermost(centres: np.ndarray) -> list[int]:
    """All points where a figure has room for their names; of more, those that lie furthest out, in their order."""
    if len(centres) <= MOST:
        return list(range(len(centres)))
    spread = np.maximum(centres.std(0), 1e-9)
    far = np.hypot(*((centres - np.median(centres, axis=0)) / spread).T)
    return sorted(np.argsort(-far, kind="stable")[:OUTER].tolist())


def _free_offset(
    centre: np.ndarray, half: np.ndarray, mark: float, taken: np.ndarray, frame: np.ndarray, scale: float
) -> np.ndarray | None:
    """The nearest offset (pixels) at which a box meets nothing that is taken and stays inside the frame."""
    for radius in RADII:
        # From the marker to the box's edge: the box moves out until its edge is `radius` away.
        offsets = DIRECTIONS * (mark + radius * scale) + DIRECTIONS * half
        low, high = centre + offsets - half, centre + offsets + half
        inside = (low >= frame[:2]).all(1) & (high <= frame[2:]).all(1)
        if not inside.any():
            continue
        meets = ((low[:, None] < taken[:, 2:]) & (high[:, None] > taken[:, :2])).all(2).any(1)
        free = np.flatnonzero(inside & ~meets)
        if len(free):
            return offsets[free[0]]
    return None


def _lead(axes: Axes, point: np.ndarray, offset: np.ndarray, half_width: float, half_height: float) -> None:
    """A thin line from the point to its label where they are not neighbours (all in points)."""
    edge = offset - np.clip(offset, [-half_width, -half_height], [half_width, half_height])
    if np.hypot(*edge) < 11:
        return
    arrow = {"arrowstyle": "-", "color": "#9A9A9A", "linewidth": 0.5, "shrinkA": 0, "shrinkB": 2}
    axes.annotate("", (point[0], point[1]), (edge[0], edge[1]), textcoords="offset points", arrowprops=arrow, zorder=2)
