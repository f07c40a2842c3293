"""Labels of points, placed so that they cover neither each other nor the points."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

import numpy as np

from geobias.report.style import INK, freeze_layout, halo

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.text import Annotation

RADII = (1.5, 5.0, 10.0, 16.0, 23.0, 31.0, 42.0)  # points from the marker's edge to the label's, to be tried
ANGLES = tuple(math.pi * k / 8 for k in (2, 0, 8, 14, 1, 7, 15, 9, 4, 12, 3, 5, 13, 11, 6, 10))


def place_labels(
    axes: Axes, points: np.ndarray, texts: Sequence[str], size: float = 8, mark: float = 3.2, rim: bool = False
) -> list[Annotation]:
    """Write every text beside its point (n, 2), nearest first; one that finds no free place is left out.

    `mark` is half the width of a marker, in points; `rim` keeps text readable over many points. Call it last: it
    needs the final layout and limits.
    """
    figure = cast("Figure", axes.figure)
    freeze_layout(figure)
    renderer = cast("FigureCanvasAgg", figure.canvas).get_renderer()
    scale = figure.dpi / 72
    frame = np.array(axes.get_window_extent(renderer).extents)
    centres = axes.transData.transform(points)
    taken = np.column_stack([centres - mark * scale, centres + mark * scale])
    placed = []
    for centre, point, text in zip(centres, points, texts, strict=True):
        note = axes.annotate(
            text, point, (0, 0), textcoords="offset points", fontsize=size, color=INK, ha="center", va="center",
            path_effects=halo(2.0) if rim else None, annotation_clip=False, zorder=6,
        )  # fmt: skip
        box = note.get_window_extent(renderer)
        half = np.array([box.width / 2 + scale, box.height / 2 + 0.5 * scale])
        offset = _free_offset(centre, half, mark * scale, taken, frame, scale)
        if offset is None:
            note.remove()
            continue
        note.set_position((offset[0] / scale, offset[1] / scale))
        _lead(axes, point, offset / scale, box.width / 2 / scale, box.height / 2 / scale)
        taken = np.vstack([taken, np.concatenate([centre + offset - half, centre + offset + half])])
        placed.append(note)
    return placed


def _free_offset(
    centre: np.ndarray, half: np.ndarray, mark: float, taken: np.ndarray, frame: np.ndarray, scale: float
) -> np.ndarray | None:
    """The nearest offset (pixels) at which a box meets nothing that is taken and stays inside the frame."""
    for radius in RADII:
        for angle in ANGLES:
            direction = np.array([math.cos(angle), math.sin(angle)])
            # From the marker to the box's edge: the box moves out until its edge is `radius` away.
            offset = direction * (mark + radius * scale) + direction * half
            low, high = centre + offset - half, centre + offset + half
            inside = (low >= frame[:2]).all() and (high <= frame[2:]).all()
            meets = (low < taken[:, 2:]).all(1) & (high > taken[:, :2]).all(1)
            if inside and not meets.any():
                return offset
    return None


def _lead(axes: Axes, point: np.ndarray, offset: np.ndarray, half_width: float, half_height: float) -> None:
    """A thin line from the point to its label where they are not neighbours (all in points)."""
    edge = offset - np.clip(offset, [-half_width, -half_height], [half_width, half_height])
    if np.hypot(*edge) < 11:
        return
    arrow = {"arrowstyle": "-", "color": "#9A9A9A", "linewidth": 0.5, "shrinkA": 0, "shrinkB": 2}
    axes.annotate("", (point[0], point[1]), (edge[0], edge[1]), textcoords="offset points", arrowprops=arrow, zorder=2)
