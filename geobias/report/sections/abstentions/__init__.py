"""What is not answered, and why."""

from geobias.report.sections.abstentions.section import SECTION

__all__ = ["SECTION"]
