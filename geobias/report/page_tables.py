"""Tables of the page: what a reader looks up, with sensible rounding."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from geobias.report.estimates import p_value, signed
from geobias.report.groups import Groups
from geobias.report.pairs import pair_summary, pair_table, quantities
from geobias.report.phrases import (
    COEFFICIENT_NAMES,
    count,
    metric_label,
    number,
    pair,
    percent,
    quantity_label,
    with_units,
)
from geobias.report.sections.performance.figures import COUNTS, model_means

if TYPE_CHECKING:
    import pandas as pd

PER_TABLE = 6  # columns of quantities that still fit a page
GROUP_COLUMNS = {
    "read": ("read", count),
    "usable": ("usable", count),
    "sampled": ("sampled", count),
    "evaluated": ("evaluated", count),
    "trained": ("train", count),
    "two_labels": ("with two labels", count),
    "share": ("share", percent),
    "empty_share": ("empty", percent),
    "truncated_share": ("truncated", percent),
    "mean_tokens": ("mean tokens", number),
    "sd_tokens": ("sd tokens", number),
    "positive_share": ("positive", percent),
    "label_cardinality": ("labels a text", number),
}


@dataclass(frozen=True)
class PageTable:
    """Cells as text; the first `names` columns are names, the others numbers. A long one is `folded`."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    names: int = 1
    folded: bool = False


def group_table(frame: pd.DataFrame) -> PageTable:
    """The groups and what their texts are like; columns that no group has are left out."""
    chosen = [name for name in GROUP_COLUMNS if name in frame and frame[name].notna().any()]
    rows = [
        [str(row["group"]), str(row["role"]), *(GROUP_COLUMNS[name][1](row[name]) for name in chosen)]
        for row in frame.to_dict("records")
    ]
    title = "Groups: texts read, usable (with a token), sampled for distances, evaluated for scores, and that train"
    if "share_of" in frame and frame["share_of"].notna().any():
        title += f"; shares are among {frame['share_of'].dropna().iloc[0]}"
    return PageTable(title, ["group", "role", *(GROUP_COLUMNS[name][0] for name in chosen)], rows, names=2)


def count_table(frame: pd.DataFrame) -> PageTable:
    """Every count of what happened on the way in."""
    frame = frame.fillna({"source": "", "group": "", "reason": ""})
    rows = [
        [str(r["source"]), str(r["group"]), str(r["event"]), str(r["reason"]).replace("_", " "), count(r["count"])]
        for r in frame.to_dict("records")
    ]
    return PageTable("All counts", ["file", "group", "event", "reason", "count"], rows, names=4, folded=True)


def audit_table(frame: pd.DataFrame) -> PageTable:
    """Every check, those that found something first."""
    order = {"warning": 0, "note": 1}
    places = frame["verdict"].map(lambda value: order.get(value, 2)).argsort(kind="stable")
    rows = [
        [str(r["verdict"]), str(r["check"]).replace("_", " "), str(r["group"]), number(r["value"]), str(r["words"])]
        for r in frame.iloc[places].to_dict("records")
    ]
    shown = [[verdict, check, group, words, value] for verdict, check, group, value, words in rows]
    return PageTable("All checks", ["verdict", "check", "group", "in words", "value"], shown, names=4, folded=True)


def pair_tables(frame: pd.DataFrame, groups: Groups, title: str, folded: bool = False) -> Iterator[PageTable]:
    """Pairs in rows, quantities in columns: mean ± standard deviation over the repeats."""
    for start, part in _parts(quantities(frame)):
        tables = {name: pair_table(frame, name, groups) for name in part}
        cells: dict[tuple[str, str], dict[str, str]] = {}
        for name, table in tables.items():
            for row in pair_summary(table).to_dict("records"):
                spread = f" ± {number(row['sd'])}" if not np.isnan(row["sd"]) else ""
                cells.setdefault((row["group_a"], row["group_b"]), {})[name] = number(row["mean"]) + spread
        rows = [[pair(*key), *(values.get(name, "") for name in part)] for key, values in cells.items()]
        columns = [with_units(quantity_label(name), tables[name].units) for name in part]
        yield PageTable(title + ", continued" * (start > 0), ["pair", *columns], rows, folded=folded)


