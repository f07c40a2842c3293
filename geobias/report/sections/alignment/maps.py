"""Alignment as a heat map: groups in rows, sources in columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from geobias.report.annotator_lines import Line, in_columns, lines_of
from geobias.report.cells import Cells, cell_matrix, colour_bar
from geobias.report.coefficients import WORDS, R, in_figure, names_in_order, short_names, two
from geobias.report.phrases import plural
from geobias.report.style import WIDTH, new_figure, styled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

FEW = 12  # lines that are left in one column
LINE, CELL, NAMES = 0.29, 0.62, 1.5  # inches: of a line, across a cell, of the groups' names
BELOW = -0.2  # the lowest r from which on colours run both ways from 0
LEAST = 6.8  # inches below which the page would enlarge a figure


@styled
def alignment_map(frame: pd.DataFrame) -> Figure:
    """r of every group (rows) with every source (columns), beneath it the coefficient that decides."""
    frame = frame[frame["r"].notna()]
    sources, decides = names_in_order(frame, "source"), frame.attrs["decides"]
    found = {tuple(row[:3]): row[3:] for row in frame[["source", "attribute", "group", "r", "value"]].to_numpy()}
    short, key = short_names(frame["group"], 20)
    heads, source_key = short_names(sources, 12, "S")
    lines = lines_of(_means(frame), "r", short)
    parts = in_columns(lines, max(1, min(int(WIDTH / (CELL * len(sources) + NAMES)), len(lines) // FEW)))
    longest = max(map(len, parts))
    beneath = "" if decides == R else f", {WORDS[decides]} beneath"
    alt = (
        f"Heat map of r of {plural(sum(bool(line.row) for line in lines), 'group')} of annotators with "
        f"{plural(len(sources), 'source')}{beneath}. The numbers are in the tables.{in_figure(key, source_key)}"
    )
    width = min(WIDTH, max(LEAST, len(parts) * (CELL * len(sources) + NAMES) + 0.4))
    figure = new_figure(width, LINE * longest + 0.9, alt)
    low, high = float(frame["r"].min()), float(frame["r"].max())
    both = low < BELOW
    limits = (-max(-low, high), max(-low, high)) if both else (low, high)
    for axes, part in zip(np.atleast_1d(figure.subplots(1, len(parts))), parts, strict=True):
        shown = cell_matrix(
            axes, _cells(part, sources, heads, found, decides), colours="RdBu" if both else "Blues", limits=limits,
            size=7.5, turn=30 if max(map(len, heads.values())) > 7 else 0,
        )  # fmt: skip
        for label, line in zip(axes.get_yticklabels(), part, strict=True):
            label.set_fontweight("bold" if line.heading else "normal")
        axes.set_ylim(longest - 0.5, -0.5)
    colour_bar(axes, shown)
    return figure


def _means(frame: pd.DataFrame) -> pd.DataFrame:
    """A row a group, with the mean r over the sources."""
    return frame.groupby(["attribute", "group"], sort=False)["r"].mean().reset_index()


def _cells(
    lines: Sequence[Line], sources: Sequence[str], heads: Mapping[str, str], found: Mapping, decides: str
) -> Cells:
    """Lines that are no group have empty cells, groups without an r hatched ones."""
    values, texts, beneath = [], [], []
    for line in lines:
        pairs = [
            found.get((name, line.row.get("attribute"), line.row.get("group")), (np.nan, np.nan)) for name in sources
        ]
        values.append([float(r) for r, _ in pairs])
        texts.append([two(r) if line.row else "" for r, _ in pairs])
        beneath.append(["" if decides == R or np.isnan(r) else two(value) for r, value in pairs])
    return Cells(np.array(values), texts, [line.text for line in lines], [heads[name] for name in sources], beneath)
