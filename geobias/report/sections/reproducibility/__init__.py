"""When, where and from what the numbers were made."""

from geobias.report.sections.reproducibility.section import SECTION

__all__ = ["SECTION"]
