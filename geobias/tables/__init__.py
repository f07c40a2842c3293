"""The tables that flow between rooms.

Values are numpy arrays; pandas is imported by `to_frame` and `from_frame` alone, so that the light rooms stay light.
"""

from geobias.tables.intervals import (
    CompositionEffect,
    CompositionTable,
    GapInterval,
    GapIntervalTable,
    ScoreInterval,
    ScoreIntervalTable,
)
from geobias.tables.pairs import PairTable
from geobias.tables.predictions import Predictions
from geobias.tables.relations import Relation, RelationTable
from geobias.tables.rows import RowTable, read_frame
from geobias.tables.scores import ScoreTable
from geobias.tables.separation import Separation, SeparationTable

__all__ = [
    "CompositionEffect",
    "CompositionTable",
    "GapInterval",
    "GapIntervalTable",
    "PairTable",
    "Predictions",
    "Relation",
    "RelationTable",
    "RowTable",
    "ScoreInterval",
    "ScoreIntervalTable",
    "ScoreTable",
    "Separation",
    "SeparationTable",
    "read_frame",
]
