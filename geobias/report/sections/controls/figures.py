"""Controls as figures: values on random partitions, and how large a planted shift must be to be found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from geobias.report.estimates import chance, signed
from geobias.report.phrases import count, percent, plural, two_lines
from geobias.report.sections.controls.rows import control_label
from geobias.report.style import ACCENT, FAINT, WARNING, WIDTH, new_figure, panels, styled
from geobias.tables import ENOUGH_POWER

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@styled
def control_figure(chosen: pd.DataFrame, values: pd.DataFrame) -> Figure:
    """A panel per statistic: how often random partitions gave which value, and a line at that of the true groups."""
    alt = (
        f"Histograms of {plural(len(chosen), 'statistic')} over {count(chosen['n_placebo'].max())} random partitions "
        "of the same texts, each with a line at the value of the true groups. The numbers are in the table of controls."
    )
    columns = min(3, len(chosen))
    figure, axes = panels(len(chosen), columns, 2.1, alt, WIDTH if columns > 1 else WIDTH * 0.6)
    for ax, row in zip(axes, chosen.to_dict("records"), strict=True):
        _draw(ax, row, _placebo(values, row))
    for ax in axes[::columns]:
        ax.set_ylabel("partitions", fontsize=8)
    return figure


def _placebo(values: pd.DataFrame, row: dict) -> np.ndarray:
    """The defined values on random partitions; partition 0 is the true groups where it is there beside them."""
    part = values[values["statistic"].astype(str) == str(row["statistic"])]
    if len(part) > row["n_placebo"]:
        part = part[part["partition"] > 0]
    return part["value"].dropna().to_numpy(float)


def _draw(axes: Axes, row: dict, placebo: np.ndarray) -> None:
    observed = row["observed"]
    ends = np.append(placebo, observed)
    low, high = float(np.nanmin(ends, initial=np.inf)), float(np.nanmax(ends, initial=-np.inf))
    if len(placebo) and high > low:
        axes.hist(placebo, bins=np.linspace(low, high, 21).tolist(), color="#B9C8D8", edgecolor="white", linewidth=0.6)
    if not np.isnan(observed):
        axes.axvline(observed, color=WARNING, linewidth=2, zorder=3)
    axes.margins(x=0.06, y=0.12)
    declared = ", declared" if row.get("primary") else ""
    title = f"{two_lines(control_label(row), 34)}\ntrue groups {signed(observed)}, {chance(row['pvalue'])}{declared}"
    axes.set_title(title, fontsize=8, fontweight="normal")
    axes.grid(axis="x", visible=False)
    axes.tick_params(labelsize=7.5)
    axes.locator_params(axis="y", nbins=4, integer=True)


@styled
def power_figure(power: pd.DataFrame) -> Figure:
    """The share of runs that find a planted shift, with its interval, over the size of the shift."""
    rows = power.sort_values("shift")
    alt = (
        f"Share of runs that find a planted shift, at {plural(len(rows), 'shift')} from {rows['shift'].min():g} "
        f"to {rows['shift'].max():g}: from {percent(rows['power'].iloc[0])} to {percent(rows['power'].iloc[-1])}."
    )
    figure = new_figure(WIDTH * 0.7, 3.1, alt)
    axes = figure.subplots()
    axes.fill_between(rows["shift"], rows["low"] * 100, rows["high"] * 100, color=ACCENT, alpha=0.18, linewidth=0)
    axes.plot(rows["shift"], rows["power"] * 100, "o-", color=ACCENT, ms=5, linewidth=1.8)
    if _vetoed(rows).any():
        axes.plot(rows["shift"], (rows["power"] + _vetoed(rows)) * 100, "o--", color=FAINT, mfc="white", ms=4, lw=1)
    # Where the curve of a rising power is not: to the left above, to the right below.
    alpha = float(rows["alpha"].iloc[0])
    marks = (
        (ENOUGH_POWER, f"{100 * ENOUGH_POWER:.0f}\xa0% power", 0.01, "left"),
        (alpha, "level of the test", 0.99, "right"),
    )
    for level, text, x, side in marks:
        axes.axhline(level * 100, color=FAINT, linestyle=(0, (4, 3)), linewidth=0.9, zorder=1)
        axes.text(x, level * 100 + 1.5, text, transform=axes.get_yaxis_transform(), ha=side, fontsize=8, color=FAINT)
    axes.set(xlabel="planted shift [standard deviations]", ylabel="runs that find it [%]", ylim=(0, 105))
    return figure


def _vetoed(rows: pd.DataFrame) -> pd.Series:
    return rows["vetoed"].fillna(0.0) if "vetoed" in rows else rows["power"] * 0.0
