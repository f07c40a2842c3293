"""Whether distances go with gaps: coefficients, regressions, what single groups do to them."""

from geobias.report.sections.relations.section import SECTION

__all__ = ["SECTION"]
