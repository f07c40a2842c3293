"""The section on how distances go with gaps, and with each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from geobias.report.files import slug
from geobias.report.page_tables import PageTable
from geobias.report.pairs import main_gap
from geobias.report.phrases import COEFFICIENT_NAMES
from geobias.report.run import Run
from geobias.report.section import Finding, Picture, Section
from geobias.report.sections.differences import as_distances as differences_as_distances
from geobias.report.sections.performance import as_gaps
from geobias.report.sections.relations.exclusions import (
    exclusion_table,
    left_out_figure,
    left_out_findings,
    left_out_rows,
)
from geobias.report.sections.relations.matrices import relation_matrices
from geobias.report.sections.relations.noise import reliability_findings
from geobias.report.sections.relations.regression import regression_findings, regression_table
from geobias.report.sections.relations.rows import full, main_relations, with_exclusions
from geobias.report.sections.relations.scatter import relation_scatter
from geobias.report.sections.relations.tables import relation_table, reliability_table
from geobias.report.sections.relations.words import relation_findings
from geobias.report.sections.separation import as_distances, units_of
from geobias.tables import PRIMARY

if TYPE_CHECKING:
    import pandas as pd

EXCESS_GAP = (
    "Distance beyond the noise floor against gap",
    "A point is a pair of groups; distances and gaps are estimates at one size for all groups, distances 0 on average "
    "for equal groups. A title says which relation was declared beforehand. Filled: two regions, which the tests use; "
    "hollow: with a pooled group or baseline.",
)
DISTANCE_GAP = (
    "Distance against gap",
    "A point is a pair of groups. Filled: two regions, which the tests use; hollow: with a pooled group or baseline. "
    "Names without a free place are left out.",
)
RELATIONS = (
    "The coefficient of each two tables, and its p-value by permuting the groups, darker for smaller. A frame marks "
    "a relation that is supported: after correction for all relations of this kind (by the largest statistic where it "
    "is known, else Holm's; the declared one needs none), and by the negative control where there is one."
)
LEFT_OUT = (
    "Without each group in turn",
    "The coefficient with all groups (filled, dashed line) and without one of them (hollow), with its p by "
    "permutation. A relation that rests on one group moves when that group leaves.",
)


def _findings(run: Run) -> Iterator[Finding]:
    relations, gaps = full(run.table("relations")), run.table("gaps")
    left_out, regression = run.table("leave_one_out"), run.table("regression")
    if relations is not None:
        told = run.answers(PRIMARY)  # a verdict opens the page already
        for finding in relation_findings(relations, gaps):
            yield replace(finding, headline=finding.headline and not told)
    if (reliability := run.table("reliability")) is not None:
        yield from reliability_findings(reliability, None if relations is None else main_relations(relations, gaps))
    if left_out is not None:
        yield from left_out_findings(left_out_rows(left_out, relations, gaps))
    if regression is not None:
        yield from regression_findings(regression, main_gap(gaps) if gaps is not None else "")


def _pictures(run: Run) -> Iterator[Picture]:
    relations, gaps, left_out = full(run.table("relations")), run.table("gaps"), run.table("leave_one_out")
    yield from _scatters(run)
    if left_out is not None:
        rows = left_out_rows(left_out, relations, gaps)
        if len(rows):
            yield Picture("leave-one-out", *LEFT_OUT, left_out_figure(rows, run.groups))
    if relations is None:
        return
    known = relations[relations["statistic"].notna()]
    for number, coefficient in enumerate(dict.fromkeys(known["coefficient"].astype(str))):
        for family, part in known[known["coefficient"] == coefficient].groupby("family", sort=False):
            title = f"{COEFFICIENT_NAMES.get(coefficient, coefficient)}: {str(family) or 'all relations'}"
            name = slug(f"relations-{coefficient}-{family}")
            yield Picture(name, title, RELATIONS, relation_matrices(part, coefficient), folded=number > 0)


def _scatters(run: Run) -> Iterator[Picture]:
    """A point per pair of groups: distances beyond their noise floor against gaps at one size, then distances against
    gaps."""
    distances, gaps, relations = run.table("distances"), run.table("gaps"), full(run.table("relations"))
    estimates, intervals = _estimates(run), run.table("gap_intervals")
    if estimates is not None and intervals is not None and run.several:
        figure = relation_scatter(estimates, as_gaps(intervals), run.groups, relations)
        yield Picture("excess-gap", *EXCESS_GAP, figure)
    if distances is not None and gaps is not None and run.several:
        chosen = gaps[gaps["quantity"] == main_gap(gaps)]
        yield Picture("distance-gap", *DISTANCE_GAP, relation_scatter(distances, chosen, run.groups, relations))


def _estimates(run: Run) -> pd.DataFrame | None:
    """Distances that are 0 on average for equal groups: that of the differences, then those of the separations."""
    import pandas

    differences, separation = run.table("differences"), run.table("separation")
    parts = [] if differences is None else [differences_as_distances(differences)]
    if separation is not None:
        parts.append(as_distances(separation, units_of(run.table("distances"))))
    return pandas.concat(parts, ignore_index=True) if parts else None


def _tables(run: Run) -> Iterator[PageTable]:
    """All relations, those that leave named groups out beside them, the reliability of the tables, relations without
    each group, the regression."""
    relations, left_out, regression = run.table("relations"), run.table("leave_one_out"), run.table("regression")
    if relations is not None:
        whole, without = full(relations), with_exclusions(relations)
        if whole is not None:
            yield relation_table(whole)
        if len(without):
            yield exclusion_table(without, whole, "Relations without named groups")
    if (reliability := run.table("reliability")) is not None:
        yield reliability_table(reliability)
    if left_out is not None:
        yield exclusion_table(left_out, full(left_out), "Relations without each group")
    if regression is not None:
        yield regression_table(regression)


SECTION = Section("relations", "Relations", _findings, _pictures, _tables)
