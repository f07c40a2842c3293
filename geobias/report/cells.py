"""A matrix of coloured cells with a number in each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from geobias.report.style import FAINT, ink_on

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import QuadMesh
    from matplotlib.colors import Colormap

UNMEASURED = "#F2F2F2"


@dataclass(frozen=True)
class Cells:
    """What stands in a matrix of cells.

    values : float (R, C). texts, beneath : (R, C), a text in each cell and a smaller one below it; a cell with no text
        is left empty, one that is NaN but has a text is grey.
    rows, columns : their names; a side may have none.
    """

    values: np.ndarray
    texts: Sequence[Sequence[str]]
    rows: Sequence[str]
    columns: Sequence[str]
    beneath: Sequence[Sequence[str]] | None = None


def cell_matrix(
    axes: Axes,
    shown: Cells,
    *,
    colours: str | Colormap,
    limits: tuple[float, float],
    size: float = 8,
    turn: float = 0,
) -> QuadMesh:
    """Draw the cells, coloured from `limits[0]` to `limits[1]`; `turn` rotates the names of columns, in degrees."""
    from matplotlib import colormaps
    from matplotlib.colors import Normalize

    low, high = limits if np.isfinite(limits).all() else (0.0, 1.0)
    norm = Normalize(low, high) if low < high else Normalize(low - 1, low + 1)
    palette = colormaps[colours] if isinstance(colours, str) else colours
    values, texts, beneath = shown.values, shown.texts, shown.beneath
    edges = [np.arange(n + 1) - 0.5 for n in values.shape]
    # A path per cell: an image would be resampled and encoded for each figure, at more cost than all of its texts.
    cells = axes.pcolormesh(edges[1], edges[0], np.ma.masked_invalid(values), cmap=palette, norm=norm)
    inks = palette(norm(np.nan_to_num(values)))
    for i, j in np.ndindex(values.shape):
        if texts[i][j]:
            known = not np.isnan(values[i, j])
            ink = ink_on(inks[i, j]) if known else FAINT
            if not known:
                _hatch_cell(axes, i, j)
            _write_cell(axes, (i, j), texts[i][j], beneath[i][j] if beneath else "", ink, size)
    bottom, right = np.array(values.shape) - 0.5
    axes.vlines(np.arange(0.5, right), -0.5, bottom, colors="white", linewidth=1.5)
    axes.hlines(np.arange(0.5, bottom), -0.5, right, colors="white", linewidth=1.5)
    axes.set(xlim=(-0.5, right), ylim=(bottom, -0.5))
    _name_sides(axes, shown.rows, shown.columns, size, turn)
    return cells


def colour_bar(axes: Axes, cells: QuadMesh) -> None:
    """What the colours of the cells mean, beside them; one image, where matplotlib's own has a path per shade."""
    low, high = cells.get_clim()
    beside = axes.inset_axes((1.03, 0, 0.035, 1))
    shades = np.linspace(high, low, 64)[:, None]
    beside.imshow(shades, cmap=cells.get_cmap(), vmin=low, vmax=high, aspect="auto", extent=(0, 1, low, high))
    beside.set_xticks([])
    beside.yaxis.tick_right()
    beside.tick_params(labelsize=7.5, length=2)
    beside.grid(False)
    beside.locator_params(axis="y", nbins=6)
    for spine in beside.spines.values():
        spine.set_visible(False)


def _hatch_cell(axes: Axes, i: int, j: int) -> None:
    from matplotlib.patches import Rectangle

    axes.add_patch(Rectangle((j - 0.5, i - 0.5), 1, 1, facecolor=UNMEASURED, edgecolor="white", hatch="///"))


def _write_cell(axes: Axes, place: tuple[int, int], text: str, small: str, ink: str, size: float) -> None:
    i, j = place
    style: dict[str, Any] = {"ha": "center", "color": ink, "in_layout": False}
    if small:
        axes.text(j, i, text, va="bottom", fontsize=size, **style)
        axes.text(j, i + 0.08, small, va="top", fontsize=size - 1.5, **style)
    else:
        axes.text(j, i, text, va="center", fontsize=size, **style)


def _turned(turn: float) -> dict[str, Any]:
    if not turn:
        return {}
    return {"rotation": turn, "ha": "right", "va": "center", "rotation_mode": "anchor"}


def _name_sides(axes: Axes, rows: Sequence[str], columns: Sequence[str], size: float, turn: float) -> None:
    axes.grid(False)
    axes.set_xticks(range(len(columns)), columns, **_turned(turn))
    axes.set_yticks(range(len(rows)), rows)
    axes.tick_params(length=0, labelsize=min(size + 0.5, 8.5))
    if turn:
        axes.tick_params(axis="x", pad=6)
    for spine in axes.spines.values():
        spine.set_visible(False)
