"""How many people answered what, what was left out on the way, and which groups are too small to be told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from geobias.report.coefficients import group_name, names_in_order, some, spaced
from geobias.report.phrases import count, listing, plural
from geobias.report.run import Run
from geobias.report.section import Finding
from geobias.report.sections.annotators.rows import named, way
from geobias.tables import NOTE

if TYPE_CHECKING:
    import pandas as pd


def annotator_findings(run: Run) -> Iterator[Finding]:
    """The notices of how it was read, then the sentences; none for a run that is not about judgements."""
    if not run.judged:
        return
    yield from (Finding(str(words), notice=NOTE) for words in run.record.get("notices") or [])
    groups, counts = run.table("annotator_groups"), run.table("counts")
    if groups is not None:
        yield from _groups(named(groups))
    if counts is not None:
        yield from _ways(counts)


def _groups(frame: pd.DataFrame) -> Iterator[Finding]:
    everybody, groups = frame[frame["group"] == ""], frame[frame["group"] != ""]
    if len(everybody):
        row = everybody.iloc[0]
        each = row["n_judgements"] / max(row["n_items"], 1)
        yield Finding(
            f"{plural(row['n_annotators'], 'annotator')} gave {plural(row['n_judgements'], 'answer')} to "
            f"{plural(row['n_items'], 'item')}, {each:.1f} an item.",
            headline=True,
        )
    if groups.empty:
        return
    known = groups[groups["told"]]
    parts = [
        f"{spaced(name)} ({count((known['attribute'] == name).sum())})" for name in names_in_order(groups, "attribute")
    ]
    yield Finding(f"{plural(len(known), 'group')} {'is' if len(known) == 1 else 'are'} told, by {listing(parts)}.")
    for note, part in groups[~groups["told"]].groupby("note", sort=False):
        names = some(group_name(a, g) for a, g in zip(part["attribute"], part["group"], strict=True))
        yield Finding(
            f"{plural(len(part), 'group')} with {note} {'is' if len(part) == 1 else 'are'} not told, as people could "
            f"be known again and the numbers say little: {names}."
        )


def _ways(counts: pd.DataFrame) -> Iterator[Finding]:
    """What was kept of what was read; values in no group are a notice of the run."""
    sums = way(counts).groupby("event")["count"].sum()
    read, kept, dropped = (int(sums.get(event, 0)) for event in ("read", "kept", "dropped"))
    if read:
        left = f"; {count(dropped)} rows were dropped" if dropped else ""
        yield Finding(f"Of {plural(read, 'row')} read, {plural(kept, 'judgement')} were kept{left}.")
