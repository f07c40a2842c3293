"""Coefficients and p-values of all relations as matrices."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from geobias.report.cells import Cells, cell_matrix
from geobias.report.estimates import p_value, signed
from geobias.report.phrases import COEFFICIENT_NAMES, plural, quantity_label, two_lines
from geobias.report.sections.relations.rows import declared
from geobias.report.style import INK, WIDTH, new_figure, styled
from geobias.tables import SUPPORTED

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BESIDE = 5  # columns up to which the two matrices go side by side
P_STEPS = (0.0, 0.01, 0.05, 0.1, 1.0)
P_COLOURS = ("#2B5C8A", "#7FA6CB", "#C9DAEA", "#F1F3F5")


@styled
def relation_matrices(relations: pd.DataFrame, coefficient: str) -> Figure:
    """Two matrices for one coefficient: its values, and the p-values by permutation; x in rows, y in columns.

    A frame marks a relation whose verdict is "supported". Two quantities that were tested on several sets of groups
    show the first set.
    """
    part = relations[relations["coefficient"] == coefficient].drop_duplicates(["x", "y"])
    rows, columns = (list(dict.fromkeys(part[side].astype(str))) for side in ("x", "y"))
    part = part.assign(known=1.0, supported=(part["verdict"] == SUPPORTED).astype(float), first=declared(part))
    values, chances, known, supported, primary = (
        _matrix(part, column, rows, columns) for column in ("statistic", "p_qap", "known", "supported", "first")
    )
    name = COEFFICIENT_NAMES.get(coefficient, coefficient)
    alt = (
        f"Two matrices of {plural(len(part), 'relation')}: {name}, and its p-value by permuting the groups. "
        f"{plural(int((supported == 1).sum()), 'relation')} that the tests support, framed."
    )
    sides = [[two_lines(quantity_label(q), 22) for q in names] for names in (rows, columns)]
    figure, axes = _two_axes(len(rows), len(columns), alt)
    size = 8 if len(columns) <= 12 else 6.5
    texts = _texts(values, known == 1, signed), _texts(chances, known == 1, p_value)
    marks = [["declared" if one == 1 else "" for one in line] for line in primary]
    beside = len(columns) <= BESIDE  # the two share the names between them
    first, second = ([sides[0], [] if not beside else sides[1]], [[] if beside else sides[0], sides[1]])
    cell_matrix(
        axes[0],
        Cells(values, texts[0], first[0], first[1], marks),
        colours="RdBu_r",
        limits=(-1, 1),
        size=size,
        turn=90,
    )
    axes[0].set_title(name)
    _p_matrix(axes[1], chances, texts[1], second, size)
    _frame_cells(axes, supported == 1)
    return figure


def _matrix(part: pd.DataFrame, column: str, rows: list[str], columns: list[str]) -> np.ndarray:
    """One field of the relations as (x, y); NaN where the two were not related."""
    values = np.full((len(rows), len(columns)), np.nan)
    for x, y, value in zip(part["x"], part["y"], part[column], strict=True):
        values[rows.index(str(x)), columns.index(str(y))] = value
    return values


def _texts(values: np.ndarray, known: np.ndarray, write: Callable[[float], str]) -> list[list[str]]:
    return [
        ["" if not there else "n/a" if np.isnan(value) else write(value) for value, there in zip(*row, strict=True)]
        for row in zip(values, known, strict=True)
    ]


def _two_axes(rows: int, columns: int, alt: str) -> tuple[Figure, list[Axes]]:
    """Side by side where few columns leave room, else one above the other."""
    height = 0.44 * rows
    if columns <= BESIDE:
        figure = new_figure(min(WIDTH, 2 * 0.95 * columns + 3.2), height + 2.0, alt)
        return figure, figure.subplots(1, 2).tolist()
    figure = new_figure(WIDTH, 2 * height + 3.0, alt)
    return figure, figure.subplots(2, 1).tolist()


def _p_matrix(axes: Axes, values: np.ndarray, texts: list[list[str]], sides: list[list[str]], size: float) -> None:
    from matplotlib.colors import ListedColormap

    steps = np.searchsorted(P_STEPS, np.nan_to_num(values), side="right") - 1.0
    steps = np.where(np.isnan(values), np.nan, np.clip(steps, 0, len(P_COLOURS) - 1))
    limits = (-0.5, len(P_COLOURS) - 0.5)
    cell_matrix(axes, Cells(steps, texts, *sides), colours=ListedColormap(P_COLOURS), limits=limits, size=size, turn=90)
    axes.set_title("p by QAP (framed: supported)")


def _frame_cells(axes: list[Axes], supported: np.ndarray) -> None:
    from matplotlib.collections import PolyCollection

    corners = np.array([(-0.46, -0.46), (0.46, -0.46), (0.46, 0.46), (-0.46, 0.46)])
    frames = np.argwhere(supported)[:, None, ::-1] + corners
    for ax in axes:
        if len(frames):
            ax.add_collection(PolyCollection(frames, facecolors="none", edgecolors=INK, linewidths=1.8, zorder=4))
