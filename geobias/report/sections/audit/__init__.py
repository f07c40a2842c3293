"""What could make a comparison of these groups meaningless."""

from geobias.report.sections.audit.section import SECTION

__all__ = ["SECTION"]
