"""Whether the texts of groups differ, and by how much."""

from geobias.report.sections.differences.rows import as_distances
from geobias.report.sections.differences.section import SECTION

__all__ = ["SECTION", "as_distances"]
