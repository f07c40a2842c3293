"""Whether regions that are rare in the reference set are also far from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geobias.report.groups import Groups
from geobias.report.labels import place_labels
from geobias.report.phrases import listing, plural, quantity_label
from geobias.report.style import panels, say_nothing_measured, styled

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDE_RANGE = 30  # shares that span more than this factor are drawn on a logarithmic axis


LEFT_IN, LEFT_OUT = "left in", "left out"


@styled
def share_against_distance(representation: pd.DataFrame, groups: Groups) -> Figure:
    """A panel per quantity: the share of each region (x, of what `share_of` says) and its distance from the reference
    set.

    Where the distance was measured with the region's own texts in the set and without them, the small hollow mark is
    that with them, and a thin line joins the two.
    """
    names = list(dict.fromkeys(representation["quantity"].astype(str)))
    both = own_texts(representation).nunique() > 1
    alt = (
        f"{plural(len(names), 'scatter plot')}: share of each region among {share_of(representation)} against its "
        f"distance from the reference set, by {listing([quantity_label(name) for name in names])}"
        f"{', with the own texts of the region left in and left out' if both else ''}."
    )
    figure, axes = panels(len(names), 2, 3.3, alt)
    drawn = [_draw(ax, representation, name, groups) for ax, name in zip(axes, names, strict=True)]
    short = groups.short(16)
    for ax, part in zip(axes, drawn, strict=True):
        if len(part):
            points = part[["share", "distance"]].to_numpy(float) * [100, 1]
            place_labels(ax, points, [short.get(name, name) for name in part["group"].astype(str)], size=8.5, mark=4.5)
    return figure


def share_of(frame: pd.DataFrame) -> str:
    """What the shares are of; a run of before does not say more than "the reference set"."""
    named = [] if "share_of" not in frame else frame["share_of"].dropna().astype(str).tolist()
    return named[0] if named else "the texts of the reference set"


def own_texts(frame: pd.DataFrame) -> pd.Series:
    """Whether the reference set holds the region's own texts, row by row; "" where the table does not say."""
    if "own_texts" not in frame:
        return frame["quantity"].astype(str).map(lambda _: "")
    return frame["own_texts"].fillna("").astype(str)


def _draw(axes: Axes, frame: pd.DataFrame, name: str, groups: Groups) -> pd.DataFrame:
    part = frame.assign(own_texts=own_texts(frame))
    part = part[part["quantity"].astype(str) == name].dropna(subset=["share", "distance"])
    axes.set_title(quantity_label(name))
    if part.empty:
        say_nothing_measured(axes)
        return part
    main = part[part["own_texts"] != LEFT_IN] if (part["own_texts"] == LEFT_OUT).any() else part
    for row in main.to_dict("records"):
        look = groups.look(str(row["group"]))
        axes.plot(
            row["share"] * 100, row["distance"], look.marker, ms=8, mfc=look.face, mec=look.colour, mew=1.6, zorder=3
        )
    beside = part.drop(main.index)
    for row in beside.to_dict("records"):
        look, x = groups.look(str(row["group"])), row["share"] * 100
        axes.plot(x, row["distance"], look.marker, ms=4.5, mfc="white", mec=look.colour, mew=1.1, zorder=4)
        ends = [row["distance"], *main.loc[main["group"].astype(str) == str(row["group"]), "distance"]]
        axes.plot([x] * len(ends), ends, color=look.colour, linewidth=0.9, alpha=0.7, zorder=2)
    _scale(axes, part["share"].to_numpy(float), share_of(frame))
    return main


def _scale(axes: Axes, shares: np.ndarray, of: str) -> None:
    from matplotlib.ticker import FuncFormatter, NullFormatter

    if shares.min() > 0 and shares.max() / shares.min() > WIDE_RANGE:
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        axes.xaxis.set_minor_formatter(NullFormatter())
    axes.margins(0.18)
    axes.set(xlabel=f"share among {of} [%]", ylabel="distance from the reference set")
