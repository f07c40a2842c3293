"""The section on projections of answers and respondents."""

from __future__ import annotations

from collections.abc import Iterator

from geobias.report.page_tables import PageTable
from geobias.report.run import Run
from geobias.report.section import Finding, Picture, Section
from geobias.report.sections.projections.figures import projection_plots
from geobias.report.sections.projections.rows import boxes_of, distances_of, order_of
from geobias.report.sections.projections.tables import box_table, distance_table, spread_table
from geobias.report.sections.projections.words import box_findings, distance_findings, spread_findings

BOXES = (
    "Projections by nation, age and sex",
    "Boxes reach from quartile to quartile, with a line at the median, whiskers from 5\xa0% to 95\xa0%. Marks are "
    "means, with intervals; hollow where they rest on few answers, prompts or respondents. Of respondents a quantile "
    "is drawn where five or more lie at it and beyond.",
)


def _findings(run: Run) -> Iterator[Finding]:
    boxes, distances, spreads = boxes_of(run), distances_of(run), run.table("projection_spreads")
    if boxes is not None:
        yield from box_findings(boxes, headline=distances is None)
    if distances is not None:
        yield from distance_findings(distances, headline=True)
    if spreads is not None:
        yield from spread_findings(spreads)


def _pictures(run: Run) -> Iterator[Picture]:
    boxes = boxes_of(run)
    if boxes is None:
        return
    grouped = boxes[boxes["attribute"] != ""]
    if grouped["mean"].notna().any():
        yield Picture("projections", *BOXES, projection_plots(grouped, order_of(grouped)))


def _tables(run: Run) -> Iterator[PageTable]:
    boxes, distances, spreads = boxes_of(run), distances_of(run), run.table("projection_spreads")
    if distances is not None:
        yield distance_table(distances)
    if spreads is not None:
        yield spread_table(spreads)
    if boxes is not None:
        yield box_table(boxes)


SECTION = Section("projections", "Where answers lie", _findings, _pictures, _tables)
