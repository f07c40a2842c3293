"""Published numbers beside the same computed anew, and whether each is valid."""

from geobias.report.sections.published_values.section import SECTION

__all__ = ["SECTION"]