def score_tables(scores: pd.DataFrame, groups: Groups) -> Iterator[PageTable]:
    """Groups in rows, metrics in columns: mean ± standard deviation over the models."""
    title = "Scores: mean ± standard deviation over models"
    names = groups.ordered(scores["group"].astype(str))
    for start, metrics in _parts(list(dict.fromkeys(scores["metric"].astype(str)))):
        tables = [model_means(scores, metric, groups) for metric in metrics]
        writers = [_mean_count if metric.startswith(COUNTS) else _mean_and_sd for metric in metrics]
        rows = [[name, *(write(table, name) for write, table in zip(writers, tables, strict=True))] for name in names]
        columns = ["group", *map(metric_label, metrics)]
        yield PageTable(title + ", continued" * (start > 0), columns, rows, folded=start > 0)


def _parts(names: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Names in parts that fit a page, each with the place of its first."""
    for start in range(0, len(names), PER_TABLE):
        yield start, names[start : start + PER_TABLE]


def _mean_count(table: pd.DataFrame, name: str) -> str:
    return count(table[name].mean() if name in table else float("nan"))


def _mean_and_sd(table: pd.DataFrame, name: str) -> str:
    values = table[name].dropna() if name in table else table.iloc[:0, :1].squeeze(axis=1)
    if not len(values):
        return number(float("nan"))
    return number(values.mean()) + (f" ± {number(values.std())}" if len(values) > 1 else "")


def relation_table(frame: pd.DataFrame) -> PageTable:
    """Every relation with all its p-values and what they allow to say; columns that no relation has are left out."""
    chances = {
        "p_smallest": "smallest p",
        "q_relabel": "corrected q",
        "p_holm": "Holm's p",
        "p_max": "max-T p",
        "p_pair_shuffle": "p pair shuffle",
        "p_asymptotic": "p asymptotic",
    }
    later = ("p_holm", "p_max")  # a run may lack them
    chances = {k: v for k, v in chances.items() if k not in later or (k in frame and frame[k].notna().any())}
    strong = "strength" in frame and bool((frame["strength"].fillna("") != "").any())
    columns = ["x", "y", "coefficient", "value", *["strength"] * strong, "pairs", "p relabelling", *chances.values(),
               "verdict", "note"]  # fmt: skip
    rows = [
        [
            *(quantity_label(str(r[side])) for side in ("x", "y")),
            COEFFICIENT_NAMES.get(r["coefficient"], r["coefficient"]),
            signed(r["statistic"]),
            *[str(r.get("strength") or "–")] * strong,
            count(r["n_pairs"]),
            _with_seeds(r),
            *(p_value(r[name]) for name in chances),
            str(r["verdict"]),
            str(r["note"] or ""),
        ]
        for r in frame.to_dict("records")
    ]
    return PageTable("All relations", columns, rows, names=3, folded=True)


def _with_seeds(row: Mapping[str, Any]) -> str:
    """p by relabelling, with its standard deviation over seeds where relabellings were drawn."""
    sd = row.get("p_seed_sd", float("nan"))
    return p_value(row["p_relabel"]) + (f" ± {number(sd)}" if sd > 0 else "")


def settings_table(title: str, settings: Mapping[str, Any], folded: bool = False) -> PageTable:
    """A nested mapping, one row a leaf, keys joined by dots."""
    return PageTable(
        title, ["setting", "value"], [[key, text] for key, text in _leaves(settings)], names=2, folded=folded
    )


def _leaves(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping) and value:
        for key, inner in value.items():
            yield from _leaves(inner, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list | tuple):
        yield path, ", ".join(map(_plain, value)) or "none"
    else:
        yield path, _plain(value)


def _plain(value: Any) -> str:
    if value is None or value == {}:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)
