"""The section on distances as they were measured, repeat by repeat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from geobias.report.heatmaps import pair_heatmaps
from geobias.report.page_tables import PageTable, pair_tables
from geobias.report.run import Run
from geobias.report.section import Finding, Picture, Section
from geobias.report.sections.distances.maps import group_maps
from geobias.report.sections.distances.projections import discriminant_scatter
from geobias.report.sections.distances.repeats import spread_finding, spread_table
from geobias.report.sections.distances.spread import pair_spread
from geobias.report.sections.distances.words import distance_findings

DISTANCES = (
    "Distances between groups",
    "Mean over the repeats, with the standard deviation over them beneath. Each panel has its own scale. A line sets "
    "pooled groups and baselines (in italics) apart from the regions. Of more than 16 groups the numbers are in the "
    "table.",
)
SPREAD = (
    "Each pair over the repeats",
    "Pairs by their mean (dot), with the middle 90\xa0% of the repeats (line): a resampling spread, not a confidence "
    "interval. Hollow: pairs with a pooled group or baseline.",
)
MAP = (
    "The groups on a map",
    "Groups laid out so that their distances in the plane resemble the measured ones (classical scaling; a divergence "
    "in half squared distances counts by its root). The smaller the share of variance, the less the map shows. "
    "Directions have no meaning; pooled groups and baselines are hollow. Groups whose texts do not differ lie apart "
    "here too, by their noise floors.",
)
LDA = (
    "Texts on the discriminant components",
    "One repeat, each point a text, large marks the centroids. The discriminant was fitted to these very texts: "
    "groups that do not differ may stand as clearly apart as those that do. Whether they differ is for the test of "
    "differences to say.",
)
PAIRS = "All pairs: mean ± standard deviation over repeats"


def _findings(run: Run) -> Iterator[Finding]:
    """A distance on its own does not show that two groups differ: where separations were measured, they are told."""
    frame, spread = run.table("distances"), run.table("spread")
    if frame is not None:
        alone = run.table("separation") is None
        for finding in distance_findings(frame, run.groups):
            yield replace(finding, headline=finding.headline and alone)
    if spread is not None:
        repeats = {} if frame is None else frame.groupby("quantity")["repeat"].nunique().to_dict()
        yield from spread_finding(spread, repeats, run.config.get("sampling") or {})


def _pictures(run: Run) -> Iterator[Picture]:
    frame, points = run.table("distances"), run.table("lda_points")
    if frame is not None and run.several:
        yield Picture("distances", *DISTANCES, pair_heatmaps(frame, run.groups))
    if frame is not None:
        yield Picture("spread", *SPREAD, pair_spread(frame, run.groups))
    if frame is not None and run.several:
        yield Picture("map", *MAP, group_maps(frame, run.groups))
    if points is not None:
        yield Picture("lda", *LDA, discriminant_scatter(points, run.groups))


def _tables(run: Run) -> Iterator[PageTable]:
    frame, spread = run.table("distances"), run.table("spread")
    if frame is not None:
        yield from pair_tables(frame, run.groups, PAIRS, folded=True)
    if spread is not None:
        yield spread_table(spread)


SECTION = Section("distances", "Distances", _findings, _pictures, _tables)
