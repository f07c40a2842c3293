"""Distances between point clouds: torch and numpy in, tensors out; importable alone."""

from geobias.distances.backends import BackendStatus, available_backends
from geobias.distances.bootstrap import bootstrap_diameter, bootstrap_sinkhorn_divergence
from geobias.distances.energy import energy_distance
from geobias.distances.exact import exact_wasserstein
from geobias.distances.gaussian import bures_wasserstein, gaussian_wasserstein
from geobias.distances.inputs import cloud_diameter
from geobias.distances.mmd import median_bandwidth, mmd
from geobias.distances.pairwise import pairwise_sinkhorn_divergence
from geobias.distances.samples_loss import SamplesLoss
from geobias.distances.sinkhorn import SinkhornSolution, sinkhorn_divergence, solve_sinkhorn
from geobias.distances.sliced import sliced_wasserstein, wasserstein_1d

__all__ = [
    "BackendStatus",
    "SamplesLoss",
    "SinkhornSolution",
    "available_backends",
    "bootstrap_diameter",
    "bootstrap_sinkhorn_divergence",
    "bures_wasserstein",
    "cloud_diameter",
    "energy_distance",
    "exact_wasserstein",
    "gaussian_wasserstein",
    "median_bandwidth",
    "mmd",
    "pairwise_sinkhorn_divergence",
    "sinkhorn_divergence",
    "sliced_wasserstein",
    "solve_sinkhorn",
    "wasserstein_1d",
]
