"""Differences in alignment, each told so that it is positive; those that decide, and the same by raw r."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from geobias.report.coefficients import R

if TYPE_CHECKING:
    import pandas as pd

    from geobias.report.run import Run

FAMILY = {"max": "p_max", "holm": "p_holm", "bh": "q_bh"}
"""Columns of the p over the family, by the setting `alignment.correction`."""
KEY = ["source", "attribute", "group_a", "group_b"]


def family_column(run: Run) -> str:
    """The column of the p over the family that this run decides by."""
    return FAMILY.get((run.config.get("alignment") or {}).get("correction", "max"), "p_max")


def deciding_rows(frame: pd.DataFrame, family: str = "p_max") -> pd.DataFrame:
    """The rows that the answer goes by and that have a test, the clearest (largest t) first.

    `a` is the group that the source goes with more, so differences are positive. `r_difference` and `r_p` are those
    of r as published, between the same groups and in the same direction; NaN where it was not compared. `p_family` is
    the column `family`.
    """
    rows = frame[frame["decisive"] & _tested(frame)]
    raw = frame[frame["statistic"] == R].set_index(KEY)[["difference", family]]
    raw = raw.rename(columns={"difference": "r_difference", family: "r_p"})
    rows = rows.join(raw, on=KEY).assign(p_family=rows[family])
    turned = rows["difference"] < 0
    swapped = rows.copy()
    for one, other in (("group_a", "group_b"), ("a", "b"), ("n_a", "n_b")):
        swapped[one], swapped[other] = rows[one].where(~turned, rows[other]), rows[other].where(~turned, rows[one])
    sign = np.where(turned, -1.0, 1.0)
    swapped["low"], swapped["high"] = (
        rows["low"].where(~turned, -rows["high"]),
        rows["high"].where(~turned, -rows["low"]),
    )
    for name in ("difference", "t", "r_difference"):
        swapped[name] = sign * rows[name]
    return swapped.sort_values("t", ascending=False, kind="stable", na_position="last")


def untold(frame: pd.DataFrame) -> pd.DataFrame:
    """The deciding rows that have no test, with the reason in `note`."""
    return frame[frame["decisive"] & ~_tested(frame)]


def told_parts(run: Run) -> pd.DataFrame | None:
    """The own parts that have a test, as those of a label that a group made itself have not; None where none has."""
    parts = run.table("alignment_parts")
    known = None if parts is None else parts[parts["own"].notna() & parts["p"].notna()]
    return known if known is not None and len(known) else None


def _tested(frame: pd.DataFrame) -> pd.Series:
    return frame["difference"].notna() & frame["p"].notna()
