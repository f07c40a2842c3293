"""With which statements answers resonate, and whether they contradict themselves."""

from geobias.report.sections.statements.section import SECTION

__all__ = ["SECTION"]
