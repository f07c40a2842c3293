"""Wrong answers, one by one."""

from geobias.report.sections.etiquette_examples.section import SECTION

__all__ = ["SECTION"]
