"""Differences: whether the texts of two groups have one law, and how far apart they are, whole units exchanged."""

from geobias.measures.differences.groups import UnitGroup, like_units, texts_per_unit
from geobias.measures.differences.settings import STATISTIC, STATISTICS, DifferenceSettings

__all__ = ["STATISTIC", "STATISTICS", "DifferenceSettings", "UnitGroup", "like_units", "texts_per_unit"]
