"""How right answers about each region are, and what abstentions could change of it."""

from geobias.report.sections.etiquette_scores.section import SECTION

__all__ = ["SECTION"]
