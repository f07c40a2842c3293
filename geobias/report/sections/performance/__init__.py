"""Scores of a task by group, and their gaps."""

from geobias.report.sections.performance.gap_intervals import as_gaps
from geobias.report.sections.performance.section import SECTION

__all__ = ["SECTION", "as_gaps"]
