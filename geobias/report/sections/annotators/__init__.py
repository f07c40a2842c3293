"""Who answered, what was left out, and which groups are too small to be told."""

from geobias.report.sections.annotators.section import SECTION

__all__ = ["SECTION"]
