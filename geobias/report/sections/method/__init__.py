"""The method in short, and the settings."""

from geobias.report.sections.method.section import SECTION

__all__ = ["SECTION"]
