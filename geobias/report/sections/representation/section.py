"""The section on shares of the reference set and distances from it."""

from __future__ import annotations

from collections.abc import Iterator

from geobias.report.page_tables import PageTable
from geobias.report.run import Run
from geobias.report.section import Finding, Picture, Section
from geobias.report.sections.representation.figures import share_against_distance
from geobias.report.sections.representation.words import representation_findings, representation_table

REPRESENTATION = (
    "Share against distance from the reference set",
    "The reference set is what the baseline stands for: the texts that train, or the test split where there is one. A "
    "region that is rare among the texts that the axis names and far from the reference set lies at the top left. "
    "Where both were measured, the large mark is the distance from the reference set without the region's own texts, "
    "the small hollow one with them.",
)


def _findings(run: Run) -> Iterator[Finding]:
    shares = run.table("representation")
    if shares is not None:
        yield from representation_findings(shares, run.table("representation_tests"))


def _pictures(run: Run) -> Iterator[Picture]:
    shares = run.table("representation")
    if shares is not None:
        yield Picture("representation", *REPRESENTATION, share_against_distance(shares, run.groups))


def _tables(run: Run) -> Iterator[PageTable]:
    tests = run.table("representation_tests")
    if tests is not None:
        yield representation_table(tests)


SECTION = Section("representation", "Representation", _findings, _pictures, _tables)
