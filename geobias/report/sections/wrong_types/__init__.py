"""Which types of etiquette are answered wrongly."""

from geobias.report.sections.wrong_types.section import SECTION

__all__ = ["SECTION"]
