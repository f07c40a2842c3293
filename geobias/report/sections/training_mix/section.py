"""The section on what a group's own texts in the training set are worth."""

from __future__ import annotations

from collections.abc import Iterator

from geobias.report.page_tables import PageTable
from geobias.report.run import Run
from geobias.report.section import Finding, Picture, Section
from geobias.report.sections.training_mix.figures import composition_curves, composition_matrix
from geobias.report.sections.training_mix.words import composition_findings, composition_table

COMPOSITION = (
    "As a region's share of the training texts falls",
    "Change of every group's score from its value at the region's full share; the training set keeps its size, texts "
    "of the other regions fill up. Thick with its interval: the region itself. Thin: the others. All are scored on "
    "texts that never train.",
)
COMPOSITION_MATRIX = (
    "Without the texts of one region",
    "Change of the score of each group (columns) where the training texts of a region (rows) are at their least, in "
    "points, with its interval beneath. The diagonal is what a region's own texts are worth to it.",
)


def _findings(run: Run) -> Iterator[Finding]:
    effects = run.table("composition")
    if effects is not None:
        yield from composition_findings(effects)


def _pictures(run: Run) -> Iterator[Picture]:
    effects = run.table("composition")
    if effects is not None:
        yield Picture("composition", *COMPOSITION, composition_curves(effects, run.groups))
        yield Picture("composition-matrix", *COMPOSITION_MATRIX, composition_matrix(effects, run.groups))


def _tables(run: Run) -> Iterator[PageTable]:
    effects = run.table("composition")
    if effects is not None:
        yield composition_table(effects, run.groups)


SECTION = Section("training_mix", "Training mix", _findings, _pictures, _tables)
