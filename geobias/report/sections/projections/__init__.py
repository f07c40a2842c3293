"""Where answers and respondents lie on the axis, by nation, age and sex."""

from geobias.report.sections.projections.section import SECTION

__all__ = ["SECTION"]
