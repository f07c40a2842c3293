"""Differences: whether the texts of two groups have one law, and how far apart they are, whole units exchanged."""

from geobias.measures.differences.groups import UnitGroup
from geobias.measures.differences.omnibus import omnibus_tests
from geobias.measures.differences.pair_tests import OmnibusTest
from geobias.measures.differences.settings import STATISTIC, STATISTICS, DifferenceSettings

__all__ = ["STATISTIC", "STATISTICS", "DifferenceSettings", "OmnibusTest", "UnitGroup", "omnibus_tests"]
