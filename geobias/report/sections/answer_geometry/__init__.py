"""How far apart nations' answers lie in the space of an encoder, and whether people lie apart alike."""

from geobias.report.sections.answer_geometry.section import SECTION

__all__ = ["SECTION"]
