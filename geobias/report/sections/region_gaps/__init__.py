"""Whether models answer better, or more often, about some regions."""

from geobias.report.sections.region_gaps.section import SECTION

__all__ = ["SECTION"]
