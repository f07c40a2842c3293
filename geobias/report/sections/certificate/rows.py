"""Pairs of nations, each told so that its difference is positive; nations from the most traditional one on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from geobias.report.sides import texts_of
from geobias.tables import DIFFERENT, STABILITY_COMPONENTS

if TYPE_CHECKING:
    import pandas as pd

    from geobias.report.run import Run

NATION, DESIGN, NATION_DESIGN = (STABILITY_COMPONENTS[place] for place in (0, 2, 4))
NAMES = ("group_a", "group_b", "least_design", "most_design", "weakest_without", "verdict", "lacking", "note")
TURNED = {"difference": "difference", "low": "high", "high": "low", "least": "most", "most": "least", "t": "t"}
"""Column -> the one that it is read from, with the sign turned, where the two nations change places."""


def pairs_of(run: Run) -> pd.DataFrame | None:
    """The table `nation_differences`, the certified pairs first, then by size; `group_a` is the more traditional."""
    frame = run.table("nation_differences")
    if frame is None:
        return None
    frame = texts_of(frame, *NAMES)
    turned, rows = (frame["difference"] < 0).to_numpy(), frame.copy()
    for name, source in TURNED.items():
        rows[name] = np.where(turned, -frame[source], frame[name])
    for one, other in (("group_a", "group_b"), ("least_design", "most_design")):
        rows[one], rows[other] = frame[one].where(~turned, frame[other]), frame[other].where(~turned, frame[one])
    first = rows.assign(certified=rows["verdict"] == DIFFERENT)
    return first.sort_values(["certified", "difference"], ascending=False, kind="stable").reset_index(drop=True)


def ranked(run: Run) -> list[str]:
    """Nations in the order of their mean over designs; as they come where there are no ranks."""
    ranks, means = run.table("nation_ranks"), run.table("nation_designs")
    if ranks is not None:
        return ranks.sort_values("mean", ascending=False, kind="stable")["nation"].astype(str).tolist()
    return [] if means is None else list(dict.fromkeys(means["nation"].astype(str)))


def effects_of(run: Run) -> pd.DataFrame | None:
    """The table `design_effects`, the design that moves nations most first; None where no share is known."""
    frame = run.table("design_effects")
    if frame is None or frame["share"].isna().all():
        return None
    frame = texts_of(frame, "design", "nation")
    return frame.sort_values("share", ascending=False, kind="stable").reset_index(drop=True)
