"""Scores and gaps with their intervals: figure and tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from geobias.report.estimates import between, level_of, p_value, signed_number
from geobias.report.forest import draw_floors, draw_intervals, ends_of, forest_height, name_pairs, with_regions
from geobias.report.groups import Groups
from geobias.report.page_tables import PER_TABLE, PageTable
from geobias.report.phrases import capital, count, metric_label, number, plural
from geobias.report.sections.performance.figures import FIRST
from geobias.report.style import WIDTH, new_figure, styled
from geobias.tables import AT_M, GAP, NOT_JUDGED, Quantity

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

METHODS = {
    "pigeonhole": "mean over models, documents and models vary (pigeonhole bootstrap)",
    "wilson": "pooled over models, documents vary (Wilson)",
}
TESTS = {
    "p": "p",
    "p_max": "p over pairs",
    "p_equivalent": "p equivalent",
    "detectable": "gap found in 80\xa0%",
}
PREFERRED = ("accuracy", "exact_match", "f1_micro")


def main_score(frame: pd.DataFrame) -> str:
    """The score that figures and words speak of."""
    names = list(dict.fromkeys(frame["metric"].astype(str)))
    return next(name for name in (*PREFERRED, *FIRST, *names) if name in names)


def main_gaps(frame: pd.DataFrame, groups: Groups) -> pd.DataFrame:
    """The measured gaps of the main score by their signed size, those of two regions marked."""
    rows = with_regions(frame[frame["metric"].astype(str) == main_score(frame)], groups)
    return rows.dropna(subset=["gap"]).sort_values("gap", kind="stable")


def as_gaps(frame: pd.DataFrame) -> pd.DataFrame:
    """The main score's gaps at one size as a long table of pairs, named as in relations: "gap_at_m[accuracy]"."""
    name = main_score(frame)
    rows = frame[frame["metric"].astype(str) == name]
    named = rows.assign(
        quantity=str(Quantity(GAP, name, estimate=AT_M)), units="points", repeat=0, value=rows["gap_at_m"]
    )
    return named[["quantity", "units", "repeat", "group_a", "group_b", "value"]]


@styled
def gap_figure(frame: pd.DataFrame, groups: Groups, unit: str = "documents") -> Figure:
    """Left every pair's signed gap with its interval, right its absolute gap at equal size beside the noise floor.

    unit : what there are m of in each group.
    """
    metric, rows = main_score(frame), main_gaps(frame, groups)
    label = metric_label(metric)
    alt = (
        f"Signed gaps in {label} of {plural(len(rows), 'pair')} of groups with intervals, sorted; beside them the "
        "expected absolute gaps at equal size and their floors. The numbers are in the table of gaps."
    )
    figure = new_figure(WIDTH, forest_height(len(rows)), alt)
    left, right = figure.subplots(1, 2, sharey=True)
    size = count(rows["m"].max()) if len(rows) else "0"
    rows = ends_of(rows)
    draw_intervals(left, f"Signed gap in {label}", rows, "gap", "first minus second [points]")
    draw_floors(right, f"Absolute gap at m = {size} {unit}", rows, "gap_at_m", ["floor"], "absolute gap [points]")
    name_pairs(left, rows, groups, sign="−")
    right.tick_params(axis="y", labelleft=False)
    return figure


def gap_interval_table(
    frame: pd.DataFrame, groups: Groups, unit: str = "documents", title: str = "Gaps with intervals and floors [points]"
) -> PageTable:
    """Every pair and score: the signed gap with its interval, p over pairs and verdict, and at equal size the absolute
    gap, floor and excess; what no gap has is left out."""
    tests = {name: label for name, label in TESTS.items() if frame[name].notna().any()}
    judged = bool((frame["verdict"].fillna("") != "").any())
    rows = [
        [metric_label(str(r["metric"])), f"{r['group_a']} − {r['group_b']}", signed_number(r["gap"]),
         between(r["low"], r["high"]) or "–", *(_test(name, r) for name in tests), *[_verdict(r)] * judged,
         count(r["m"]), number(r["gap_at_m"]), number(r["floor"]), signed_number(r["excess"])]
        for r in with_regions(frame, groups).to_dict("records")
    ]  # fmt: skip
    columns = ["score", "pair", "gap", f"{level_of(frame)} interval", *tests.values(), *["verdict"] * judged,
               f"{unit} m", "|gap| at m", "floor at m", "excess at m"]  # fmt: skip
    return PageTable(title, columns, rows, names=2, folded=True)


def _test(name: str, row: Mapping[Any, Any]) -> str:
    """A p-value, or the gap that would have been found; pairs with a pooled group have some of them alone."""
    if name == "detectable":
        return "–" if np.isnan(row["p"]) else found_in_most(row[name])
    return "–" if np.isnan(row[name]) else p_value(row[name])


def found_in_most(points: float) -> str:
    """A gap that would have been found in most cases; NaN where none of 100 points would.

    >>> found_in_most(17.1), found_in_most(float("nan"))
    ('17.10', 'none')
    """
    return number(points) if points <= 100 else "none"


def _verdict(row: dict) -> str:
    return " with ".join(filter(None, [str(row["verdict"] or NOT_JUDGED), str(row["lacking"] or "")]))


def score_interval_tables(frame: pd.DataFrame, groups: Groups) -> Iterator[PageTable]:
    """The main score by both methods for every group; then, folded, all scores."""
    metric, level = main_score(frame), level_of(frame)
    part = frame[frame["metric"].astype(str) == metric]
    names = groups.ordered(frame["group"].astype(str))
    methods = [name for name in METHODS if (part["method"] == name).any()]
    cells = {(str(r["group"]), str(r["method"])): r for r in part.to_dict("records")}
    rows = []
    for name in names:
        found = [cells.get((name, method)) for method in methods]
        first = next((row for row in found if row is not None), None)
        sizes = [count(first[key]) for key in ("n_documents", "n_models")] if first is not None else ["–", "–"]
        rows.append([name, *sizes, *(_score(row) for row in found)])
    columns = ["group", "distinct documents", "models", *(METHODS[name] for name in methods)]
    yield PageTable(f"{capital(metric_label(metric))} with {level} intervals", columns, rows)
    for method in METHODS:
        yield from _all_scores(frame[frame["method"] == method], names, method, level)


def _all_scores(part: pd.DataFrame, names: list[str], method: str, level: str) -> Iterator[PageTable]:
    metrics = list(dict.fromkeys(part["metric"].astype(str)))
    cells = {(str(r["group"]), str(r["metric"])): r for r in part.to_dict("records")}
    for start in range(0, len(metrics), PER_TABLE):
        chosen = metrics[start : start + PER_TABLE]
        rows = [[name, *(_score(cells.get((name, metric))) for metric in chosen)] for name in names]
        title = f"All scores with {level} intervals, {METHODS[method]}" + ", continued" * (start > 0)
        yield PageTable(title, ["group", *map(metric_label, chosen)], rows, folded=True)


def _score(row: dict | None) -> str:
    if row is None or np.isnan(row["value"]):
        return "–"
    return f"{number(row['value'])} {between(row['low'], row['high'], number)}".strip()
