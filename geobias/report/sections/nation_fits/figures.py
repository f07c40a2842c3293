"""Cells of model and survey as a scatter, a panel a nation, with its line; and the fits as dots with intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from geobias.report.annotator_lines import SIZE
from geobias.report.coefficients import in_figure, short_names
from geobias.report.estimates import chance, signed
from geobias.report.phrases import number, plural
from geobias.report.sides import nations_of
from geobias.report.style import ACCENT, FAINT, INK, panels, styled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PALE = "#C9CED5"
ACROSS = 4  # panels side by side
MEASURES = {"rmse": "RMSE of model less survey", "slope": "slope of survey on model", "r2": "R²"}


@styled
def cell_scatter(cells: pd.DataFrame, fits: pd.DataFrame | None) -> Figure:
    """A panel a nation: each age and sex with both sides' errors, the nation's line, those of the others pale."""
    nations = list(dict.fromkeys(cells["nation"]))
    groups, (short, key) = nations_of(nations), short_names(nations, 24)
    lines = {} if fits is None else fits.set_index("nation").to_dict("index")
    alt = (
        f"Scatter plots of {plural(len(cells), 'cell')} of nation, age and sex: mean projection of answers against "
        f"that of respondents, a panel for each of {plural(len(nations), 'nation')}, with its line.{in_figure(key)}"
    )
    columns = min(ACROSS, max(len(nations), 2))
    figure, axes = panels(len(nations), columns, 2.45, alt, sharex=True, sharey=True)
    limits = _limits(cells["model"]), _limits(cells["survey"])
    for ax, nation in zip(axes, nations, strict=True):
        mine = cells["nation"] == nation
        colour = groups.look(nation).colour
        ax.plot(cells["model"][~mine], cells["survey"][~mine], ".", color=PALE, ms=3, zorder=1)
        ax.axline((0, 0), slope=1, color=FAINT, linewidth=0.8, linestyle=(0, (4, 3)), zorder=1.5)
        part = cells[mine]
        ax.errorbar(
            part["model"], part["survey"], xerr=part["model_error"].fillna(0), yerr=part["survey_error"].fillna(0),
            fmt="none", ecolor=colour, elinewidth=0.8, alpha=0.45, zorder=2,
        )  # fmt: skip
        ax.plot(part["model"], part["survey"], "o", ms=4, color=colour, zorder=3)
        _line(ax, part["model"], lines.get(nation, {}))
        ax.set_title(short[nation], fontsize=8.5)
        ax.tick_params(labelsize=SIZE)
        ax.set(xlim=limits[0], ylim=limits[1])
    for ax in axes[::columns]:
        ax.set_ylabel("respondents", fontsize=8)
    for ax in axes[max(len(axes) - columns, 0) :]:
        ax.set_xlabel("answers of the model", fontsize=8)
    return figure


def _limits(values: pd.Series) -> tuple[float, float]:
    low, high = float(values.min()), float(values.max())
    edge = 0.08 * (high - low) or 0.1
    return low - edge, high + edge


def _line(axes: Axes, x: pd.Series, fit: dict) -> None:
    """The nation's line over its own cells, and its numbers."""
    slope, intercept = fit.get("slope", np.nan), fit.get("intercept", np.nan)
    if not np.isnan(slope + intercept):
        ends = np.array([x.min(), x.max()])
        axes.plot(ends, intercept + slope * ends, color=INK, linewidth=1.5, zorder=4)
    if fit:
        text = f"RMSE {number(fit['rmse'])}"
        text += "" if np.isnan(fit["slope_p"]) else f"\nslope {signed(slope)}, {chance(fit['slope_p'])}"
        axes.text(
            0.04, 0.96, text, transform=axes.transAxes, fontsize=7, va="top", color=INK, zorder=5, in_layout=False,
            bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.75, "pad": 1},
        )  # fmt: skip


@styled
def fit_dots(fits: pd.DataFrame) -> Figure:
    """RMSE, slope and R2 of every nation with intervals, the smallest RMSE above; of all nations below."""
    rows = fits[fits["nation"] != ""].sort_values("rmse", kind="stable")
    names, key = short_names(rows["nation"], 20)
    whole = fits[fits["nation"] == ""]
    alt = (
        f"RMSE, slope and R2 of {plural(len(rows), 'nation')} as dots with intervals, by RMSE. The numbers are in the "
        f"table.{in_figure(key)}"
    )
    figure, axes = panels(3, 3, 0.23 * max(len(rows) + 1, 4) + 0.85, alt, sharey=True)
    for ax, (name, label) in zip(axes, MEASURES.items(), strict=True):
        _dots(ax, rows, name, np.arange(len(rows)), ACCENT)
        if name != "r2":  # of all it tells mostly of the nations' intercepts
            _dots(ax, whole, name, np.full(len(whole), len(rows)), INK)
        ax.set_xlabel(label, fontsize=8)
        ax.tick_params(axis="x", labelsize=SIZE)
        ax.grid(axis="y", visible=False)
        ax.locator_params(axis="x", nbins=5)
    for place, value in ((1, 0.0), (1, 1.0)):
        axes[place].axvline(value, color=FAINT, linewidth=0.8, linestyle="-" if value == 0 else (0, (4, 3)), zorder=1)
    axes[0].set_xlim(left=0)
    axes[0].set_yticks(range(len(rows) + len(whole)), [*(names[n] for n in rows["nation"]), *["all"] * len(whole)])
    axes[0].tick_params(axis="y", labelsize=SIZE + 0.5, length=0)
    axes[0].set_ylim(max(len(rows) + len(whole), 4) - 0.4, -0.6)
    return figure


def _dots(axes: Axes, rows: pd.DataFrame, name: str, places: np.ndarray, colour: str) -> None:
    axes.hlines(places, rows[f"{name}_low"], rows[f"{name}_high"], colors=colour, linewidth=1.4, alpha=0.5, zorder=2)
    axes.plot(rows[name], places, "o", ms=4.4, color=colour, zorder=3)
