"""The whole pipeline on random partitions, and on planted shifts."""

from geobias.report.sections.controls.section import SECTION

__all__ = ["SECTION"]
