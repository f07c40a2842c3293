"""Distances between point clouds: torch and numpy in, tensors out; importable alone."""

from geobias.distances.backends import BackendStatus, available_backends
from geobias.distances.bootstrap import bootstrap_diameter, bootstrap_sinkhorn_divergence
from geobias.distances.inputs import cloud_diameter
from geobias.distances.pairwise import pairwise_sinkhorn_divergence
from geobias.distances.sinkhorn import SinkhornSolution, sinkhorn_divergence, solve_sinkhorn

__all__ = [
    "BackendStatus",
    "SinkhornSolution",
    "available_backends",
    "bootstrap_diameter",
    "bootstrap_sinkhorn_divergence",
    "cloud_diameter",
    "pairwise_sinkhorn_divergence",
    "sinkhorn_divergence",
    "solve_sinkhorn",
]
