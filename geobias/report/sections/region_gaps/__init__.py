"""Whether models answer better, or more often, about some regions."""

from geobias.report.sections.region_gaps.section import OF_GROUPS, SECTION

__all__ = ["OF_GROUPS", "SECTION"]
