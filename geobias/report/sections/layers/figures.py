"""What layers come to: distances, what one position holds of them, and how they go with gaps and with lengths."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from geobias.report.phrases import COEFFICIENTS, plural, quantity_label
from geobias.report.style import ACCENT, FAINT, INK, WARNING, panels, styled
from geobias.tables import SUPPORTED

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LOOKS = ((ACCENT, "o"), (WARNING, "s"), ("#228833", "^"), ("#882255", "D"))
"""Colour and marker of the distances, in the order of the table; more begin anew."""
OWN = "#D9DFE7"


@styled
def layer_curves(layers: pd.DataFrame) -> Figure:
    """Over layers: mean distances, in standard deviations over pairs; coefficients with gap and length; the largest
    position's share of the variance.

    A panel for what was measured; the study's own layer is a band behind all. Coefficients are filled where supported
    over the family, and beyond the dashed line a coefficient would be found by the largest of the family.
    """
    shown: list[Callable[[Axes, pd.DataFrame], None]] = [_draw_distances]
    if layers["statistic"].notna().any():
        shown.append(_draw_gap)
    if layers["length"].notna().any():
        shown.append(_draw_length)
    if layers["position_share"].notna().any():
        shown.append(_draw_positions)
    numbers = sorted(layers["layer"].unique())
    alt = (
        f"Curves over {plural(len(numbers), 'layer')}, {numbers[0]} to {numbers[-1]}, in "
        f"{plural(len(shown), 'panel')}. The numbers are in the table of layers."
    )
    figure, axes = panels(len(shown), 2, 2.7, alt)
    for ax, draw in zip(axes, shown, strict=True):
        for own in layers.loc[layers["own"].astype(bool), "layer"].unique():
            ax.axvspan(own - 0.35, own + 0.35, color=OWN, linewidth=0, zorder=0)
        draw(ax, layers)
        ax.set_xlim(numbers[0] - 0.6, numbers[-1] + 0.6)
        ax.locator_params(axis="x", integer=True)
        ax.grid(axis="x", visible=False)
        ax.set_xlabel("layer (0: the embeddings)")
    return figure


def _curves(axes: Axes, layers: pd.DataFrame, column: str) -> None:
    for number, (name, part) in enumerate(layers.groupby("quantity", sort=False)):
        colour, marker = LOOKS[number % len(LOOKS)]
        at = part.sort_values("layer")
        values = (at["mean"] / at["sd"] if column == "mean" else at[column]).to_numpy(float)
        axes.plot(at["layer"], values, color=colour, linewidth=1.1, zorder=2)
        verdict = at["verdict" if column == "statistic" else "length_verdict"].astype(str)
        found = (verdict == SUPPORTED).to_numpy() | (column == "mean")
        for chosen, face in ((~found, "white"), (found, colour)):
            label = quantity_label(str(name)).partition(" (")[0] if face != "white" else None
            axes.plot(
                at["layer"][chosen],
                values[chosen],
                marker,
                ms=4.2,
                mfc=face,
                mec=colour,
                mew=1.0,
                zorder=3,
                label=label,
            )


def _draw_distances(axes: Axes, layers: pd.DataFrame) -> None:
    _curves(axes, layers, "mean")
    axes.axhline(0, color=FAINT, linewidth=0.9, zorder=1)
    axes.set_title("Distances, mean over pairs of regions")
    axes.set_ylabel("standard deviations over pairs")
    axes.legend(fontsize=7, loc="lower left", bbox_to_anchor=(0, 1.09), ncols=2, borderaxespad=0)


def _coefficients(axes: Axes, layers: pd.DataFrame, column: str, title: str) -> None:
    _curves(axes, layers, column)
    axes.axhline(0, color=FAINT, linewidth=0.9, zorder=1)
    name = str(layers["coefficient"].iloc[0])
    axes.set_title(title)
    axes.set_ylabel(COEFFICIENTS.get(name, name))
    axes.set_ylim(-1.05, 1.05)


def _draw_gap(axes: Axes, layers: pd.DataFrame) -> None:
    gap = next(str(name) for name in layers["gap"] if str(name))
    _coefficients(axes, layers, "statistic", f"With the {quantity_label(gap)}")
    for critical in layers["critical"].replace(np.inf, np.nan).dropna().unique():
        signs = {"two-sided": (1, -1), "less": (-1,)}.get(str(layers["alternative"].iloc[0]), (1,))
        for sign in signs:
            axes.axhline(sign * critical, color=INK, linewidth=1.0, linestyle=(0, (4, 3)), zorder=1)


def _draw_length(axes: Axes, layers: pd.DataFrame) -> None:
    _coefficients(axes, layers, "length", "With the difference in mean length")


def _draw_positions(axes: Axes, layers: pd.DataFrame) -> None:
    at = layers.drop_duplicates("layer").sort_values("layer")
    axes.plot(
        at["layer"], at["position_share"] * 100, "o-", color=ACCENT, ms=4.2, linewidth=1.1, label="held", zorder=3
    )
    axes.plot(
        at["layer"], at["fair_share"] * 100, color=FAINT, linewidth=1.0, linestyle=(0, (4, 3)), label="fair share"
    )
    axes.set_ylim(0, max(1.15 * float(at["position_share"].max()) * 100, 20))
    axes.set_title("Variance at one position of the texts")
    axes.set_ylabel("of all variance [%]")
    axes.legend(loc="upper right", ncols=2)
