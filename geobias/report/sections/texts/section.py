"""The section on what was read."""

from __future__ import annotations

from collections.abc import Iterator

from geobias.report.page_tables import PageTable
from geobias.report.run import Run
from geobias.report.section import Picture, Section
from geobias.report.sections.texts.flow import counts_flow
from geobias.report.sections.texts.shares import class_distribution, regional_shares
from geobias.report.sections.texts.tables import count_table, group_table
from geobias.report.sections.texts.words import text_findings

FLOW = (
    "From the files to the groups",
    "Width is the number of texts. A ribbon ends in a group, or in the reason why its texts were left out.",
)
SHARES = (
    "How much of each region there is",
    "Share of each region among the texts that the axis names, with its number of them: those of the reference set, "
    "or, where these carry no region, all that were read.",
)
CLASSES = ("Labels by group", "Gaps of some scores, precision above all, follow the shares of the labels.")


def _pictures(run: Run) -> Iterator[Picture]:
    if run.judged:  # whose counts are of judgements
        return
    counts, groups, classes = run.table("counts"), run.table("groups"), run.table("classes")
    if counts is not None and counts["event"].isin(["kept", "dropped"]).any():
        yield Picture("flow", *FLOW, counts_flow(counts, run.groups))
    if groups is not None and groups["share"].notna().any():
        yield Picture("shares", *SHARES, regional_shares(groups, run.groups))
    if classes is not None:
        yield Picture("classes", *CLASSES, class_distribution(classes, run.groups))


def _tables(run: Run) -> Iterator[PageTable]:
    if run.judged:
        return
    groups, counts = run.table("groups"), run.table("counts")
    if groups is not None:
        yield group_table(groups)
    if counts is not None:
        yield count_table(counts)


SECTION = Section("texts", "What was read", text_findings, _pictures, _tables)
