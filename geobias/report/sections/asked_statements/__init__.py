"""Which statements there are, and what was asked of them."""

from geobias.report.sections.asked_statements.section import SECTION

__all__ = ["SECTION"]
