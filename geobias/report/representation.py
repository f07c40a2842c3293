"""Whether regions that are rare in the standard set are also far from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geobias.report.groups import Groups
from geobias.report.labels import place_labels
from geobias.report.phrases import listing, plural, quantity_label
from geobias.report.style import panels, say_nothing_measured, styled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDE_RANGE = 30  # shares that span more than this factor are drawn on a logarithmic axis


@styled
def share_against_distance(representation: pd.DataFrame, groups: Groups) -> Figure:
    """A panel a quantity: the share of each region in the standard set (x) and its distance from that set (y)."""
    names = list(dict.fromkeys(representation["quantity"].astype(str)))
    alt = (
        f"{plural(len(names), 'scatter plot')}: share of each region in the standard set against its distance from it, "
        f"by {listing([quantity_label(name) for name in names])}."
    )
    figure, axes = panels(len(names), 2, 3.3, alt)
    drawn = [_draw(ax, representation, name, groups) for ax, name in zip(axes, names, strict=True)]
    short = groups.short(16)
    for ax, part in zip(axes, drawn, strict=True):
        if len(part):
            points = part[["share", "distance"]].to_numpy(float) * [100, 1]
            place_labels(ax, points, [short.get(name, name) for name in part["group"].astype(str)], size=8.5, mark=4.5)
    return figure


def _draw(axes: Axes, frame: pd.DataFrame, name: str, groups: Groups) -> pd.DataFrame:
    from matplotlib.ticker import FuncFormatter, NullFormatter

    part = frame[frame["quantity"].astype(str) == name].dropna(subset=["share", "distance"])
    axes.set_title(quantity_label(name))
    if part.empty:
        say_nothing_measured(axes)
        return part
    for group, share, distance in zip(part["group"].astype(str), part["share"], part["distance"], strict=True):
        look = groups.look(group)
        axes.plot(share * 100, distance, look.marker, ms=8, mfc=look.face, mec=look.colour, mew=1.6, zorder=3)
    shares = part["share"].to_numpy(float)
    if shares.min() > 0 and shares.max() / shares.min() > WIDE_RANGE:
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        axes.xaxis.set_minor_formatter(NullFormatter())
    axes.margins(0.18)
    axes.set(xlabel="share in the standard set [%]", ylabel="distance from the standard set")
    return part
