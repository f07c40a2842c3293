"""Scores of a task by group, and their gaps."""

from geobias.report.sections.performance.figures import FIRST
from geobias.report.sections.performance.gap_intervals import as_gaps, gap_figure, gap_interval_table
from geobias.report.sections.performance.section import SECTION
from geobias.report.sections.performance.tables import model_table

__all__ = [
    "FIRST",
    "SECTION",
    "as_gaps",
    "gap_figure",
    "gap_interval_table",
    "model_table",
]
