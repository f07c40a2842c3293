"""Separations: distances between groups beside their noise floor, with an interval and a test by permuted clusters."""

from geobias.measures.separation.clusters import cluster_documents
from geobias.measures.separation.dealing import Dealt, deal_samples
from geobias.measures.separation.partitions import Dealing, partition_distances
from geobias.measures.separation.resampling import ResamplingSpread, resampling_spread, seed_spread
from geobias.measures.separation.samples import Samples, common_diameter, divergences
from geobias.measures.separation.settings import METHOD as METHOD
from geobias.measures.separation.settings import SeparationSettings
from geobias.measures.separation.sinkhorn import sinkhorn_separation, size_curve
from geobias.measures.separation.unbiased import unbiased_separation

__all__ = [
    "Dealing",
    "Dealt",
    "ResamplingSpread",
    "Samples",
    "SeparationSettings",
    "cluster_documents",
    "common_diameter",
    "deal_samples",
    "divergences",
    "partition_distances",
    "resampling_spread",
    "seed_spread",
    "sinkhorn_separation",
    "size_curve",
    "unbiased_separation",
]
