"""Each value by age, of answers and of respondents."""

from geobias.report.sections.age_items.section import SECTION

__all__ = ["SECTION"]
