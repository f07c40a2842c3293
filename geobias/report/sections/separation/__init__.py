"""How far apart groups are, beside how far apart a group is from itself."""

from geobias.report.sections.separation.figures import (
    as_distances,
    floor_figure,
    floored,
    separation_tables,
    unbiased,
    unbiased_figure,
    units_of,
)
from geobias.report.sections.separation.section import SECTION

__all__ = [
    "SECTION",
    "as_distances",
    "floor_figure",
    "floored",
    "separation_tables",
    "unbiased",
    "unbiased_figure",
    "units_of",
]
