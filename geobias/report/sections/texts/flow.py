"""The way of the texts from the files to the groups, and what was left out on the way."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

import numpy as np

from geobias.report.groups import Groups
from geobias.report.lettering import distinct, shorten
from geobias.report.phrases import count, percent, plural
from geobias.report.style import ACCENT, FAINT, INK, WARNING, WIDTH, new_figure, styled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST = 10  # ends of a kind that are drawn one by one; the smaller ones share one
ROW = 0.36  # inches for one label
DROPPED, NO_GROUP, OTHERS = "dropped", "no group", "others"


@styled
def counts_flow(counts: pd.DataFrame, groups: Groups) -> Figure:
    """Ribbons from every file (left) to the groups its texts went to and the reasons they were dropped for (right).

    Below, where there are any, repairs (occurrences) and flagged texts by reason.
    """
    flows = flow_table(counts, groups)
    remarks = counts[counts["event"].isin(["repaired", "flagged"])]
    reasons = remarks.groupby(["event", "reason"], sort=False)["count"].sum().sort_values()[-MOST:]
    rows = max(flows["source"].nunique(), flows.groupby("kind")["target"].nunique().sum())
    heights = [ROW * max(rows, 3) + 0.4] + ([0.27 * len(reasons) + 0.55] if len(reasons) else [])
    figure = new_figure(WIDTH, sum(heights), _alt(flows, len(reasons)))
    axes = np.atleast_1d(figure.subplots(len(heights), 1, height_ratios=heights))
    _draw_flow(axes[0], flows, groups)
    if len(reasons):
        _draw_remarks(axes[1], reasons)
    return figure


def flow_table(counts: pd.DataFrame, groups: Groups) -> pd.DataFrame:
    """Texts by source, kind ("group" or "dropped") and target, small ends joined: what the ribbons show."""
    import pandas

    part = counts[counts["event"].isin(["kept", DROPPED])].copy()
    part["source"] = [PurePath(str(name)).name or "?" for name in part["source"]]
    part["kind"] = np.where(part["event"] == "kept", "group", DROPPED)
    kept = part["group"].fillna("").astype(str).replace("", NO_GROUP)
    reasons = part["reason"].fillna("").astype(str).replace("", "no reason given")
    part["target"] = np.where(part["kind"] == "group", kept, reasons.str.replace("_", " "))
    for column, rows in (("source", slice(None)), ("target", part["kind"] == DROPPED)):
        totals = part.loc[rows].groupby(column)["count"].sum().sort_values(ascending=False)
        small = set(totals.index[MOST:]) if len(totals) > MOST + 1 else set()
        chosen = part[column].isin(small) & (True if column == "source" else rows)
        part.loc[chosen, column] = f"{len(small)} {OTHERS}"
    order = {name: place for place, name in enumerate(groups.ordered(part.loc[part["kind"] == "group", "target"]))}
    flows = part.groupby(["source", "kind", "target"], sort=False)["count"].sum().reset_index()
    flows["place"] = [
        order.get(t, 0) if k == "group" else 0 for k, t in zip(flows["kind"], flows["target"], strict=True)
    ]
    drops = flows[flows["kind"] == DROPPED].groupby("target")["count"].sum()
    flows.loc[flows["kind"] == DROPPED, "place"] = -flows["target"].map(drops) + 1e12
    return pandas.DataFrame(flows.sort_values("place", kind="stable").drop(columns="place").reset_index(drop=True))


def _alt(flows: pd.DataFrame, remarks: int) -> str:
    kept, dropped = (int(flows.loc[flows["kind"] == kind, "count"].sum()) for kind in ("group", DROPPED))
    more = f" Bars below count repairs and flagged texts, for {plural(remarks, 'reason')}." if remarks else ""
    return (
        f"Flow of {plural(kept + dropped, 'text')} from {plural(flows['source'].nunique(), 'file')}: "
        f"{count(kept)} kept in groups, {count(dropped)} dropped.{more}"
    )


def _stack(totals: pd.Series, least: float, scale: float) -> dict:
    """Centre of every end on an axis from the top down (0) so that neighbours are at least `least` apart."""
    centres, top = {}, 0.0
    for key, value in totals.items():
        slot = max(value * scale, least)
        centres[key] = top + slot / 2
        top += slot + 0.12 * least
    return centres


def _draw_flow(axes: Axes, flows: pd.DataFrame, groups: Groups) -> None:
    # Flows come in the order of the groups, so the files stand roughly opposite to what they hold.
    sources = flows.groupby("source", sort=False)["count"].sum()
    targets = flows.groupby(["kind", "target"], sort=False)["count"].sum()
    # Heights are in labels: the larger side gets about as much room for its texts as for its labels.
    scale = max(len(sources), len(targets)) * 0.9 / max(sources.sum(), 1)
    left, right = _stack(sources, 1.0, scale), _stack(targets, 1.0, scale)
    stacks = [(left, sources), (right, targets)]
    ends = [max((c + max(totals[k] * scale, 1.0) / 2 for k, c in side.items()), default=0) for side, totals in stacks]
    bottom = max(ends) + 0.3
    left = {name: centre + (max(ends) - ends[0]) / 2 for name, centre in left.items()}
    used_left = {name: left[name] - sources[name] * scale / 2 for name in left}
    used_right = {key: right[key] - targets[key] * scale / 2 for key in right}
    for source, kind, target, texts in flows[["source", "kind", "target", "count"]].itertuples(index=False, name=None):
        key, height = (kind, target), texts * scale
        colour = groups.look(target).colour if kind == "group" else WARNING
        _ribbon(axes, used_left[source], used_right[key], height, colour)
        used_left[source] += height
        used_right[key] += height
    _label_ends(axes, left, sources, right, targets, groups, scale)
    axes.set(xlim=(-0.30, 1.42), ylim=(bottom, -0.7))
    axes.axis("off")


def _ribbon(axes: Axes, y0: float, y1: float, height: float, colour: str) -> None:
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    move, line, curve = Path.MOVETO, Path.LINETO, Path.CURVE4
    corners = [
        (0, y0),
        (0.45, y0),
        (0.55, y1),
        (1, y1),
        (1, y1 + height),
        (0.55, y1 + height),
        (0.45, y0 + height),
        (0, y0 + height),
    ]
    path = Path([*corners, (0, y0)], [move, curve, curve, curve, line, curve, curve, curve, line])
    axes.add_patch(PathPatch(path, facecolor=colour, alpha=0.5, edgecolor=colour, linewidth=0.6))


def _label_ends(
    axes: Axes, left: dict, sources: pd.Series, right: dict, targets: pd.Series, groups: Groups, scale: float
) -> None:
    total = targets.sum()
    files = distinct(left, 26, "F")
    ends = {**distinct([name for kind, name in right if kind != "group"], 30, "R"), **groups.short(30)}
    for name, centre in left.items():
        _post(axes, -0.012, centre, sources[name] * scale, FAINT)
        axes.text(-0.03, centre, f"{files[name]}  {count(sources[name])}", ha="right", va="center", fontsize=8.5)
    for (kind, name), centre in right.items():
        value = targets[(kind, name)]
        _post(axes, 1.0, centre, value * scale, groups.look(name).colour if kind == "group" else WARNING)
        text = ends.get(name) or shorten(name, 30)
        text = text if kind == "group" else f"{DROPPED}: {text}"
        ink = INK if kind == "group" else WARNING
        axes.text(
            1.03, centre, f"{text}  {count(value)} ({percent(value / total)})", va="center", fontsize=8.5, color=ink
        )
    axes.text(-0.03, -0.35, "files, texts read", ha="right", color=FAINT, fontsize=8.5)
    axes.text(1.03, -0.35, "groups, texts kept; and texts dropped", color=FAINT, fontsize=8.5)


def _post(axes: Axes, x: float, centre: float, height: float, colour: str) -> None:
    axes.bar(
        x, height, width=0.012, bottom=centre - height / 2, align="edge", color=colour, edgecolor=colour, linewidth=0.8
    )


def _draw_remarks(axes: Axes, reasons: pd.Series) -> None:
    names = [f"{event}: {shorten(str(reason).replace('_', ' '), 40)}" for event, reason in reasons.index]
    tones = [ACCENT if event == "repaired" else "#C9932B" for event, _ in reasons.index]
    bars = axes.barh(range(len(reasons)), reasons.to_numpy(), color=tones, height=0.7)
    axes.bar_label(bars, [count(value) for value in reasons], padding=3, fontsize=8.5)
    axes.set_yticks(range(len(reasons)), names)
    axes.set(title="On the way: repairs made, and texts flagged but kept", xlabel="repairs or texts")
    axes.margins(x=0.08)
    axes.grid(axis="y", visible=False)
