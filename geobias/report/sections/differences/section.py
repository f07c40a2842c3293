"""The section on whether the texts of groups differ, and by how much."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from geobias.report.page_tables import PageTable
from geobias.report.run import Run
from geobias.report.section import Finding, Picture, Section
from geobias.report.sections.differences.figures import difference_figure
from geobias.report.sections.differences.tables import difference_tables
from geobias.report.sections.differences.words import difference_findings
from geobias.tables import SEPARATION

DIFFERENCES = (
    "How well a text tells its group",
    "0.5 is chance. Left: the AUC of linear classifiers on texts held out, which rises with the number of texts. "
    "Right: the AUC that the best linear rule could reach, estimated without bias, and the margin (dashed) below which "
    "groups are equivalent. Crosses: the same pairs brought to one distribution of what the settings name. Hollow: "
    "pairs with a pooled group or baseline. Signs: ≠ different, = equivalent within the margin, ≈ not separable, ? "
    "cannot be tested.",
)


def _findings(run: Run) -> Iterator[Finding]:
    frame = run.table("differences")
    if frame is not None:
        told = run.answers(SEPARATION)  # a verdict opens the page already
        for finding in difference_findings(frame, run.groups):
            yield replace(finding, headline=finding.headline and not told)


def _pictures(run: Run) -> Iterator[Picture]:
    frame = run.table("differences")
    if frame is not None:
        yield Picture("differences", *DIFFERENCES, difference_figure(frame, run.groups))


def _tables(run: Run) -> Iterator[PageTable]:
    frame = run.table("differences")
    if frame is not None:
        yield from difference_tables(frame, run.groups)


SECTION = Section("differences", "Differences", _findings, _pictures, _tables)
