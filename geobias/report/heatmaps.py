"""Heat maps of the tables of pairs: one panel per quantity, lower triangle."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from geobias.report.cells import Cells, cell_matrix, colour_bar
from geobias.report.groups import Groups
from geobias.report.lettering import room
from geobias.report.pairs import pair_table, quantities
from geobias.report.phrases import NOT_MEASURED, number, pair, plural, quantity_label, with_units
from geobias.report.style import INK, WIDTH, panels, say_nothing_measured, styled
from geobias.tables import PairTable

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap
    from matplotlib.figure import Figure

NARROW = 8  # groups up to which two panels go side by side
NUMBERED = 16  # groups up to which the cells have numbers; of more the table has them


@styled
def pair_heatmaps(frame: pd.DataFrame, groups: Groups) -> Figure:
    """A panel per quantity: the mean over the repeats in each cell, the standard deviation over them beneath it.

    A dark line sets pooled groups and baselines apart from the regions.
    """
    names = quantities(frame)
    tables = [pair_table(frame, name, groups) for name in names]
    size = max(len(table.groups) for table in tables)
    columns = 2 if size <= NARROW else 1
    cell = 0.40 if columns == 2 else 0.46 if size <= NUMBERED else 0.16
    width = WIDTH if columns == 2 and len(names) > 1 else min(WIDTH, 0.6 * size + 2.0)
    figure, axes = panels(len(names), columns, cell * size + 1.25, _alt(names, tables), width)
    for ax, name, table in zip(axes, names, tables, strict=True):
        _draw_triangle(ax, name, table, groups)
    return figure


def _alt(names: list[str], tables: list[PairTable]) -> str:
    parts = []
    for name, table in zip(names, tables, strict=True):
        values = table.vector()
        if np.isnan(values).all():
            parts.append(f"{quantity_label(name)}: {NOT_MEASURED}")
            continue
        top, bottom = int(np.nanargmax(values)), int(np.nanargmin(values))
        parts.append(
            f"{quantity_label(name)} is largest for {pair(*table.pairs[top])} ({number(values[top])}) "
            f"and smallest for {pair(*table.pairs[bottom])} ({number(values[bottom])})"
        )
    return f"{plural(len(names), 'heat map')} of pairs of groups. {'; '.join(parts)}."


def _draw_triangle(axes: Axes, name: str, table: PairTable, groups: Groups) -> None:
    mean, sd = table.mean(), table.standard_deviation()
    axes.set_title(with_units(quantity_label(name), table.units), fontsize=9)
    known = mean[np.triu_indices(len(mean), 1)]
    known = known[~np.isnan(known)]
    if not len(known):
        say_nothing_measured(axes)
        return
    decimals = _decimals(known)
    rows, columns = table.groups[1:], table.groups[:-1]
    shown = np.where(np.tri(len(rows), dtype=bool), mean[1:, :-1], np.nan)
    beneath: list[list[str]] | None
    texts = [[_cell_text(shown[i, j], decimals) if j <= i else "" for j in range(len(rows))] for i in range(len(rows))]
    beneath = [["" if np.isnan(v) else f"±{_cell_text(v, max(decimals, 2))}" for v in row] for row in sd[1:, :-1]]
    small, numbered = len(mean) <= NARROW, len(mean) <= NUMBERED
    if not numbered:  # a number in every cell could not be read
        texts, beneath = [["" if text != "n/a" else " " for text in row] for row in texts], None
    short = groups.short(11 if small else 10)
    down, across = ([short[name] for name in names] for names in (rows, columns))
    turn = 35 if max(map(room, short.values())) > 6 else 0
    limits = (float(known.min()), float(known.max()))
    image = cell_matrix(
        axes,
        Cells(shown, texts, down, across, beneath),
        colours=_blues(),
        limits=limits,
        size=7.8 if small else 8 if numbered else 6,
        turn=turn if numbered else 90,
    )
    colour_bar(axes, image)
    _separate_pooled(axes, len(table.base_groups), len(mean))


def _blues() -> Colormap:
    """Single-hue and light to dark, so that it reads without colour vision and on a grey printer."""
    from matplotlib import colormaps
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list("blues", colormaps["Blues"](np.linspace(0.06, 0.95, 64)))


def _decimals(known: np.ndarray) -> int:
    """Decimals that leave the largest value three digits that matter, and a value like 0.94 two."""
    largest = float(np.abs(known).max())
    if largest >= 0.1 or largest == 0:
        return 0 if largest >= 1000 else 2 if largest < 10 else 1
    return min(2 - math.floor(math.log10(largest)), 6)


def _cell_text(value: float, decimals: int) -> str:
    return "n/a" if np.isnan(value) else f"{value:.{decimals}f}".replace("-", "−")


def _separate_pooled(axes: Axes, regions: int, size: int) -> None:
    """A line between the cells of two regions and those of a pooled group or baseline, and the latter's names in
    italics."""
    if 2 <= regions < size:
        edge = regions - 1.5
        axes.plot([-0.5, edge], [edge, edge], color=INK, linewidth=1.2, clip_on=False)
        axes.plot([edge, edge], [edge, size - 1.5], color=INK, linewidth=1.2, linestyle=":", clip_on=False)
    for label in [*axes.get_yticklabels()[max(regions - 1, 0) :], *axes.get_xticklabels()[regions:]]:
        label.set_fontstyle("italic")
