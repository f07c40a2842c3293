"""Whether regions that are rare in the reference set are far from it."""

from geobias.report.sections.representation.section import SECTION

__all__ = ["SECTION"]
