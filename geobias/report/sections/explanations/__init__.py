"""Which words make two groups differ, and what is left without them."""

from geobias.report.sections.explanations.section import SECTION

__all__ = ["SECTION"]
