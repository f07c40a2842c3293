"""The section on questions without an answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from geobias.report.cell_scores import by_model, of_model, read_cells, share
from geobias.report.page_tables import PageTable
from geobias.report.phrases import count, listing, percent
from geobias.report.run import Run
from geobias.report.section import Finding, Section
from geobias.tables import cell_name

if TYPE_CHECKING:
    import pandas as pd

LIMITS = "An abstention is never taken for an answer; its reason is what the text was read as (docs/answers.md)."
NONE = "no answer"
HALF = 0.5  # share without an answer from which on a reader must know


def _findings(run: Run) -> Iterator[Finding]:
    frame = read_cells(run, "abstentions", "reason")
    if frame is None:
        return
    for model, part in by_model(frame):
        every = part[part["reason"] == ""]
        whole = every[(every["region"] == "") & (every["type"] == "")].iloc[0]
        if not whole["count"]:
            yield Finding(f"'{model}' answers every question.")
            continue
        many = whole["count"] >= HALF * whole["asked"]
        yield Finding(
            f"'{model}' gives no answer to {count(whole['count'])} of {count(whole['asked'])} questions, "
            f"{_share(whole)}{_reasons(part, whole)}.", headline=bool(many), notice="warning" if many else "",
        )  # fmt: skip
        regions = every[(every["region"] != "") & (every["type"] == "")]
        if len(regions) > 1:
            top, low = (regions.loc[place] for place in (regions["share"].idxmax(), regions["share"].idxmin()))
            yield Finding(
                f"It abstains most about {top['region']}, {_share(top)}, and least about {low['region']}, "
                f"{_share(low)}."
            )
        yield Finding(LIMITS, caution=True)


def _reasons(part: pd.DataFrame, whole: Mapping[Any, Any]) -> str:
    """What the reasons are, the commonest first."""
    rows = part[(part["region"] == "") & (part["type"] == "") & (part["reason"] != "")]
    rows = rows.sort_values("count", ascending=False, kind="stable")
    if rows.empty:
        return ""
    if len(rows) == 1:
        return f"; the only reason: {rows['reason'].iloc[0]}"
    told = [f"{row['reason']} ({percent(row['count'] / whole['count'])})" for row in rows.to_dict("records")]
    return f"; reasons: {listing(told)}"


def _share(row: Mapping[Any, Any]) -> str:
    return share({"value": row["share"], "low": row["low"], "high": row["high"]})


def _tables(run: Run) -> Iterator[PageTable]:
    frame = read_cells(run, "abstentions", "reason")
    if frame is None:
        return
    group, kind = run.cells
    for model, part in by_model(frame):
        if not part["count"].any():
            continue
        reasons = list(dict.fromkeys(part["reason"]))
        found: dict[tuple[str, str], dict[str, dict]] = {}
        for row in part.to_dict("records"):
            found.setdefault((row["region"], row["type"]), {})[row["reason"]] = row
        if len(reasons) > 2:
            columns = ["cell", "asked", *(reason or NONE for reason in reasons)]
        else:  # one reason is that of every abstention, so that a column of its own would say the same
            columns, reasons = ["cell", "asked", ": ".join([NONE, *filter(None, reasons)])], [""]
        title = of_model("Abstentions by reason", model, frame)
        for crossed in (False, True):
            rows = [
                [cell_name(*cell), count(one[""]["asked"]), *(_cell(one.get(reason)) for reason in reasons)]
                for cell, one in found.items()
                if all(cell) is crossed
            ]
            if rows:
                yield PageTable(title + f", {kind}s within {group}s" * crossed, columns, rows, folded=crossed)


def _cell(row: Mapping[Any, Any] | None) -> str:
    return "–" if row is None else f"{count(row['count'])}: {_share(row)}"


SECTION = Section("abstentions", "What it does not answer", _findings, tables=_tables)
