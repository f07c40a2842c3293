"""Whether what is learned of one region serves another."""

from geobias.report.sections.transfer.section import SECTION

__all__ = ["SECTION"]
