"""What the groups are made of: shares of the regions, classes by group."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from geobias.report.cells import Cells, cell_matrix
from geobias.report.groups import REGION, Groups
from geobias.report.lettering import KEY, codes, distinct, key_of
from geobias.report.phrases import count, listing, percent, plural
from geobias.report.sections.representation import share_of
from geobias.report.style import FAINT, INK, WIDTH, ink_on, new_figure, styled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FEW_LABELS = 4
MOST_LABELS = 20
TONES = ("#C3CAD3", "#2B5C8A", "#8FA9C4", "#1B2F45")


@styled
def regional_shares(table: pd.DataFrame, groups: Groups) -> Figure:
    """A bar per region: its share (of what `share_of` says), with its texts there; a line marks equal shares."""
    of = share_of(table)
    part = table[(table["role"] == REGION) & table["share"].notna()].sort_values("share")
    names, shares = part["group"].astype(str).tolist(), part["share"].to_numpy(float)
    ends = [f"{names[i]} {percent(shares[i])}" for i in (-1, 0)] if names else ["", ""]
    alt = f"Share of {plural(len(names), 'region')} among {of}, from {ends[0]} down to {ends[1]}."
    figure = new_figure(WIDTH * 0.8, 0.34 * len(names) + 0.9, alt)
    axes = figure.subplots()
    short = groups.short(30)
    bars = axes.barh(range(len(names)), shares * 100, height=0.7)
    axes.set_yticks(range(len(names)), [short.get(name, name) for name in names])
    for bar, name in zip(bars, names, strict=True):
        bar.set_facecolor(groups.look(name).colour)
    texts = [f"{percent(s)}  ({count(n)} texts)" for s, n in zip(shares, part["share_texts"], strict=True)]
    axes.bar_label(bars, texts, padding=4, fontsize=8.5, bbox={"facecolor": "white", "edgecolor": "none", "pad": 1})
    equal = 100 / max(1, len(names))
    if names:
        axes.axvline(equal, color=FAINT, linestyle=(0, (4, 3)), linewidth=1, zorder=0)
        axes.text(equal, len(names) - 0.45, "equal shares", color=FAINT, fontsize=8, ha="center", va="bottom")
    # The line is within: all regions together may be little of what trains.
    axes.set(xlabel=f"share among {of} [%]", xlim=(0, max(shares.max(initial=0) * 100, equal) * 1.28))
    axes.grid(axis="y", visible=False)
    axes.spines["left"].set_visible(False)
    axes.tick_params(axis="y", length=0)
    return figure


@styled
def class_distribution(classes: pd.DataFrame, groups: Groups) -> Figure:
    """Classes by group: stacked bars of a few labels, a heat map of the most frequent ones of many."""
    counts = classes.assign(group=classes["group"].astype(str), label=classes["label"].astype(str))
    wide = counts.pivot_table(index="group", columns="label", values="count", aggfunc="sum", fill_value=0, sort=False)
    wide = wide.loc[groups.ordered(wide.index)]
    shares = wide.div(wide.sum(axis=1).where(lambda total: total > 0), axis=0)
    if wide.shape[1] <= FEW_LABELS:
        return _stacked_bars(wide, shares, groups)
    return _label_heatmap(wide, shares, groups)


def _stacked_bars(wide: pd.DataFrame, shares: pd.DataFrame, groups: Groups) -> Figure:
    from matplotlib.colors import to_rgb

    labels = [str(label) for label in wide.columns]
    alt = f"Shares of the labels {listing(labels)} in {plural(len(wide), 'group')}.{_key(labels)}"
    short = distinct(labels, 24, "L")
    figure = new_figure(WIDTH * 0.8, 0.36 * len(wide) + 1.0, alt)
    axes = figure.subplots()
    before = np.zeros(len(wide))
    places = np.arange(len(wide))
    for column, tone in zip(wide.columns, TONES, strict=False):
        values = shares[column].fillna(0).to_numpy() * 100
        axes.barh(
            places,
            values,
            left=before,
            color=tone,
            edgecolor="white",
            height=0.74,
            label=short[str(column)].lstrip("_"),  # matplotlib leaves names with one out of a legend
        )
        for y, (value, start, texts) in enumerate(zip(values, before, wide[column], strict=True)):
            if value >= 6:
                text, ink = f"{value:.1f} %" + (f"  ({count(texts)})" if value >= 16 else ""), ink_on(to_rgb(tone))
                axes.text(start + value / 2, y, text, ha="center", va="center", fontsize=8, color=ink)
        before += values
    names = groups.short(30)
    axes.set_yticks(places, [names.get(name, name) for name in wide.index])
    axes.set(xlabel="share of the group's labels [%]", xlim=(0, 100))
    axes.invert_yaxis()
    axes.grid(False)
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=len(labels), borderaxespad=0.2)
    return figure


def _key(labels: list[str]) -> str:
    """What codes of labels stand for, as the end of an alternative text."""
    key = key_of(codes(labels, "L"))
    return f" {KEY}{key}." if key else ""


def _label_heatmap(wide: pd.DataFrame, shares: pd.DataFrame, groups: Groups) -> Figure:
    top = wide.sum().sort_values(ascending=False).index[:MOST_LABELS]
    values = shares[top].to_numpy(float).T * 100
    texts = [["–" if v == 0 else f"{v:.1f}" if v < 10 else f"{v:.0f}" for v in row] for row in np.nan_to_num(values)]
    chosen = (
        f"the {len(top)} most frequent of {wide.shape[1]} labels" if wide.shape[1] > len(top) else f"{len(top)} labels"
    )
    labels = [str(label) for label in top]
    alt = f"Heat map of the shares of {chosen} in {plural(len(wide), 'group')}.{_key(labels)}"
    figure = new_figure(min(WIDTH, 0.75 * len(wide) + 2.6), 0.27 * len(top) + 1.2, alt)
    axes: Axes = figure.subplots()
    short = groups.short(14)
    columns = [short.get(name, name) for name in wide.index]
    rows = list(distinct(labels, 26, "L").values())
    turn = 30 if max(map(len, columns)) > 7 else 0
    cell_matrix(
        axes, Cells(values, texts, rows, columns), colours="Blues", limits=(0, float(np.nanmax(values))), turn=turn
    )
    axes.set_title(f"Share of the group's labels [%], {chosen}", color=INK)
    return figure
