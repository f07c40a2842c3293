"""How far annotators agree with each other, and what their answers vary by."""

from geobias.report.sections.agreement.section import SECTION

__all__ = ["SECTION"]
