"""What figures, tables and sentences of alignment are made of: a row a source and group."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from geobias.report.coefficients import R, deciding

if TYPE_CHECKING:
    import pandas as pd

    from geobias.report.run import Run

KEY = ["source", "attribute", "group"]
ESTIMATE = ["value", "low", "high", "p_holm", "reliability", "note"]


def alignments(run: Run) -> pd.DataFrame | None:
    """The table as published with, beside each r, its interval (`r_low`, `r_high`) and the coefficient that decides.

    Of the latter there are `value`, `low`, `high`, `p_holm`, `reliability`, and in `lacking` why it has no value. Its
    name is `attrs["decides"]`, "r" where there is no other. None where the run has no such table.
    """
    frame, intervals = run.table("alignment"), run.table("alignment_intervals")
    if frame is None:
        return None
    frame = frame.assign(**{name: frame[name].fillna("").astype(str) for name in [*KEY, "note"]})
    decides = R if intervals is None else deciding(intervals)
    frame = _beside(frame, intervals, R, {"low": "r_low", "high": "r_high"})
    frame = _beside(frame, intervals, decides, {name: name for name in ESTIMATE} | {"note": "lacking"})
    frame["lacking"] = frame["lacking"].fillna("").astype(str)
    frame.attrs["decides"] = decides
    return frame


def _beside(
    frame: pd.DataFrame, intervals: pd.DataFrame | None, statistic: str, names: Mapping[str, str]
) -> pd.DataFrame:
    """With columns of the intervals of one coefficient under names of their own; NaN where there is none."""
    if intervals is None:
        return frame.assign(**dict.fromkeys(names.values(), np.nan))
    part = intervals[intervals["statistic"] == statistic]
    part = part.assign(**{name: part[name].fillna("").astype(str) for name in KEY})
    chosen = part[[*KEY, *names]].rename(columns=dict(names))
    return frame.merge(chosen, on=KEY, how="left")


def told(frame: pd.DataFrame) -> pd.DataFrame:
    """The rows of groups (everybody left out) that have an r."""
    return frame[(frame["group"] != "") & frame["r"].notna()]


def planted(run: Run) -> Mapping[tuple[str, str], float]:
    """(source, group) -> the r of opinions that was planted; empty where nothing was."""
    truth: Mapping[str, Mapping[str, Any]] = run.record.get("planted_r") or {}
    return {(source, group): float(r) for source, groups in truth.items() for group, r in groups.items()}
