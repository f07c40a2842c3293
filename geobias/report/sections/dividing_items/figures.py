"""The items that divide groups most, as ranges from the lowest group's mean answer to the highest one's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from geobias.report.annotator_lines import ROW
from geobias.report.coefficients import in_figure, names_in_order, short_names, spaced
from geobias.report.lettering import shorten
from geobias.report.phrases import plural
from geobias.report.style import ACCENT, WARNING, panels, styled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@styled
def dividing_figure(frame: pd.DataFrame, labels: Mapping[str, str], scale: tuple[float, float]) -> Figure:
    """A panel an attribute: its items that divide most, each from the lowest to the highest mean answer of a group.

    frame : of `top_items`; labels : what items are called.
    """
    attributes = names_in_order(frame, "attribute")
    short, key = short_names([*frame["highest"], *frame["lowest"]], 14)
    codes, item_key = short_names([labels[str(name)] for name in frame["item"]], 16, "I")
    alt = (
        f"The items that divide groups most, for {plural(len(attributes), 'attribute')}: the groups whose mean answers "
        f"lie furthest apart. The numbers are in the table.{in_figure(key, item_key)}"
    )
    most = int(frame.groupby("attribute").size().max())
    figure, axes = panels(len(attributes), 2, 1.35 * ROW * max(most, 3) + 0.75, alt)
    low, high = scale
    room = 0.45 * (high - low or 1)
    for ax, attribute in zip(axes, attributes, strict=True):
        part = frame[frame["attribute"] == attribute]
        _ranges(ax, part, short)
        ax.set_yticks(range(len(part)), [codes[labels[str(name)]] for name in part["item"]])
        ax.set_title(shorten(spaced(attribute), 30))
        ax.set(xlim=(low - room, high + room), ylim=(max(most, 3) - 0.4, -0.6))
        ax.set_xticks([tick for tick in ax.get_xticks() if low <= tick <= high])
        ax.tick_params(axis="both", labelsize=7.5)
        ax.tick_params(axis="y", length=0)
        ax.grid(axis="y", visible=False)
    for ax in axes[-2:]:
        ax.set_xlabel("mean answer", fontsize=8)
    return figure


def _ranges(axes: Axes, part: pd.DataFrame, short: Mapping[str, str]) -> None:
    for place, row in enumerate(part.to_dict("records")):
        ends = sorted([(row["lowest_mean"], row["lowest"]), (row["highest_mean"], row["highest"])])
        axes.plot([ends[0][0], ends[1][0]], [place, place], color="#C3CAD3", linewidth=2, zorder=2)
        for (value, group), colour, side, shift in zip(
            ends, (WARNING, ACCENT), ("right", "left"), (-5, 5), strict=True
        ):
            axes.plot(value, place, "o", ms=5, color=colour, zorder=3)
            axes.annotate(
                short[str(group)], (value, place), (shift, 0), textcoords="offset points", fontsize=7.5, va="center",
                ha=side, annotation_clip=False, in_layout=False,
            )  # fmt: skip
