"""Which regions a model names for statements, and which it prefers."""

from geobias.report.sections.named_regions.section import SECTION

__all__ = ["SECTION"]
