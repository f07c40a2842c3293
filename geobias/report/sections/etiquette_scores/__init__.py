"""How right answers about each region are, and what abstentions could change of it."""

from geobias.report.sections.etiquette_scores.figures import Scale, cell_map, region_dots
from geobias.report.sections.etiquette_scores.section import SECTION
from geobias.report.sections.etiquette_scores.tables import score_tables

__all__ = ["SECTION", "Scale", "cell_map", "region_dots", "score_tables"]
