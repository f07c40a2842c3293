"""The section on how far apart groups are beside how far a group is from itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from geobias.report.page_tables import PageTable
from geobias.report.run import Run
from geobias.report.section import Finding, Picture, Section
from geobias.report.sections.separation import figures
from geobias.report.sections.separation.words import MEASURED, separation_findings
from geobias.tables import SEPARATION as ABOUT

SEPARATION = (
    "Distances beside their noise floor",
    "Left: the distance of two groups (dot), the floors of both (red ticks), which is how far two samples of one "
    "group lie apart, and their mean (bar), all at m clusters per sample, on an axis from 0. Right: the excess over "
    "the noise floor with its interval; 0 is no further apart than a group from itself. Clusters are source texts "
    "unless the run names others. Hollow: pairs with a pooled group or baseline.",
)
UNBIASED = (
    "Distances that are 0 on average for equal groups",
    "Estimates with their intervals; they need no floor, and negative ones are kept. Each panel has its own scale and "
    "order. Hollow: pairs with a pooled group or baseline.",
)
SIZE_CURVE = (
    "Distance and floor by sample size",
    "Means over the pairs of regions. Value and floor fall as samples grow, and stay together where groups differ "
    "little; what is of the groups is the excess.",
)


def _findings(run: Run) -> Iterator[Finding]:
    separation = run.table("separation")
    if separation is not None:
        differences = run.table("differences") is not None
        told = differences or run.answers(ABOUT)  # a verdict opens the page already
        if differences:
            yield Finding(MEASURED)
        for finding in separation_findings(separation, run.groups, figures.units_of(run.table("distances"))):
            yield replace(finding, headline=finding.headline and not told)


def _pictures(run: Run) -> Iterator[Picture]:
    frame, curve = run.table("separation"), run.table("size_curve")
    units = figures.units_of(run.table("distances"))
    if frame is not None and figures.floored(frame):
        yield Picture("separation", *SEPARATION, figures.floor_figure(frame, run.groups, units))
    if frame is not None and figures.unbiased(frame):
        yield Picture("unbiased", *UNBIASED, figures.unbiased_figure(frame, run.groups, units))
    if curve is not None:
        yield Picture("size-curve", *SIZE_CURVE, figures.curve_figure(curve, run.groups, units))


def _tables(run: Run) -> Iterator[PageTable]:
    for name, title in (("separation", "Separation"), ("size_curve", "By sample size, separation")):
        frame = run.table(name)
        if frame is not None:
            yield from figures.separation_tables(frame, run.groups, title)


SECTION = Section("separation", "Separation", _findings, _pictures, _tables)
