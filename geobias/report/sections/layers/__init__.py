"""Distances over the layers of an encoder, where a study names several."""

from geobias.report.sections.layers.section import SECTION

__all__ = ["SECTION"]
