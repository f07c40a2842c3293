"""With which groups of annotators sources agree: r as published, and what is left of it."""

from geobias.report.sections.alignment.section import SECTION

__all__ = ["SECTION"]
