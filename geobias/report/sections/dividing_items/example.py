"""The example item: the one that divides the groups of one attribute most, with what each source says of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from geobias.report.annotator_lines import ROW, column, lines_of, name_lines
from geobias.report.coefficients import in_figure, short_names, spaced, two
from geobias.report.phrases import number, plural
from geobias.report.run import Run
from geobias.report.style import ACCENT, FAINT, WARNING, WIDTH, new_figure, styled
from geobias.tables import OWN_SHARE

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Example:
    """One item. groups : attribute, group, n, mean. sources : source, value, low, high (over all items). mean : of all
    annotators, NaN where it is not known. scale : the lowest and the highest answer."""

    item: str
    attribute: str
    groups: pd.DataFrame
    sources: pd.DataFrame
    mean: float
    scale: tuple[float, float]


def example_of(run: Run) -> Example | None:
    """The item that divides most among those of the attribute whose groups have most opinions of their own.

    None where no answers of groups to it are known.
    """
    answers, dividing = run.table("item_answers"), run.table("dividing_items")
    if answers is None or dividing is None:
        return None
    for attribute in _attributes(run, dividing):
        of = answers[answers["attribute"] == attribute]
        rows = dividing[(dividing["attribute"] == attribute) & dividing["item"].isin(of["item"])]
        if len(rows):
            item = str(rows.loc[rows["between"].idxmax(), "item"])
            groups = of[of["item"] == item]
            mean, scale = _everybody(run, item), run.record.get("scale") or (groups["mean"].min(), groups["mean"].max())
            return Example(item, attribute, groups, _sources(run, item), mean, (float(scale[0]), float(scale[1])))
    return None


def _attributes(run: Run, dividing: pd.DataFrame) -> list[str]:
    """Those whose own share of opinions is surely largest first, by the lower end of its interval."""
    names = list(dict.fromkeys(dividing["attribute"].astype(str)))
    components = run.table("variance_components")
    if components is None:
        return names
    own = components[components["component"] == OWN_SHARE].set_index("attribute")["low"].to_dict()
    return sorted(names, key=lambda name: -np.nan_to_num(own.get(name, np.nan), nan=-np.inf))


def _everybody(run: Run, item: str) -> float:
    items = run.table("items")
    found = [] if items is None else items.loc[items["item"] == item, "mean"].tolist()
    return float(found[0]) if found else float("nan")


def _sources(run: Run, item: str) -> pd.DataFrame:
    """What each source says of the item, between the lowest and the highest that it says of any."""
    import pandas

    frame = run.table("item_sources")
    if frame is None:
        return pandas.DataFrame(columns=["source", "value", "low", "high"])
    ends = frame.groupby("source", sort=False)["value"].agg(["min", "max"])
    rows = frame[frame["item"] == item].drop_duplicates("source").set_index("source")["value"]
    table = ends.assign(value=rows).reset_index().rename(columns={"min": "low", "max": "high"})
    return table[table["value"].notna()]


@styled
def example_figure(example: Example, label: str) -> Figure:
    """Left the groups' mean answers, right what each source says, between its lowest and its highest of all items."""
    short, key = short_names(example.groups["group"], 22)
    lines = lines_of(example.groups, "mean", short, "n")
    sources = example.sources
    titles, source_key = short_names(sources["source"], 18, "S")
    alt = (
        f"Mean answers to {label} of {plural(len(example.groups), 'group')} by {spaced(example.attribute)}, beside "
        f"what {plural(len(sources), 'source')} {'says' if len(sources) == 1 else 'say'}.{in_figure(key, source_key)}"
    )
    figure = new_figure(WIDTH, 1.15 * ROW * max(len(lines), len(sources), 4) + 0.9, alt)
    left, right = figure.subplots(1, 2, width_ratios=(1.5, 1))
    low, high = example.scale
    edge = 0.04 * (high - low or 1)
    left.set_xlim(low - edge, high + edge)
    if not np.isnan(example.mean):
        left.axvline(example.mean, color=FAINT, linestyle=(0, (4, 3)), linewidth=1, zorder=1)
    left.plot(column(lines, "mean"), range(len(lines)), "o", ms=5.5, color=ACCENT, zorder=3)
    name_lines(left, lines)
    left.set_title("Mean answers of groups", fontsize=8.5)
    left.set_xlabel("mean answer; dashed: everybody", fontsize=8)
    _draw_sources(right, sources, titles)
    return figure


def _draw_sources(axes: Axes, sources: pd.DataFrame, titles: Mapping[str, str]) -> None:
    axes.set_title("What each source says", fontsize=8.5)
    axes.set_yticks(range(len(sources)), [titles[name] for name in sources["source"]])
    axes.set_ylim(max(len(sources), 4) - 0.4, -0.6)
    axes.set_xlim(-0.04, 1.04)
    axes.set_xticks([0, 1], ["lowest", "highest"])
    axes.tick_params(axis="both", labelsize=7.5, length=0)
    axes.grid(axis="y", visible=False)
    for place, row in enumerate(sources.to_dict("records")):
        span = row["high"] - row["low"]
        at = (row["value"] - row["low"]) / span if span > 0 else 0.5
        axes.plot([0, 1], [place, place], color="#C3CAD3", linewidth=2, zorder=1, solid_capstyle="round")
        axes.plot(at, place, "D", ms=5.5, color=WARNING, zorder=3)
        axes.text(1.07, place, number(row["value"]), va="center", fontsize=7.5, color=WARNING)
    axes.set_xlabel("of all items", fontsize=8)


def example_sentence(example: Example, label: str) -> str:
    """The item that divides most, which groups stand at the ends, and what sources say."""
    rows = example.groups.sort_values("mean", kind="stable")
    low, high = rows.iloc[0], rows.iloc[-1]
    said = ", ".join(f"{row['source']} {number(row['value'])}" for row in example.sources.to_dict("records"))
    return (
        f"By {spaced(example.attribute)} {label} divides most: mean answers go from {two(low['mean'])} of "
        f"{low['group']} ({plural(low['n'], 'annotator')}) to {two(high['mean'])} of {high['group']} "
        f"({plural(high['n'], 'annotator')}){f'; {said}' if said else ''}."
    )
