"""The section on differences in alignment between groups."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from geobias.report.page_tables import PageTable
from geobias.report.run import Run
from geobias.report.section import Finding, Picture, Section
from geobias.report.sections.alignment_differences.figures import difference_forest, own_part_dots
from geobias.report.sections.alignment_differences.rows import deciding_rows, family_column, told_parts, untold
from geobias.report.sections.alignment_differences.tables import difference_table, part_tables
from geobias.report.sections.alignment_differences.words import difference_findings, part_findings

if TYPE_CHECKING:
    import pandas as pd

FOREST = (
    "The clearest differences in alignment",
    "Each line: the source goes more with the first group than with the second, by the dot, with its interval; filled "
    "where the verdict is that they are different. Red ticks: the smallest difference that so many annotators and "
    "items would have shown in 80\xa0% of cases, where it is within the axis. Right: the sign of the verdict (≠ "
    "different, ≈ not separable, ? cannot be tested, = equivalent) and the attribute.",
)
PARTS = (
    "What of each group's alignment is its own",
    "A group's coefficient less the mean one of the other groups of its attribute, with its interval; hollow where "
    "that holds 0. What all groups share with a source is not in it.",
)


def _rows(run: Run) -> pd.DataFrame | None:
    """The differences that the answer goes by; None where there are none."""
    frame = run.table("alignment_differences")
    rows = None if frame is None else deciding_rows(frame, family_column(run))
    return rows if rows is not None and len(rows) else None


def _findings(run: Run) -> Iterator[Finding]:
    frame, parts = run.table("alignment_differences"), told_parts(run)
    if frame is not None:
        held_out = bool((run.config.get("alignment") or {}).get("held_out"))
        rows = deciding_rows(frame, family_column(run))
        new = run.table("verdict") is None  # else verdicts open the page already
        yield from difference_findings(rows, untold(frame), headline=new, held_out=held_out)
    if parts is not None:
        yield from part_findings(parts)


def _pictures(run: Run) -> Iterator[Picture]:
    rows, parts = _rows(run), told_parts(run)
    if rows is not None:
        yield Picture("alignment-differences", *FOREST, difference_forest(rows))
    if parts is not None:
        yield Picture("alignment-parts", *PARTS, own_part_dots(parts))


def _tables(run: Run) -> Iterator[PageTable]:
    rows, parts = _rows(run), told_parts(run)
    if rows is not None:
        yield difference_table(rows)
    if parts is not None:
        yield from part_tables(parts)


SECTION = Section("alignment-differences", "Differences in alignment", _findings, _pictures, _tables)
