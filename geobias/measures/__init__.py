"""Measures: draws and vectors, or predictions, become pairwise tables and scores."""

from geobias.measures.discriminants import discriminant_points, lda_tables, least_documents
from geobias.measures.geometry import DistanceSettings, Memo, sinkhorn_table

__all__ = [
    "DistanceSettings",
    "Memo",
    "discriminant_points",
    "lda_tables",
    "least_documents",
    "sinkhorn_table",
]
