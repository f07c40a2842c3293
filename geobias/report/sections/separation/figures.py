"""How far apart groups are beside how far a group is from itself: figures and the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from geobias.report.estimates import between, level_of, p_value, signed_number
from geobias.report.forest import draw_floors, draw_intervals, ends_of, forest_height, name_pairs, with_regions
from geobias.report.groups import Groups
from geobias.report.page_tables import PageTable
from geobias.report.pairs import quantities
from geobias.report.phrases import count, listing, number, pair, plural, quantity_label, two_lines, with_units
from geobias.report.style import ACCENT, WARNING, WIDTH, new_figure, panels, styled
from geobias.tables import EXCESS, Quantity

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Units = Mapping[str, str]


def units_of(distances: pd.DataFrame | None) -> dict[str, str]:
    """Units by quantity, as the table of distances gives them; a separation of that name is in the same."""
    if distances is None:
        return {}
    known = distances.drop_duplicates("quantity")
    return dict(zip(known["quantity"].astype(str), known["units"].fillna("").astype(str), strict=True))


def unit_of(units: Units, name: str) -> str:
    """Units of a quantity; those of its longer texts are the same.

    >>> unit_of({"sinkhorn": "points"}, "sinkhorn_long"), unit_of({}, "energy")
    ('points', '')
    """
    return units.get(name) or units.get(Quantity.parse(name).kind, "")


def floored(frame: pd.DataFrame) -> list[str]:
    """The quantities that have a floor; the others are unbiased, with an expectation of 0 for equal groups."""
    return [name for name in quantities(frame) if frame.loc[frame["quantity"] == name, "floor"].notna().any()]


def unbiased(frame: pd.DataFrame) -> list[str]:
    with_floor = floored(frame)
    return [name for name in quantities(frame) if name not in with_floor]


def sorted_pairs(frame: pd.DataFrame, name: str, groups: Groups) -> pd.DataFrame:
    """The measured pairs of one quantity by their excess, the largest last (at the top of a figure)."""
    rows = with_regions(frame[frame["quantity"].astype(str) == name], groups)
    return rows.dropna(subset=["excess"]).sort_values("excess", kind="stable")


def as_distances(frame: pd.DataFrame, units: Units) -> pd.DataFrame:
    """The estimates as a long table of pairs, named as in relations: "sinkhorn_excess", "energy"."""
    with_floor = floored(frame)
    names = frame["quantity"].astype(str)
    return frame.assign(
        quantity=[str(Quantity.parse(name).further(EXCESS)) if name in with_floor else name for name in names],
        units=[unit_of(units, name) for name in names],
        repeat=0,
        value=frame["excess"],
    )[["quantity", "units", "repeat", "group_a", "group_b", "value"]]


@styled
def floor_figure(frame: pd.DataFrame, groups: Groups, units: Units) -> Figure:
    """A row per quantity with a floor: value and floors of every pair on an axis from 0, and the excess with
    interval."""
    names = floored(frame)
    parts = {name: ends_of(sorted_pairs(frame, name, groups)) for name in names}
    most = max(len(sorted_pairs(frame, name, groups)) for name in names)
    alt = (
        f"For {plural(most, 'pair')} of groups, by {listing([quantity_label(name) for name in names])}: left the value "
        "beside the noise floors of both groups, right the excess over the noise floor with its interval, sorted. The "
        "numbers are in the table of separations."
    )
    figure = new_figure(WIDTH, len(names) * forest_height(most), alt)
    grid = figure.subplots(len(names), 2, squeeze=False, sharey="row", width_ratios=[2, 3])
    for (left, right), (name, rows) in zip(grid, parts.items(), strict=True):
        label, size = quantity_label(name), f", m = {_sizes(rows)}" if len(rows) else ""
        what = with_units("distance", unit_of(units, name))
        draw_floors(left, two_lines(f"{label}{size}", 34), rows, "value", ["floor_a", "floor_b"], what)
        draw_intervals(
            right, f"Its excess over the noise floor{size}", rows, "excess", with_units("excess", unit_of(units, name))
        )
        name_pairs(left, rows, groups)
        right.tick_params(axis="y", labelleft=False)
    return figure


@styled
def unbiased_figure(frame: pd.DataFrame, groups: Groups, units: Units) -> Figure:
    """A panel per quantity that is 0 on average for equal groups: estimates with intervals, each sorted by itself."""
    names = unbiased(frame)
    parts = [sorted_pairs(frame, name, groups) for name in names]
    most = max(map(len, parts))
    alt = (
        f"Estimates with intervals for {plural(most, 'pair')} of groups, by "
        f"{listing([quantity_label(name) for name in names])}. The numbers are in the table of separations."
    )
    figure, axes = panels(len(names), 3, forest_height(most), alt)
    for ax, name, rows in zip(axes, names, parts, strict=True):
        rows = ends_of(rows)
        draw_intervals(ax, two_lines(quantity_label(name), 28), rows, "excess", unit_of(units, name), steps=3)
        if len(rows):
            name_pairs(ax, rows, groups)
    return figure


@styled
def curve_figure(frame: pd.DataFrame, groups: Groups, units: Units) -> Figure:
    """Value and floor, and beside them the excess, over the sample size m: means over the pairs of regions."""
    rows = with_regions(frame, groups)
    rows = rows[rows["regions"]] if rows["regions"].any() else rows
    names = quantities(rows)
    sizes = sorted(rows["m"].unique())
    alt = (
        f"Means over pairs of regions of value, floor and excess at {plural(len(sizes), 'sample size')} from "
        f"{count(sizes[0])} to {count(sizes[-1])}, by {listing([quantity_label(name) for name in names])}."
    )
    figure = new_figure(WIDTH, 2.9 * len(names), alt)
    grid = figure.subplots(len(names), 2, squeeze=False)
    for (left, right), name in zip(grid, names, strict=True):
        means = rows[rows["quantity"].astype(str) == name].groupby("m")[["value", "floor", "excess"]].mean()
        _curve(left, means, {"value": ACCENT, "floor": WARNING}, with_units("distance", unit_of(units, name)))
        left.set_title(quantity_label(name))
        _curve(right, means, {"excess": ACCENT}, with_units("excess", unit_of(units, name)))
        right.set_title("Its excess over the noise floor")
        ends = means["excess"].min(), means["excess"].max()
        right.set_ylim(min(0.0, 1.1 * ends[0]), max(0.0, 1.1 * ends[1]))
    return figure


def _curve(axes: Axes, means: pd.DataFrame, colours: Mapping[str, str], ylabel: str) -> None:
    for (column, colour), marker in zip(colours.items(), "os", strict=False):
        axes.plot(means.index, means[column], marker + "-", color=colour, ms=5, linewidth=1.6, label=column)
    axes.set(xlabel="m, clusters in each sample", ylabel=ylabel)
    axes.set_xticks(means.index, [count(size) for size in means.index])
    axes.margins(0.08)
    if len(colours) > 1:
        axes.legend()


def separation_tables(frame: pd.DataFrame, groups: Groups, what: str = "Separation") -> Iterator[PageTable]:
    """A table per quantity: every pair with all that was measured of it; the unbiased have neither size nor floor."""
    with_floor = floored(frame)
    for name in quantities(frame):
        rows = sorted_pairs(frame, name, groups)[::-1].sort_values("m", kind="stable").to_dict("records")
        has_floor = name in with_floor
        columns = ["pair", "clusters", *["m", "value", "floor"] * has_floor, "excess" if has_floor else "estimate",
                   f"{level_of(frame)} interval", *["value / floor"] * has_floor, "p", "smallest p"]  # fmt: skip
        cells = [_pair_cells(row, has_floor) for row in rows]
        yield PageTable(f"{what} of every pair: {quantity_label(name)}", columns, cells, folded=True)


def _pair_cells(row: dict, has_floor: bool) -> list[str]:
    return [
        pair(row["group_a"], row["group_b"]),
        f"{count(row['n_a'])}, {count(row['n_b'])}",
        *[count(row["m"]), number(row["value"]), number(row["floor"])] * has_floor,
        signed_number(row["excess"]),
        between(row["low"], row["high"]) or str(row["note"] or "–"),
        *[number(row["ratio"])] * has_floor,
        p_value(row["p_permutation"]),
        p_value(row["p_smallest"]),
    ]


def _sizes(rows: pd.DataFrame) -> str:
    return listing([count(size) for size in sorted(rows["m"].dropna().unique())], "or")
