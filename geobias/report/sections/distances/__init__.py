"""Distances as they were measured: heat maps, repeats, maps, discriminant components."""

from geobias.report.sections.distances.section import SECTION

__all__ = ["SECTION"]
