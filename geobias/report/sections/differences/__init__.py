"""Whether the texts of groups differ, and by how much."""

from geobias.report.sections.differences.section import SECTION

__all__ = ["SECTION"]
