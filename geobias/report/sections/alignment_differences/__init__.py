"""Whether sources go more with one group of annotators than with another."""

from geobias.report.sections.alignment_differences.section import SECTION

__all__ = ["SECTION"]
