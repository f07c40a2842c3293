"""One table of pairs against another."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from geobias.report.estimates import p_value, signed
from geobias.report.groups import Groups
from geobias.report.labels import place_labels
from geobias.report.pairs import pair_table, quantities
from geobias.report.phrases import COEFFICIENTS, pair, plural, quantity_label, two_lines, with_units
from geobias.report.sections.relations.rows import declared
from geobias.report.style import ACCENT, INK, panels, say_nothing_measured, styled
from geobias.stats import DISTANCE, correlate

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FEW, LONG, SHORT = 15, 17, 8  # points beside which long names have room; letters of a name then, and else


@styled
def relation_scatter(x: pd.DataFrame, y: pd.DataFrame, groups: Groups, relations: pd.DataFrame | None = None) -> Figure:
    """Every quantity of the long table `x` against every one of `y`; a point is a pair of groups.

    Filled points are pairs of regions, which the tests use; hollow ones have a pooled group or baseline in them. The
    statistics come from the rows of `relations` (fields of `geobias.tables.Relation`) for the same two quantities.
    """
    combinations = [(a, b) for b in quantities(y) for a in quantities(x)]
    drawn = [common_pairs(x, y, a, b, groups) for a, b in combinations]
    lines = [statistics(relations, a, b, points) for (a, b), points in zip(combinations, drawn, strict=True)]
    alt = f"{plural(len(combinations), 'scatter plot')} of pairs of groups: " + "; ".join(
        f"{quantity_label(b)} against {quantity_label(a)}, {line}"
        for (a, b), line in zip(combinations, lines, strict=True)
    )
    columns = 2 if len(combinations) > 1 else 1
    figure, axes = panels(len(combinations), columns, 3.7 if columns == 2 else 5.2, alt + ".")
    for ax, (a, b), points, line in zip(axes, combinations, drawn, lines, strict=True):
        _draw(ax, points, pair_table(x, a, groups).units, pair_table(y, b, groups).units, a, b)
        ax.set_title("\n".join(map(_wrapped, line.split("; "))), fontsize=8, fontweight="normal", color=INK)
    for ax, points in zip(axes, drawn, strict=True):
        _label(ax, points, groups)
    return figure


def common_pairs(x: pd.DataFrame, y: pd.DataFrame, a: str, b: str, groups: Groups) -> pd.DataFrame:
    """Pairs that both quantities were measured for: group_a, group_b, regions, x, y (means over repeats)."""
    import pandas

    first, second = pair_table(x, a, groups), pair_table(y, b, groups)
    shared = groups.ordered(set(first.groups) & set(second.groups))
    first, second = first.select(shared), second.select(shared)
    rows = [
        {"group_a": i, "group_b": j, "regions": i in first.base_groups and j in first.base_groups, "x": v, "y": w}
        for (i, j), v, w in zip(first.pairs, first.vector(), second.vector(), strict=True)
        if not np.isnan(v + w)
    ]
    return pandas.DataFrame(rows, columns=["group_a", "group_b", "regions", "x", "y"]).astype({"regions": bool})


def statistics(relations: pd.DataFrame | None, x: str, y: str, points: pd.DataFrame) -> str:
    """What the tests say of two quantities, on one line; without a test the coefficients of the pairs of regions.

    The relation of two tables has no direction, so rows of (y, x) count as well.
    """
    rows = relations
    if rows is not None:
        same = ((rows["x"] == x) & (rows["y"] == y)) | ((rows["x"] == y) & (rows["y"] == x))
        rows = rows[same & (rows["groups"] == rows.loc[same, "groups"].iloc[0])] if same.any() else None
    if rows is None:
        used = points[points["regions"]]
        values = [(COEFFICIENTS[n], correlate(used["x"], used["y"], n)) for n in ("spearman", "kendall_tau_b")]
        return f"{', '.join(f'{n} = {signed(float(v))}' for n, v in values)}; {plural(len(used), 'pair')}, not tested"
    pairs = plural(int(rows["n_pairs"].iloc[0]), "pair")
    if rows["statistic"].isna().all():
        return f"not computed ({str(rows['note'].iloc[0] or '') or 'no reason given'}); {pairs}"
    parts = [
        f"{COEFFICIENTS.get(name, name)} = {signed(value)} (p {p_value(p)})"
        for name, value, p in zip(rows["coefficient"], rows["statistic"], rows["p_qap"], strict=True)
    ]
    return (
        f"{', '.join(parts)}; {pairs}, {_sided(rows)}p by QAP{', declared beforehand' if declared(rows).any() else ''}"
    )


def _sided(rows: pd.DataFrame) -> str:
    """Whether the coefficients that have a direction were tested in one alone."""
    directed = rows.loc[~rows["coefficient"].isin(list(DISTANCE)), "alternative"]
    return "one-sided " if len(directed) and (directed != "two-sided").all() else ""


def _wrapped(line: str) -> str:
    """A line broken between coefficients, not within one and its p."""
    whole = [part.replace(" ", "\xa0") if " = " in part else part for part in line.split(", ")]
    return textwrap.fill(", ".join(whole), 66)


def _draw(axes: Axes, points: pd.DataFrame, x_units: str, y_units: str, a: str, b: str) -> None:
    axes.set(
        xlabel=two_lines(with_units(quantity_label(a), x_units), 50),
        ylabel=two_lines(with_units(quantity_label(b), y_units), 50),
    )
    if points.empty:
        say_nothing_measured(axes)
        return
    for regions, face in ((False, "white"), (True, ACCENT)):
        part = points[points["regions"] == regions]
        axes.plot(part["x"], part["y"], "o", ms=5.5, mfc=face, mec=ACCENT if regions else "#8A8A8A", mew=1, zorder=3)
    axes.margins(0.12)


def _label(axes: Axes, points: pd.DataFrame, groups: Groups) -> None:
    if points.empty:
        return
    short = groups.short(LONG if len(points) <= FEW else SHORT)
    # Pairs of regions find their places first: they are what is tested.
    ordered = points.sort_values("regions", ascending=False, kind="stable")
    texts: Sequence[str] = [
        pair(short[i], short[j]) for i, j in zip(ordered["group_a"], ordered["group_b"], strict=True)
    ]
    place_labels(axes, ordered[["x", "y"]].to_numpy(float), texts, size=7)
