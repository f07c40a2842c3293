"""A layout that is computed once, from the sizes of what stands around the axes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from matplotlib.layout_engine import LayoutEngine

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

EDGE, BETWEEN = 0.08, 0.16  # inches around the figure, and between what belongs to two panels
LEAST = 0.8  # inches that axes keep, however long the labels are; the figure grows for them
SHRINKING, PASSES = 3, 5  # labels that reach over their axes' ends depend on their size; in the last passes it stays


class OnceLayout(LayoutEngine):
    """Every row and column of a figure's grid gets the room that its labels need, and the axes share the rest."""

    _adjust_compatible = False
    _colorbar_gridspec = False

    def execute(self, fig: Figure) -> None:
        """Place the axes of the one grid of `fig`."""
        placed = [axes for axes in fig.axes if axes.get_subplotspec() is not None]
        if not placed:
            return
        around: Any = np.inf
        free = (0.0, 0.0)
        for number in range(PASSES):
            before, around = around, np.array([_around(axes) for axes in placed])
            if np.abs(around - before).max() < 1:  # pixel
                break
            free = _place(fig, placed, around, free if number >= SHRINKING else (0.0, 0.0))


def _place(figure: Figure, placed: list[Axes], around: np.ndarray, least: tuple[float, float]) -> tuple[float, float]:
    """Give the axes their rectangles for pixels `around` them: left, right, below, above.

    Returns the pixels that the axes share across and upwards; they are at `least` so many, and the figure grows for it.
    """
    specs: list[Any] = [axes.get_subplotspec() for axes in placed]
    grid = specs[0].get_gridspec()
    columns, rows = [spec.colspan.start for spec in specs], [spec.rowspan.start for spec in specs]
    size = figure.get_size_inches()
    inch, (across, upwards) = figure.dpi, size * figure.dpi
    x, width, wide = _spread(columns, around[:, :2], grid.get_width_ratios(), across, inch, least[0])
    top, height, high = _spread(rows, around[:, [3, 2]], grid.get_height_ratios(), upwards, inch, least[1])
    if max(wide - across, high - upwards) > 0.01:
        figure.set_size_inches(wide / inch, high / inch)
    for axes, column, row in zip(placed, columns, rows, strict=True):
        bottom = high - top[row] - height[row]
        axes.set_position((x[column] / wide, bottom / high, width[column] / wide, height[row] / high))
    return float(width.sum()), float(height.sum())


def _spread(
    places: list[int], around: np.ndarray, ratios: list[float], length: float, dpi: float, least: float
) -> tuple[np.ndarray, np.ndarray, float]:
    """Start and length of every row or column, and the whole length, which grows where little is left."""
    before, after = np.zeros(len(ratios)), np.zeros(len(ratios))
    np.maximum.at(before, places, around[:, 0])
    np.maximum.at(after, places, around[:, 1])
    taken = 2 * EDGE * dpi + BETWEEN * dpi * (len(ratios) - 1) + (before + after).sum()
    share = np.asarray(ratios, dtype=float) / np.sum(ratios)
    free = max(length - taken, LEAST * dpi / share.min(), least)
    lengths = free * share
    starts = EDGE * dpi + np.cumsum(before + np.concatenate([[0], (lengths + after)[:-1] + BETWEEN * dpi]))
    return starts, lengths, taken + free


def _around(axes: Axes) -> np.ndarray:
    """Pixels by which what belongs to the axes reaches over them: left, right, below, above."""
    axes.apply_aspect()
    box = axes.bbox
    boxes = np.array([bbox.extents for bbox in _boxes(axes)] or [box.extents])
    low, high = boxes[:, :2].min(0), boxes[:, 2:].max(0)
    return np.maximum([box.x0 - low[0], high[0] - box.x1, box.y0 - low[1], high[1] - box.y1], 0)


def _boxes(axes: Axes) -> Iterator[Any]:
    """Of the names of ticks and axes, the titles, the legend, the texts that count, and of axes within these."""
    from matplotlib.legend import Legend
    from matplotlib.text import Text

    if axes.axison:
        yield from _axis_boxes(axes, axes.xaxis, "y0", (0.5, 0.0))
        yield from _axis_boxes(axes, axes.yaxis, "x0", (0.0, 0.5))
    for artist in axes.get_children():
        written = isinstance(artist, Legend) or (isinstance(artist, Text) and artist.get_text())
        if written and artist.get_visible() and artist.get_in_layout():
            yield artist.get_window_extent()
    for child in cast("list[Axes]", axes.child_axes):
        place = cast("Callable[[Axes, None], Any]", child.get_axes_locator())
        child.apply_aspect(place(child, None))
        yield from _boxes(child)


def _axis_boxes(axes: Axes, axis: Axis, side: str, middle: tuple[float, float]) -> Iterator[Any]:
    """Of the names of the ticks, and of the axis, whose place beyond them is then fixed: drawing measures no more."""
    from matplotlib.transforms import ScaledTranslation

    label, dpi = axis.label, axes.figure.dpi
    axis.set_label_coords(*middle)
    label.set_visible(False)
    ticks = axis.get_tightbbox()
    label.set_visible(True)
    away = -axis.labelpad / 72
    if ticks is not None:
        yield ticks
        away -= max(getattr(axes.bbox, side) - getattr(ticks, side), 0) / dpi
    if label.get_text():
        right, up = (0.0, away) if side == "y0" else (away, 0.0)
        shift = ScaledTranslation(right, up, axes.figure.dpi_scale_trans)
        axis.set_label_coords(*middle, transform=axes.transAxes + shift)
        yield label.get_window_extent()
