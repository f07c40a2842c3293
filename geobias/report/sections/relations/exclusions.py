"""How a relation fares without one group, and without those that a reader named."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from geobias.report.estimates import chance, p_value, signed
from geobias.report.groups import Groups
from geobias.report.page_tables import PageTable
from geobias.report.phrases import COEFFICIENT_NAMES, COEFFICIENTS, count, plural, quantity_label, two_lines
from geobias.report.section import Finding
from geobias.report.sections.relations.rows import both, main_relations
from geobias.report.style import ACCENT, FAINT, panels, styled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_PANELS = 6
MOST_GROUPS = 30
ALL = "all groups"


def left_out_rows(frame: pd.DataFrame, relations: pd.DataFrame | None, gaps: pd.DataFrame | None) -> pd.DataFrame:
    """Rows of the main relations, with all groups first; `excluded` names the group left out, "" for none."""
    rows = frame.assign(excluded=frame["excluded"].fillna("").astype(str))
    chosen = main_relations(relations if relations is not None else rows, gaps)
    keys = list(dict.fromkeys(zip(chosen["x"], chosen["y"], chosen["coefficient"], strict=True)))
    if not (rows["excluded"] == "").any():
        rows = _beneath(chosen.assign(excluded=""), rows)
    rows = rows[[key in keys for key in zip(rows["x"], rows["y"], rows["coefficient"], strict=True)]]
    computed = rows.groupby(["x", "y"])["statistic"].transform(lambda values: values.notna().any()).astype(bool)
    return rows[computed].sort_values("excluded", key=lambda names: names != "", kind="stable")


def _beneath(first: pd.DataFrame, rest: pd.DataFrame) -> pd.DataFrame:
    import pandas

    return pandas.concat([first, rest], ignore_index=True)


@styled
def left_out_figure(rows: pd.DataFrame, groups: Groups) -> Figure:
    """A panel per relation: its coefficient with all groups (line) and without each of them (dots), with p."""
    keys = list(dict.fromkeys(zip(rows["x"].astype(str), rows["y"].astype(str), strict=True)))[:MOST_PANELS]
    coefficient = str(rows["coefficient"].iloc[0])
    names = _shown(rows)
    few = len(names) < rows["excluded"].nunique()
    alt = (
        f"{COEFFICIENT_NAMES.get(coefficient, coefficient)} of {plural(len(keys), 'relation')} with all groups and "
        f"without each of {f'the {MOST_GROUPS} that move the first furthest' if few else 'them'} in turn. The numbers "
        "are in the table beneath."
    )
    short = groups.short(20)
    figure, axes = panels(len(keys), 3, 0.2 * len(names) + 1.15, alt, sharex=True, sharey=True)
    for ax, (x, y) in zip(axes, keys, strict=True):
        part = rows[(rows["x"] == x) & (rows["y"] == y)].drop_duplicates("excluded").set_index("excluded")
        _draw(ax, part.reindex(names), f"{quantity_label(x)} and {quantity_label(y)}")
    for ax in axes:
        ax.set_xlabel(COEFFICIENTS.get(coefficient, coefficient))
    axes[0].set_yticks(range(len(names)), [f"without {short.get(name, name)}" if name else ALL for name in names])
    axes[0].set_ylim(len(names) - 0.4, -0.6)
    axes[0].set_xlim(-1.05, 1.05)
    axes[0].set_xticks([-1, -0.5, 0, 0.5, 1], ["−1", "−0.5", "0", "0.5", "1"])
    return figure


def _shown(rows: pd.DataFrame) -> list[str]:
    """ "" for all groups, then those that are left out; of many the ones that move the first relation furthest."""
    names = list(dict.fromkeys(rows["excluded"]))
    if len(names) <= MOST_GROUPS + 1:
        return names
    first = rows[(rows["x"] == rows["x"].iloc[0]) & (rows["y"] == rows["y"].iloc[0])].drop_duplicates("excluded")
    values = first.set_index("excluded")["statistic"]
    moves = (values - values.get("", np.nan)).abs().drop(labels="", errors="ignore")
    furthest = set(moves.sort_values(ascending=False, kind="stable").index[:MOST_GROUPS])
    return [name for name in names if not name or name in furthest]


def _draw(axes: Axes, part: pd.DataFrame, title: str) -> None:
    axes.set_title(two_lines(title, 36), fontsize=8)
    axes.axvline(0, color=FAINT, linewidth=0.9, zorder=1)
    for place, (name, value, p) in enumerate(zip(part.index, part["statistic"], part["p_qap"], strict=True)):
        if np.isnan(value):
            continue
        axes.plot(
            value, place, "o", ms=6.5 if not name else 4.8, mfc=ACCENT if not name else "white", mec=ACCENT, zorder=3
        )
        axes.text(1.01, place, chance(p), transform=axes.get_yaxis_transform(), fontsize=7.5, color=FAINT, va="center")
    if "" in part.index and not np.isnan(part.loc["", "statistic"]):
        axes.axvline(part.loc["", "statistic"], color=ACCENT, linewidth=0.8, linestyle=(0, (3, 3)), zorder=1)
    axes.tick_params(axis="y", length=0)


def left_out_findings(rows: pd.DataFrame) -> Iterator[Finding]:
    """How far the first relation moves as each group leaves, and whether its sign holds."""
    if rows.empty:
        return
    first = rows.iloc[0]
    part = rows[(rows["x"] == first["x"]) & (rows["y"] == first["y"])]
    whole, rest = part[part["excluded"] == ""]["statistic"], part[part["excluded"] != ""].dropna(subset=["statistic"])
    if whole.isna().all() or rest.empty:
        return
    low, high = rest.loc[rest["statistic"].idxmin()], rest.loc[rest["statistic"].idxmax()]
    value = float(whole.dropna().iloc[0])
    holds = (np.sign(rest["statistic"]) == np.sign(value)).all()
    text = (
        f"{both(first)}: {COEFFICIENT_NAMES.get(first['coefficient'], first['coefficient'])} is {signed(value)} with "
        f"all groups and lies between {signed(low['statistic'])} (without {low['excluded']}) and "
        f"{signed(high['statistic'])} (without {high['excluded']}) as each group is left out; its sign "
        f"{'holds' if holds else 'does not hold'} throughout."
    )
    yield Finding(text)


def exclusion_table(rows: pd.DataFrame, relations: pd.DataFrame | None, title: str) -> PageTable:
    """Relations without some groups beside the full result of the same two tables."""
    whole = {_key(r): r for r in relations.to_dict("records")} if relations is not None else {}
    cells = []
    for r in rows[rows["excluded"] != ""].to_dict("records"):
        beside = whole.get(_key(r))
        full = f"{signed(beside['statistic'])} ({chance(beside['p_qap'])})" if beside is not None else "–"
        cells.append(
            [both(r), COEFFICIENT_NAMES.get(r["coefficient"], r["coefficient"]), str(r["excluded"]), full,
             signed(r["statistic"]), p_value(r["p_qap"]), p_value(r["p_max"]), p_value(r["p_smallest"]),
             count(r["n_groups"]), count(r["n_pairs"])]
        )  # fmt: skip
    columns = ["relation", "coefficient", "left out", "with all groups", "value", "p QAP", "max-T p",
               "smallest p", "groups", "pairs"]  # fmt: skip
    return PageTable(title, columns, cells, names=3, folded=True)


def _key(row: dict) -> tuple[str, str, str, str]:
    return str(row["x"]), str(row["y"]), str(row["coefficient"]), str(row["family"])
