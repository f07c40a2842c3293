"""Whether a model states, asked a survey's items, what its texts say."""

from geobias.report.sections.stated_values.section import SECTION

__all__ = ["SECTION"]
