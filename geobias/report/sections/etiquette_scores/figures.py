"""Accuracy by region as dots between their bounds, and by region and type as a heat map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from geobias.report.annotator_lines import SIZE
from geobias.report.cell_scores import ALL
from geobias.report.cells import Cells, cell_matrix, colour_bar
from geobias.report.coefficients import in_figure, short_names
from geobias.report.phrases import capital, count, percent, plural
from geobias.report.style import ACCENT, FAINT, INK, WIDTH, new_figure, styled
from geobias.tables import ANSWERED, AS_RIGHT, AS_WRONG

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

LINE, BOUNDS = 0.34, "#C9D6E4"


@dataclass(frozen=True)
class Scale:
    """What figures are of: the axis' words, in percent what chance gives (None = not known), the score's name, and what
    it is told of, see `Run.cells`."""

    label: str = "right [%]"
    chance: float | None = 50.0
    score: str = "accuracy"
    cells: tuple[str, str] = ("region", "type")


YES_NO = Scale()


@styled
def region_dots(frame: pd.DataFrame, truth: Mapping[str, float], scale: Scale = YES_NO) -> Figure:
    """A score of one model: a dot with interval over the answers, on a bar between its bounds; crosses for truths.

    frame : rows of the score by region, the lowest first, all regions last.
    """
    lines = frame[frame["counted"] == ANSWERED]
    ends = {counted: _values(frame, counted, lines) for counted in (AS_WRONG, AS_RIGHT)}
    short, key = short_names([name for name in lines["region"] if name], 26)
    names = [short.get(name, ALL) for name in lines["region"]]
    alt = (
        f"{capital(scale.score)} of answers about {plural(len(short), scale.cells[0])} and all of them, as dots with "
        f"intervals on bars between what abstentions could make of it. The numbers are in the table.{in_figure(key)}"
    )
    figure = new_figure(WIDTH * 0.85, LINE * len(lines) + 1.0, alt)
    axes = figure.subplots()
    places = np.arange(len(lines))
    widths = 100 * (ends[AS_RIGHT] - ends[AS_WRONG])
    axes.barh(places, widths, left=100 * ends[AS_WRONG], height=0.5, color=BOUNDS, label="bounds")
    axes.hlines(places, 100 * lines["low"], 100 * lines["high"], colors=ACCENT, linewidth=1.7, zorder=3)
    axes.plot(100 * lines["value"], places, "o", color=ACCENT, ms=5.5, zorder=4, label="over the answers")
    if truth:
        planted = [100 * truth.get(name, np.nan) for name in lines["region"]]
        axes.plot(planted, places, "x", color=INK, ms=6, mew=1.2, zorder=5, label="planted")
    if scale.chance is not None:
        axes.axvline(scale.chance, color=FAINT, linewidth=0.8, linestyle=":", zorder=1)
    for place, row in enumerate(lines.to_dict("records")):
        text = f"{count(row['answered'])} of {count(row['n'])}"
        axes.text(1.01, place, text, transform=axes.get_yaxis_transform(), fontsize=SIZE, va="center", color=FAINT)
    axes.set_yticks(places, names)
    axes.set_ylim(len(lines) - 0.4, -0.6)
    axes.set_xlim(right=100 if scale.score == YES_NO.score else None)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="y", visible=False)
    axes.set_xlabel(scale.label, fontsize=8)
    axes.legend(loc="upper left", bbox_to_anchor=(0, -0.16), ncols=3, fontsize=8)
    return figure


def _values(frame: pd.DataFrame, counted: str, lines: pd.DataFrame) -> np.ndarray:
    """Of the regions of `lines`, in their order; NaN where a score is not counted so."""
    rows = frame[frame["counted"] == counted].set_index("region")["value"]
    return rows.reindex(lines["region"]).to_numpy(float)


@styled
def cell_map(frame: pd.DataFrame, scale: Scale = YES_NO) -> Figure:
    """Accuracy over the answers of one model, regions in rows and types in columns, beneath it how many answers."""
    regions, types = (list(dict.fromkeys(frame[name])) for name in ("region", "type"))
    found = {(row["region"], row["type"]): row for row in frame.to_dict("records")}
    rows, key = short_names(regions, 26)
    heads, type_key = short_names(types, 14, "T")
    values = np.array([[_value(found.get((region, kind))) for kind in types] for region in regions])
    known = values[~np.isnan(values)]
    texts = [["–" if np.isnan(value) else percent(value / 100) for value in line] for line in values]
    beneath = [[_answers(found.get((region, kind))) for kind in types] for region in regions]
    alt = (
        f"Heat map of {scale.score} of answers about {plural(len(regions), scale.cells[0])} and "
        f"{plural(len(types), scale.cells[1])}. The numbers are in the tables.{in_figure(key, type_key)}"
    )
    figure = new_figure(min(WIDTH, 1.05 * len(types) + 3.0), 0.44 * len(regions) + 0.9, alt)
    axes = figure.subplots()
    shown = cell_matrix(
        axes, Cells(values, texts, list(rows.values()), list(heads.values()), beneath), colours="Blues",
        limits=(float(known.min()), float(known.max())) if len(known) else (0.0, 1.0), size=8,
        turn=30 if max(map(len, heads.values())) > 9 else 0,
    )  # fmt: skip
    colour_bar(axes, shown)
    return figure


def _value(row: dict | None) -> float:
    return float("nan") if row is None else 100 * float(row["value"])


def _answers(row: dict | None) -> str:
    return "" if row is None else count(row["answered"])
