"""Differences: whether the texts of two groups have one law, and how far apart they are, whole units exchanged."""

from geobias.measures.differences.distance_law import best_auc as best_auc
from geobias.measures.differences.distance_law import distance_of as distance_of
from geobias.measures.differences.effects import difference_effects
from geobias.measures.differences.groups import UnitGroup, texts_per_unit
from geobias.measures.differences.matching import adjusted_groups
from geobias.measures.differences.matching import match as match
from geobias.measures.differences.matching import strata as strata
from geobias.measures.differences.omnibus import omnibus_tests
from geobias.measures.differences.placebo import length_split
from geobias.measures.differences.scaled_sinkhorn import count_divergences
from geobias.measures.differences.settings import STATISTIC, STATISTICS, DifferenceSettings

__all__ = [
    "STATISTIC",
    "STATISTICS",
    "DifferenceSettings",
    "UnitGroup",
    "adjusted_groups",
    "count_divergences",
    "difference_effects",
    "length_split",
    "omnibus_tests",
    "texts_per_unit",
]
