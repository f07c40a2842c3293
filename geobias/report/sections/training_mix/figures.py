"""What changes when a region's share of the training texts falls: curves, and a matrix."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from geobias.report.cells import Cells, cell_matrix
from geobias.report.groups import Groups
from geobias.report.phrases import metric_label, plural, points
from geobias.report.sections.performance import FIRST
from geobias.report.style import FAINT, WIDTH, new_figure, panels, styled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def main_metric(frame: pd.DataFrame) -> str:
    """The score that figures and words speak of."""
    names = list(dict.fromkeys(frame["metric"].astype(str)))
    return next(name for name in (*FIRST, *names) if name in names)


@styled
def composition_curves(frame: pd.DataFrame, groups: Groups) -> Figure:
    """A panel per region: change of every group's score, in points, as the region's share falls from full to none.

    The region itself is drawn thick with its interval, the others thin.
    """
    metric = main_metric(frame)
    changes = changes_of(frame, metric)
    regions = groups.ordered(changes["region"])
    alt = (
        f"Change of the {metric_label(metric)} of {plural(changes['group'].nunique(), 'group')} as the share of each "
        f"of {plural(len(regions), 'region')} in training falls. The region's own values are in the table."
    )
    figure, axes = panels(len(regions), 3, 2.1, alt, sharey=True, sharex=True)
    for place, (ax, region) in enumerate(zip(axes, regions, strict=True)):
        _curve(ax, changes[changes["region"] == region], region, groups)
        if place % 3 == 0:
            ax.set_ylabel(f"change of {metric_label(metric)} [points]", fontsize=8)
    for ax in axes:
        if ax.xaxis.get_tick_params()["labelbottom"]:
            ax.set_xlabel("share of its training texts left [%]", fontsize=8)
    return figure


@styled
def composition_matrix(frame: pd.DataFrame, groups: Groups) -> Figure:
    """Change of every group's score (columns) at the least share of every region (rows), with its interval."""
    metric = main_metric(frame)
    changes = changes_of(frame, metric)
    least = changes[changes["share"] == changes["share"].min()].set_index(["region", "group"])
    rows, columns = (groups.ordered(least.index.get_level_values(side)) for side in (0, 1))
    values, low, high = (
        np.array([[least[name].get((row, column), np.nan) for column in columns] for row in rows], dtype=float)
        for name in ("value", "low", "high")
    )
    size = f"{plural(len(rows), 'region')} by {plural(len(columns), 'group')}"
    alt = f"Matrix of the changes of {metric_label(metric)}, {size}."
    figure = new_figure(min(WIDTH, 1.15 * len(columns) + 1.6), 0.48 * len(rows) + 1.0, alt)
    axes = figure.subplots()
    reach = float(np.nanmax(np.abs(values), initial=0.1))
    texts = [[points(float(value)) for value in row] for row in values]
    beneath = [
        [f"{points(float(a))} to {points(float(b))}" for a, b in zip(*ends, strict=True)]
        for ends in zip(low, high, strict=True)
    ]
    short = groups.short(14)
    down, across = ([short.get(name, name) for name in side] for side in (rows, columns))
    cell_matrix(axes, Cells(values, texts, down, across, beneath), colours="RdBu", limits=(-reach, reach), size=8)
    axes.set(xlabel="scored on", ylabel="taken from training")
    return figure


def changes_of(frame: pd.DataFrame, metric: str) -> pd.DataFrame:
    """The rows of a score's changes, names as text."""
    part = frame[(frame["metric"].astype(str) == metric) & (frame["quantity"] == "change")]
    return part.assign(region=part["region"].astype(str), group=part["group"].astype(str))


def _curve(axes: Axes, part: pd.DataFrame, region: str, groups: Groups) -> None:
    axes.axhline(0, color=FAINT, linewidth=0.8, zorder=1)
    for group in sorted(groups.ordered(part["group"]), key=lambda name: name == region):
        line = part[part["group"] == group].sort_values("share")
        look, own = groups.look(group), group == region
        shares = line["share"] * 100
        if own:
            axes.fill_between(shares, line["low"], line["high"], color=look.colour, alpha=0.2, linewidth=0, zorder=2)
        axes.plot(
            shares, line["value"], look.marker + "-", color=look.colour, linewidth=2.2 if own else 0.8,
            ms=5 if own else 2.5, alpha=1 if own else 0.75, zorder=4 if own else 3,
        )  # fmt: skip
    axes.set_title(groups.short(24).get(region, region))
    if not axes.xaxis_inverted():  # panels share it
        axes.invert_xaxis()
