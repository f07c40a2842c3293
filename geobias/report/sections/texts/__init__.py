"""What was read: the way of the texts to the groups, shares and labels."""

from geobias.report.sections.texts.section import SECTION

__all__ = ["SECTION"]
