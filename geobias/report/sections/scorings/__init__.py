"""Whether the fit to a survey hangs on how statements become a projection."""

from geobias.report.sections.scorings.section import SECTION

__all__ = ["SECTION"]
