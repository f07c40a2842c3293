"""Whether distances go with gaps: coefficients, regressions, what single groups do to them."""

from geobias.report.sections.relations.rows import full
from geobias.report.sections.relations.scatter import relation_scatter
from geobias.report.sections.relations.section import SECTION

__all__ = [
    "SECTION",
    "full",
    "relation_scatter",
]
