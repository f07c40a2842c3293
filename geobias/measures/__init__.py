"""Measures: draws and vectors, or predictions, become pairwise tables and scores."""

from geobias.measures.discriminants import Documents, discriminant_points, lda_tables, least_documents
from geobias.measures.geometry import DistanceSettings, sinkhorn_table
from geobias.measures.keeping import Keeping
from geobias.measures.positions import PositionShare, position_share
from geobias.measures.stopping import Stopping

__all__ = [
    "DistanceSettings",
    "Documents",
    "Keeping",
    "PositionShare",
    "Stopping",
    "discriminant_points",
    "lda_tables",
    "least_documents",
    "position_share",
    "sinkhorn_table",
]
