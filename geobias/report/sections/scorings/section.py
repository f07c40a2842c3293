"""The section on the three scorings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from geobias.report.coefficients import names_in_order
from geobias.report.estimates import p_or_dash, signed, with_ends
from geobias.report.page_tables import PageTable
from geobias.report.phrases import listing, number
from geobias.report.run import Run
from geobias.report.section import Finding, Picture, Section
from geobias.report.sections.nation_fits import all_fits
from geobias.report.sections.scorings.figures import scoring_dots

if TYPE_CHECKING:
    import pandas as pd

ABLATION = (
    "Fits by scoring",
    "Both: hypotheses and inversions, each with half its loading, as published. Traditional: hypotheses alone. "
    "Secular: inversions alone, with opposite sign. Marks are values, lines intervals.",
)
LIMITS = (
    "All three are made of the same answers, so that their intervals lie apart less often than their difference is "
    "real; none of the differences is tested. Where answers mirror, the three are one."
)


def _ablation(run: Run) -> pd.DataFrame | None:
    """The fits of the first definition, where there are several scorings."""
    frame = all_fits(run)
    if frame is None:
        return None
    frame = frame[frame["definition"] == frame["definition"].iloc[0]]
    return frame if frame["scoring"].nunique() > 1 else None


def _findings(run: Run) -> Iterator[Finding]:
    frame = _ablation(run)
    if frame is None:
        return
    whole = frame[(frame["nation"] == "") & frame["rmse"].notna()]
    parts = [f"{with_ends(row, 'rmse', number)} by {row['scoring']}" for row in whole.to_dict("records")]
    if parts:
        yield Finding(f"Over all cells RMSE is {listing(parts)}.")
    nations = frame[(frame["nation"] != "") & frame["rmse"].notna()]
    if len(nations):
        best = nations.loc[nations.groupby("nation", sort=False)["rmse"].idxmin(), "scoring"]
        names = names_in_order(frame, "scoring")
        told = [f"{name} in {int((best == name).sum())}" for name in names]
        yield Finding(f"Of {len(best)} nations RMSE is smallest by {listing(told)}.")
    yield Finding(LIMITS, caution=True)


def _pictures(run: Run) -> Iterator[Picture]:
    frame = _ablation(run)
    if frame is not None and frame["rmse"].notna().any():
        yield Picture("scorings", *ABLATION, scoring_dots(frame))


def _tables(run: Run) -> Iterator[PageTable]:
    frame = _ablation(run)
    if frame is None:
        return
    rows = [
        [
            row["nation"] or "all", row["scoring"], with_ends(row, "rmse", number),
            *(with_ends(row, name, signed) for name in ("bias", "slope")),
            p_or_dash(row["slope_p"]), with_ends(row, "r2", number),
        ]
        for row in frame.sort_values("nation", kind="stable").to_dict("records")
    ]  # fmt: skip
    columns = ["nation", "scoring", "RMSE", "model less survey", "slope", "p", "R²"]
    yield PageTable("Fits by scoring", columns, rows, names=2, folded=True)


SECTION = Section("scorings", "Three ways to score", _findings, _pictures, _tables)
