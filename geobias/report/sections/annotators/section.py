"""The section on who answered."""

from __future__ import annotations

from collections.abc import Iterator

from geobias.report.page_tables import PageTable
from geobias.report.run import Run
from geobias.report.section import Picture, Section
from geobias.report.sections.annotators.figures import annotator_bars, way_bars
from geobias.report.sections.annotators.rows import named, way
from geobias.report.sections.annotators.tables import annotator_table, count_tables
from geobias.report.sections.annotators.words import annotator_findings

GROUPS = (
    "Who answered",
    "Annotators of each group, in brackets the items that they answered. An annotator of two values is in both groups. "
    "Groups that are too small to be told have no bar.",
)
WAY = (
    "From rows to judgements",
    "What happened to the rows of the file. Repaired: joined or mended and kept; flagged: kept as they are.",
)
PLAIN = 2  # counts, of what was read and what was kept, that need no figure


def _pictures(run: Run) -> Iterator[Picture]:
    if not run.judged:  # whose counts are of texts
        return
    groups, counts = run.table("annotator_groups"), run.table("counts")
    if groups is not None and (frame := named(groups))["group"].ne("").any():
        yield Picture("annotators", *GROUPS, annotator_bars(frame))
    if counts is not None and len(rows := way(counts)) > PLAIN:
        yield Picture("judgements", *WAY, way_bars(rows))


def _tables(run: Run) -> Iterator[PageTable]:
    if not run.judged:
        return
    groups, counts = run.table("annotator_groups"), run.table("counts")
    if groups is not None:
        yield annotator_table(named(groups))
    if counts is not None:
        yield from count_tables(counts)


SECTION = Section("annotators", "Who answered", annotator_findings, _pictures, _tables)
