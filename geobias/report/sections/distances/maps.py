"""Maps of the groups: their mean distances laid out in the plane."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from geobias.report.groups import Groups
from geobias.report.labels import place_labels
from geobias.report.lettering import shorten
from geobias.report.pairs import pair_table, quantities
from geobias.report.phrases import listing, percent, plural, quantity_label, two_lines
from geobias.report.sections.distances.scaling import align, classical_scaling, measured_groups
from geobias.report.style import FAINT, panels, say_nothing_measured, styled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

HALF_SQUARED = "half squared distance"


@styled
def group_maps(frame: pd.DataFrame, groups: Groups) -> Figure:
    """A map per quantity; each is turned towards the first, because a map of distances has no direction of its own."""
    names = quantities(frame)
    alt = (
        f"{plural(len(names), 'map')} of the groups in the plane by their mean distances: "
        f"{listing([quantity_label(name) for name in names])}. The numbers are in the heat maps."
    )
    figure, axes = panels(len(names), 3, 3.5, alt)
    first: dict[str, np.ndarray] = {}
    for ax, name in zip(axes, names, strict=True):
        places = _draw_map(ax, frame, name, groups, first)
        first = first or places
    for ax in axes:
        _label_map(ax, groups)
    return figure


def _draw_map(
    axes: Axes, frame: pd.DataFrame, name: str, groups: Groups, first: dict[str, np.ndarray]
) -> dict[str, np.ndarray]:
    table = pair_table(frame, name, groups)
    mean = table.mean()
    kept = measured_groups(mean)
    if len(kept) < 2:
        axes.set_title(two_lines(quantity_label(name)), fontsize=9)
        say_nothing_measured(axes)
        return {}
    shown = [table.groups[i] for i in kept]
    # Half a squared distance becomes the distance it is the half square of; only that can be laid out in a plane.
    lengths = np.sqrt(2 * np.clip(mean, 0, None)) if table.units == HALF_SQUARED else mean
    scaling = classical_scaling(lengths[np.ix_(kept, kept)])
    common = [group for group in shown if group in first]
    points = scaling.points
    if len(common) > 1:
        points = align(points, [shown.index(g) for g in common], np.array([first[g] for g in common]))
    for group, (x, y) in zip(shown, points, strict=True):
        look = groups.look(group)
        axes.plot(x, y, look.marker, ms=9, mfc=look.face, mec=look.colour, mew=1.6, label=f"group {group}", zorder=3)
    remark = f"share of variance {percent(scaling.share)}, stress {scaling.stress:.2f}"
    missing = [group for group in table.groups if group not in shown]
    if missing:
        remark += f"\nnot measured: {shorten(listing([groups.short(16)[name] for name in missing]), 40)}"
    axes.set_title(two_lines(quantity_label(name)), pad=31 if missing else 19, fontsize=9)
    axes.annotate(remark, (0, 1), (0, 5), "axes fraction", "offset points", fontsize=8, color=FAINT, va="bottom")
    _equal_frame(axes, points)
    return dict(zip(shown, points, strict=True))


def _equal_frame(axes: Axes, points: np.ndarray) -> None:
    """The same length in both directions, with room for labels."""
    middle = (points.max(0) + points.min(0)) / 2
    half = max(np.ptp(points, axis=0).max() / 2 * 1.3, 1e-9)
    axes.set(xlim=(middle[0] - half, middle[0] + half), ylim=(middle[1] - half, middle[1] + half), aspect="equal")
    axes.tick_params(labelsize=7.5)


def _label_map(axes: Axes, groups: Groups) -> None:
    lines = [line for line in axes.get_lines() if str(line.get_label()).startswith("group ")]
    if lines:
        short = groups.short(16)
        names = [short[str(line.get_label())[len("group ") :]] for line in lines]
        place_labels(axes, np.array([np.asarray(line.get_xydata())[0] for line in lines]), names, size=8.5, mark=5)
