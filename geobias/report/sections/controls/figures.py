"""The controls of the whole pipeline: random partitions of the same texts, and planted shifts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from geobias.report.estimates import chance, p_value, signed
from geobias.report.page_tables import PageTable
from geobias.report.phrases import COEFFICIENT_NAMES, count, number, percent, plural, quantity_label, two_lines
from geobias.report.section import Finding
from geobias.report.style import ACCENT, FAINT, WARNING, WIDTH, new_figure, panels, styled
from geobias.tables import ENOUGH_POWER

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_PANELS, MOST_WORDS = 6, 3  # the table has them all
LARGEST = "largest"
CAUTION = (
    "A random partition has no regions in it, so it shows what the pipeline makes of nothing. The p-value is that of "
    "the whole pipeline and knows nothing of how many relations were looked at, but for the largest coefficient of all."
)


def control_label(row: dict | pd.Series) -> str:
    """What a control was run for, in words."""
    if str(row["x"]) == LARGEST or not row["y"]:
        return "largest coefficient of all" if str(row["x"]) == LARGEST else quantity_label(str(row["x"]))
    return f"{quantity_label(str(row['x']))} and {quantity_label(str(row['y']))}"


def main_controls(controls: pd.DataFrame, gap: str) -> pd.DataFrame:
    """The controls that figures and words speak of: the largest coefficient, then every distance with the main gap."""
    first = controls[controls["coefficient"] == controls["coefficient"].iloc[0]]
    largest = first["x"].astype(str) == LARGEST
    chosen = largest | (first["y"].astype(str) == gap)
    rows = first[chosen] if chosen.any() else first
    return rows.sort_values("x", key=lambda names: names.astype(str) != LARGEST, kind="stable")[:MOST_PANELS]


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
    title = f"{two_lines(control_label(row), 34)}\ntrue groups {signed(observed)}, {chance(row['pvalue'])}"
    axes.set_title(title, fontsize=8, fontweight="normal")
    axes.grid(axis="x", visible=False)
    axes.tick_params(labelsize=7.5)
    axes.locator_params(axis="y", nbins=4, integer=True)


def control_table(controls: pd.DataFrame) -> PageTable:
    """Every statistic of the true groups beside its values on random partitions."""
    rows = [
        [control_label(r), COEFFICIENT_NAMES.get(r["coefficient"], str(r["coefficient"])), signed(r["observed"]),
         p_value(r["pvalue"]), p_value(r["smallest"]), str(r["alternative"]), count(r["n_placebo"]), signed(r["mean"]),
         number(r["sd"]), *(signed(r[name]) for name in ("q05", "q50", "q95")), str(r["note"] or "")]
        for r in controls.to_dict("records")
    ]  # fmt: skip
    columns = ["statistic", "coefficient", "true groups", "p", "smallest p", "alternative", "partitions", "mean", "sd",
               "5\xa0%", "median", "95\xa0%", "note"]  # fmt: skip
    title = "Negative control: every statistic on random partitions"
    return PageTable(title, columns, rows, names=2, folded=True)


def control_findings(controls: pd.DataFrame, gap: str) -> Iterator[Finding]:
    """How often random partitions of the same texts reach what the true groups give."""
    for row in main_controls(controls, gap)[:MOST_WORDS].to_dict("records"):
        if np.isnan(row["pvalue"]):
            continue
        name = COEFFICIENT_NAMES.get(row["coefficient"], str(row["coefficient"]))
        largest = str(row["x"]) == LARGEST
        what = f"the largest {name} of all relations" if largest else f"{name} of {control_label(row)}"
        yield Finding(
            f"In {count(row['n_placebo'])} random partitions of the same texts into groups of the same sizes, {what} "
            f"lay between {signed(row['q05'])} and {signed(row['q95'])} in the middle 90\xa0%; the true groups have "
            f"{signed(row['observed'])}, {chance(row['pvalue'])} (smallest p attainable {p_value(row['smallest'])}).",
        )
    yield Finding(CAUTION, caution=True)


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
    # Where the curve of a rising power is not: to the left above, to the right below.
    alpha = float(rows["alpha"].iloc[0])
    marks = (ENOUGH_POWER, f"{_whole(ENOUGH_POWER)} power", 0.01, "left"), (alpha, "level of the test", 0.99, "right")
    for level, text, x, side in marks:
        axes.axhline(level * 100, color=FAINT, linestyle=(0, (4, 3)), linewidth=0.9, zorder=1)
        axes.text(x, level * 100 + 1.5, text, transform=axes.get_yaxis_transform(), ha=side, fontsize=8, color=FAINT)
    axes.set(xlabel="planted shift [standard deviations]", ylabel="runs that find it [%]", ylim=(0, 105))
    return figure


def power_finding(power: pd.DataFrame) -> Finding:
    """The smallest planted shift that most runs find, or that none is."""
    rows = power.sort_values("shift")
    found = rows[rows["power"] >= ENOUGH_POWER]
    words = f"A shift planted in {count(rows['runs'].max())} random partitions "
    if found.empty:
        most = rows.loc[rows["power"].idxmax()]
        words += (
            f"was found in {percent(most['power'])} of them at most (at {most['shift']:g} standard deviations), "
            "so that a relation of such sizes can be missed."
        )
    else:
        first = found.iloc[0]
        words += (
            f"was found in {percent(first['power'])} of them [{percent(first['low'])}, {percent(first['high'])}] at "
            f"{first['shift']:g} standard deviations, the smallest that {_whole(ENOUGH_POWER)} or more of them find."
        )
    return Finding(words)


def _whole(share: float) -> str:
    return f"{100 * share:.0f}\xa0%"
