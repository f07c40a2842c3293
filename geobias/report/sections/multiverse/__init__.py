"""One relation in many specifications."""

from geobias.report.sections.multiverse.section import SECTION

__all__ = ["SECTION"]
