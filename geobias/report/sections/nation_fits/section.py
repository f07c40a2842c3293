"""The section on the regression of a survey's cells on those of a model."""

from __future__ import annotations

from collections.abc import Iterator

from geobias.report.page_tables import PageTable
from geobias.report.run import Run
from geobias.report.section import Finding, Picture, Section
from geobias.report.sections.nation_fits.figures import cell_scatter, fit_dots
from geobias.report.sections.nation_fits.rows import cells_of, fits_of
from geobias.report.sections.nation_fits.tables import cell_table, fit_table
from geobias.report.sections.nation_fits.words import fit_findings

SCATTER = (
    "Answers and respondents, cell by cell",
    "A panel a nation, a dot an age and sex: the mean projection of answers (across) and of respondents (upwards), "
    "with one standard error of each. Solid: the nation's line. Dashed: where both would be the same. Pale: other "
    "nations.",
)
FITS = (
    "Fits by nation",
    "Dots with intervals of answers and respondents drawn anew; the nation that lies nearest above. An interval "
    "of RMSE is of means without noise, which can only add to RMSE: the dot may lie above it. A slope of 1 (dashed) "
    "follows the survey step by step, one of 0 says nothing of it.",
)


def _findings(run: Run) -> Iterator[Finding]:
    fits = fits_of(run)
    if fits is not None:
        yield from fit_findings(fits, headline=True)


def _pictures(run: Run) -> Iterator[Picture]:
    fits, cells = fits_of(run), cells_of(run)
    if cells is not None:
        yield Picture("cells", *SCATTER, cell_scatter(cells, fits))
    if fits is not None and fits["rmse"].notna().any():
        yield Picture("nation-fits", *FITS, fit_dots(fits))


def _tables(run: Run) -> Iterator[PageTable]:
    fits, cells = fits_of(run), run.table("cells")
    if fits is not None:
        yield fit_table(fits)
    if cells is not None:
        yield cell_table(cells)


SECTION = Section("nation-fits", "Do answers fit the survey?", _findings, _pictures, _tables)
