"""What was asked, of whom, and how answers were scored."""

from geobias.report.sections.interview.section import SECTION

__all__ = ["SECTION"]
