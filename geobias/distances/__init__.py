"""Distances between point clouds: torch and numpy in, tensors out; importable alone.

Public is what `__all__` names. The other names are for the rooms of geobias, which have options in hand where a caller
has keywords.
"""

from geobias.distances.backends import BACKENDS as BACKENDS
from geobias.distances.backends import BackendStatus, available_backends
from geobias.distances.backends import choose_backend as choose_backend
from geobias.distances.backends import usable_backends as usable_backends
from geobias.distances.bootstrap import bootstrap_diameter, bootstrap_sinkhorn_divergence
from geobias.distances.bootstrap import bootstrap_table as bootstrap_table
from geobias.distances.devices import resolve_devices as resolve_devices
from geobias.distances.energy import energy_distance
from geobias.distances.exact import exact_wasserstein
from geobias.distances.gaussian import bures_wasserstein, gaussian_wasserstein
from geobias.distances.inputs import cloud_diameter
from geobias.distances.mmd import median_bandwidth, mmd
from geobias.distances.pairwise import pairwise_sinkhorn_divergence
from geobias.distances.pairwise import pairwise_table as pairwise_table
from geobias.distances.problems import STORED_BYTES as STORED_BYTES
from geobias.distances.replicates import SHARED_BYTES as SHARED_BYTES
from geobias.distances.samples_loss import SamplesLoss
from geobias.distances.sinkhorn import SinkhornSolution, sinkhorn_divergence, solve_sinkhorn
from geobias.distances.sinkhorn_options import PRECISIONS as PRECISIONS
from geobias.distances.sinkhorn_options import SinkhornOptions as SinkhornOptions
from geobias.distances.sliced import sliced_wasserstein, wasserstein_1d
from geobias.distances.table_options import TableOptions as TableOptions
from geobias.distances.triton import TritonBackend as TritonBackend
from geobias.distances.triton import resident_sweep as resident_sweep
from geobias.distances.triton import streaming_sweep as streaming_sweep

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
