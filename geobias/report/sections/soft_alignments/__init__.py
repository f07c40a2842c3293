"""How far distributions of answers lie from what sources say."""

from geobias.report.sections.soft_alignments.section import SECTION

__all__ = ["SECTION"]
