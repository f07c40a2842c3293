"""The fits that a page tells, and the cells that they are of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geobias.report.sides import texts_of
from geobias.tables import FIT_DEFINITIONS

if TYPE_CHECKING:
    import pandas as pd

    from geobias.report.run import Run

LAW = {
    FIT_DEFINITIONS[0]: "one slope for all nations and an intercept each",
    FIT_DEFINITIONS[1]: "a slope and an intercept a nation, with one variance of residuals",
    FIT_DEFINITIONS[2]: "a regression a nation",
}


def all_fits(run: Run) -> pd.DataFrame | None:
    """The table `nation_fits`, all scorings; None where the run has none."""
    frame = run.table("nation_fits")
    return None if frame is None else texts_of(frame, "nation", "scoring", "definition", "note")


def fits_of(run: Run) -> pd.DataFrame | None:
    """The rows of the first scoring and definition, which are the study's own."""
    frame = all_fits(run)
    if frame is None:
        return None
    first = frame.iloc[0]
    own = frame[(frame["scoring"] == first["scoring"]) & (frame["definition"] == first["definition"])]
    return own.reset_index(drop=True)


def cells_of(run: Run) -> pd.DataFrame | None:
    """The cells of which both sides' means are told; None where there are none."""
    frame = run.table("cells")
    if frame is None:
        return None
    known = texts_of(frame, "nation", "age", "sex")
    known = known[known["model"].notna() & known["survey"].notna()]
    return known if len(known) else None
