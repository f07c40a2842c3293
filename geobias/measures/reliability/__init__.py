"""Reliability: how far tables of other texts would say the same, and what relations they then could show."""

from geobias.measures.reliability.bootstrap_intervals import interval_method, relation_intervals
from geobias.measures.reliability.resampling import ResampledTables, resampled_tables
from geobias.measures.reliability.sample import UnitSample
from geobias.measures.reliability.settings import DISTANCES, ReliabilitySettings
from geobias.measures.reliability.split_halves import reliabilities

__all__ = [
    "DISTANCES",
    "ReliabilitySettings",
    "ResampledTables",
    "UnitSample",
    "interval_method",
    "relation_intervals",
    "reliabilities",
    "resampled_tables",
]
