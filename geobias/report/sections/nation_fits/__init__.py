"""How well a model's mean answers for people of a nation go with what people of that nation say."""

from geobias.report.sections.nation_fits.rows import all_fits
from geobias.report.sections.nation_fits.section import SECTION

__all__ = ["SECTION", "all_fits"]
