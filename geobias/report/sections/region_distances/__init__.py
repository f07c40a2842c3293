"""How far apart regions' statements lie, and whether gaps go with that."""

from geobias.report.sections.region_distances.section import SECTION

__all__ = ["SECTION"]
