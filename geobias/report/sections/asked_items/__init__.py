"""Which items a benchmark has, and what was asked of them."""

from geobias.report.sections.asked_items.section import SECTION

__all__ = ["SECTION"]
