"""The largest differences in alignment beside those of groups that mean nothing."""

from geobias.report.sections.alignment_placebos.section import SECTION

__all__ = ["SECTION"]
