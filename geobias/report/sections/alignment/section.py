"""The section on how far sources agree with groups of annotators."""

from __future__ import annotations

from collections.abc import Iterator

from geobias.report.coefficients import WORDS, R
from geobias.report.page_tables import PageTable
from geobias.report.run import Run
from geobias.report.section import Finding, Picture, Section
from geobias.report.sections.alignment.figures import alignment_dots
from geobias.report.sections.alignment.maps import alignment_map
from geobias.report.sections.alignment.rows import alignments, planted, told
from geobias.report.sections.alignment.tables import alignment_tables
from geobias.report.sections.alignment.words import alignment_findings

DOTS = "With whom each source agrees"
MAP = "Groups and sources at a glance"
READ = (
    "A panel a source; groups are ranked by r within their attribute, with their number of annotators. Dots: Pearson's "
    "r of the group's mean answers with the source, with its interval over items and annotators."
)


def _findings(run: Run) -> Iterator[Finding]:
    frame = alignments(run)
    if frame is not None:
        yield from alignment_findings(frame, headline=run.table("verdict") is None)


def _pictures(run: Run) -> Iterator[Picture]:
    frame = alignments(run)
    if frame is None or told(frame).empty:
        return
    decides, truth = frame.attrs["decides"], planted(run)
    caption = READ
    if decides != R:
        caption += (
            f" Diamonds: {WORDS[decides]}; where it cannot be told, r is hollow and should not be gone by. Intervals "
            "that end in an arrow reach further."
        )
    if truth:
        caption += " Crosses: r of the opinions that were planted."
    yield Picture("alignment", DOTS, caption, alignment_dots(frame, truth))
    if frame["source"].nunique() > 1:
        beneath = "" if decides == R else f", beneath it {WORDS[decides]}"
        yield Picture("alignment-map", MAP, f"r{beneath}. Groups are ranked by mean r.", alignment_map(frame))


def _tables(run: Run) -> Iterator[PageTable]:
    frame = alignments(run)
    if frame is not None:
        yield from alignment_tables(frame)


SECTION = Section("alignment", "Alignment", _findings, _pictures, _tables)
