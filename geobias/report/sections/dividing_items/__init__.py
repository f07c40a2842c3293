"""The items that groups of annotators are of two minds about."""

from geobias.report.sections.dividing_items.section import SECTION

__all__ = ["SECTION"]
