"""How many texts were kept, and for which groups."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from geobias.report.groups import UNMEASURED, Groups
from geobias.report.phrases import count, listing, plural
from geobias.report.run import Run
from geobias.report.section import Finding

if TYPE_CHECKING:
    import pandas as pd


def text_findings(run: Run) -> Iterator[Finding]:
    """The way of the texts in one or two sentences."""
    counts = run.table("counts")
    if counts is not None and not run.judged:
        yield Finding(_texts(counts, run.groups) + _elsewhere(run.table("groups")), headline=True)


def _texts(counts: pd.DataFrame, groups: Groups) -> str:
    sums = counts.groupby("event")["count"].sum()
    read, kept, dropped = (int(sums.get(event, 0)) for event in ("read", "kept", "dropped"))
    extra = f", beside {listing(groups.others)}" if groups.others else ""
    regions = plural(len(groups.regions), "region")
    read = read or kept + dropped
    amount = f"All {plural(kept, 'text')}" if kept == read else f"{count(kept)} of {plural(read, 'text')}"
    words = f"{amount} read {'was' if kept == 1 else 'were'} kept, for {regions}{extra}."
    return words + (f" {count(dropped)} {'was' if dropped == 1 else 'were'} dropped." if dropped else "")


def _elsewhere(table: pd.DataFrame | None) -> str:
    """Of the texts that were read, those of no region or of one that is left out."""
    if table is None or not table["role"].isin(UNMEASURED).any():
        return ""
    read = table.groupby(table["role"].astype(str))["read"].sum()
    parts = {"in groups that are left out": read.get(UNMEASURED[0], 0), "in no group": read.get(UNMEASURED[1], 0)}
    told = [f"{count(texts)} {'is' if texts == 1 else 'are'} {where}" for where, texts in parts.items() if texts]
    return f" Of those read, {listing(told)}."
