"""The waterfall of statements, and what answers say of a statement and its inversion."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from geobias.report.annotator_lines import SIZE
from geobias.report.coefficients import in_figure, short_names
from geobias.report.estimates import signed
from geobias.report.phrases import plural
from geobias.report.sides import AXIS, zero_line
from geobias.report.style import ACCENT, FAINT, INK, WARNING, WIDTH, new_figure, panels, styled
from geobias.tables import HYPOTHESIS

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LINE = 0.27  # inches of a statement
UP, DOWN = ACCENT, WARNING
PARTS = {
    "unmirrored": ("not mirrored", ACCENT, "o"),
    "contradictory": ("contradictory", WARNING, "D"),
}


@styled
def waterfall(frame: pd.DataFrame) -> Figure:
    """Left how often answers resonate (to the right) and conflict (to the left), right what that adds, step by step."""
    short, key = short_names(frame["value"], 18, "V")
    last = float(frame["reached"].iloc[-1])
    alt = (
        f"For {plural(len(frame), 'statement')}, shares of answers that resonate and conflict with intervals, and the "
        f"waterfall of what they add up to, {signed(last)}. The numbers are in the table.{in_figure(key)}"
    )
    figure = new_figure(WIDTH, LINE * (len(frame) + 1) + 0.95, alt)
    shares, steps = figure.subplots(1, 2, sharey=True)
    _shares(shares, frame)
    _steps(steps, frame)
    names = [
        short[value] + ("" if side == HYPOTHESIS else ", inverted")
        for value, side in zip(frame["value"], frame["side"], strict=True)
    ]
    shares.set_yticks(range(len(frame) + 1), [*names, "mean projection"])
    shares.set_ylim(len(frame) + 0.6, -0.6)
    for axes in (shares, steps):
        axes.tick_params(axis="y", labelsize=SIZE + 0.5, length=0)
        axes.tick_params(axis="x", labelsize=SIZE)
        axes.grid(axis="y", visible=False)
    return figure


def _shares(axes: Axes, frame: pd.DataFrame) -> None:
    places = np.arange(len(frame))
    for name, sign, colour in (("resonance", 1, UP), ("conflict", -1, DOWN)):
        axes.barh(places, 100 * sign * frame[name], height=0.62, color=colour, alpha=0.7)
        low, high = (100 * sign * frame[f"{name}_{end}"] for end in ("low", "high"))
        axes.hlines(places, low, high, colors=INK, linewidth=1.1, zorder=3)
    zero_line(axes)
    axes.xaxis.set_major_formatter(lambda value, _: f"{abs(value):g}")
    axes.set_xlabel("share that conflicts | resonates [%]", fontsize=8)


def _steps(axes: Axes, frame: pd.DataFrame) -> None:
    places, reached = np.arange(len(frame)), frame["reached"].to_numpy(float)
    added, before = frame["contribution"].to_numpy(float), np.concatenate([[0.0], reached[:-1]])
    axes.barh(places, added, left=before, height=0.62, color=np.where(added >= 0, UP, DOWN).tolist(), alpha=0.7)
    axes.hlines(places, reached - frame["error"], reached + frame["error"], colors=INK, linewidth=1.1, zorder=3)
    axes.vlines(reached, places, places + 1, colors=FAINT, linewidth=0.7, zorder=2)
    axes.barh(len(frame), reached[-1], height=0.62, color=INK, alpha=0.75)
    span = np.ptp([0.0, *reached]) or 1.0
    for place, (step, end) in enumerate(zip(added, np.maximum(before, reached + frame["error"]), strict=True)):
        axes.text(end + 0.025 * span, place, signed(step), fontsize=7, va="center", color=FAINT)
    axes.text(max(reached[-1], 0) + 0.04 * span, len(frame), signed(reached[-1]), fontsize=7, va="center", color=INK)
    zero_line(axes)
    axes.margins(x=0.14)
    axes.set_xlabel(AXIS, fontsize=8)


@styled
def mirroring_dots(frame: pd.DataFrame) -> Figure:
    """Shares of answers of each value that do not mirror, and that contradict themselves, with intervals."""
    rows = frame.sort_values("value", key=lambda names: names == "", kind="stable")
    short, key = short_names([name for name in rows["value"] if name], 22, "V")
    alt = (
        f"For {plural(len(rows), 'value')} and all together, shares of answers whose label of the inversion is not the "
        f"opposite of that of the hypothesis, and that contradict themselves, with intervals.{in_figure(key)}"
    )
    figure, [axes] = panels(1, 1, LINE * max(len(rows), 4) + 0.95, alt, WIDTH * 0.75)
    places = np.arange(len(rows))
    for shift, (name, (label, colour, marker)) in zip((-0.14, 0.14), PARTS.items(), strict=True):
        low, high = (100 * rows[f"{name}_{end}"] for end in ("low", "high"))
        axes.hlines(places + shift, low, high, colors=colour, linewidth=1.4, alpha=0.5)
        axes.plot(100 * rows[name], places + shift, marker, ms=4.4, color=colour, label=label, zorder=3)
    axes.set_yticks(places, [short.get(name, "all") for name in rows["value"]])
    axes.set_ylim(max(len(rows), 4) - 0.4, -0.6)
    axes.set_xlim(left=0)
    axes.tick_params(axis="y", labelsize=SIZE + 0.5, length=0)
    axes.tick_params(axis="x", labelsize=SIZE)
    axes.grid(axis="y", visible=False)
    axes.set_xlabel("share of answers [%]", fontsize=8)
    axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0), fontsize=8)
    return figure
