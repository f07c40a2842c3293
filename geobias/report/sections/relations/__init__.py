"""Whether distances go with gaps: coefficients, regressions, what single groups do to them."""

from geobias.report.sections.relations.regression import regression_table
from geobias.report.sections.relations.rows import full
from geobias.report.sections.relations.scatter import relation_scatter
from geobias.report.sections.relations.section import SECTION

__all__ = [
    "SECTION",
    "full",
    "regression_table",
    "relation_scatter",
]
