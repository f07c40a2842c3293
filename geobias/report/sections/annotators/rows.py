"""Groups of annotators and counts as figures, tables and sentences need them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

NOT_MAPPED = "not_mapped:"
"""Begins the reason of rows whose value a map of values leads nowhere; the value follows."""
EVENTS = ("read", "dropped", "repaired", "flagged", "kept")


def named(frame: pd.DataFrame) -> pd.DataFrame:
    """The table `annotator_groups` with names as text, `told` as bool."""
    texts = {name: frame[name].fillna("").astype(str) for name in ("attribute", "group", "note")}
    return frame.assign(**texts, told=frame["told"].astype(bool))


def way(counts: pd.DataFrame) -> pd.DataFrame:
    """The counts of rows and judgements by event and reason, from what was read to what was kept."""
    counts = counts.assign(**{name: counts[name].fillna("").astype(str) for name in ("group", "event", "reason")})
    part = counts[~counts["reason"].str.startswith(NOT_MAPPED) & (counts["group"] == "")]
    sums = part.groupby(["event", "reason"], sort=False)["count"].sum().reset_index()
    order = {event: place for place, event in enumerate(EVENTS)}
    return sums.sort_values("event", key=lambda events: events.map(order), kind="stable").reset_index(drop=True)


def not_mapped(counts: pd.DataFrame) -> pd.DataFrame:
    """attribute, value, count: rows whose value is in no group, the most frequent first."""
    counts = counts.assign(**{name: counts[name].fillna("").astype(str) for name in ("group", "reason")})
    part = counts[counts["reason"].str.startswith(NOT_MAPPED)]
    part = part.assign(attribute=part["group"], value=part["reason"].str.removeprefix(NOT_MAPPED))
    return part.sort_values("count", ascending=False, kind="stable")[["attribute", "value", "count"]]
