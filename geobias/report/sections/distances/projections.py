"""The texts on the first discriminant components."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from geobias.report.groups import Groups
from geobias.report.labels import place_labels
from geobias.report.phrases import listing, plural
from geobias.report.style import panels, styled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TITLES = {"short": "Short texts", "long": "Long texts"}


@styled
def discriminant_scatter(points: pd.DataFrame, groups: Groups) -> Figure:
    """Short and long texts side by side: a point per text, a large mark at each group's centroid.

    With one component (two groups) the groups are set apart on the other axis for the eye alone.
    """
    kinds = list(dict.fromkeys(points["texts"].astype(str)))
    names = groups.ordered(points["group"].astype(str))
    shown = listing([f"{TITLES.get(kind, kind).lower()}" for kind in kinds])
    alt = (
        f"Scatter of {shown} of {plural(len(names), 'group')} on the discriminant components, with a centroid for each "
        "group. The distances between the centroids are in the heat maps."
    )
    figure, axes = panels(len(kinds), 2, 4.6, alt)
    centroids = [
        _draw(ax, points[points["texts"] == kind], kind, names, groups) for ax, kind in zip(axes, kinds, strict=True)
    ]
    short = groups.short(16)
    for ax, middle in zip(axes, centroids, strict=True):
        for note in place_labels(ax, middle, [short[name] for name in names], size=9, mark=6, rim=True):
            note.set_fontweight("bold")
    return figure


def _draw(axes: Axes, part: pd.DataFrame, kind: str, names: list[str], groups: Groups) -> np.ndarray:
    first = part["component_1"].to_numpy(float)
    second = part["component_2"].fillna(0.0).to_numpy(float)
    single = not second.any()
    members = [(part["group"].astype(str) == name).to_numpy() for name in names]
    if single:
        second = _strips(len(part), members)
    middle = np.full((len(names), 2), np.nan)
    for i, (name, rows) in enumerate(zip(names, members, strict=True)):
        look = groups.look(name)
        edge = look.colour if look.hatch else "none"
        axes.plot(
            first[rows], second[rows], look.marker, ms=3.4, mfc=look.face, mec=edge, mew=0.6, alpha=0.55, zorder=2
        )
        if rows.any():
            middle[i] = first[rows].mean(), second[rows].mean()
            axes.plot(*middle[i], look.marker, ms=12, mfc=look.colour, mec="white", mew=1.6, zorder=4)
    axes.set(title=TITLES.get(kind, kind), xlabel="component 1", ylabel="" if single else "component 2")
    if single:
        axes.set_yticks([])
    else:
        axes.set_aspect("equal", adjustable="datalim")
    return middle


def _strips(size: int, members: list[np.ndarray]) -> np.ndarray:
    """Heights that set the groups apart, with an even spread inside a group (golden-ratio sequence, no randomness)."""
    spread = (np.arange(size) * 0.6180339887) % 1 * 0.7 - 0.35
    heights = np.zeros(size)
    for place, rows in enumerate(members):
        heights[rows] = spread[rows] - place
    return heights
