"""Distances between placebo groups: the negative control of everything that is said of the true ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from geobias.clouds import TokenClouds
from geobias.distances import cloud_diameter
from geobias.errors import InputError
from geobias.measures.geometry import DistanceSettings
from geobias.measures.keeping import FORGETTING, Keeping
from geobias.measures.separation.clusters import cluster_documents
from geobias.measures.separation.samples import Samples, divergences
from geobias.seeds import generator
from geobias.stats import excess, mean_dissimilarities

_PART = 10  # assignments that are computed and kept together


@dataclass(frozen=True)
class Dealing:
    """Each group of an assignment gives `samples` disjoint samples of `size` clusters.

    seed : an assignment draws from a stream of its own place in the list.
    """

    size: int
    samples: int = 2
    seed: int = 0

    def deal(self, assignment: np.ndarray, groups: int, place: int) -> np.ndarray:
        """Clusters of every sample, group after group, int64 (groups * samples, size)."""
        rng, wanted = generator(self.seed, "partitions", place), self.samples * self.size
        drawn = [rng.permutation(np.flatnonzero(assignment == group))[:wanted] for group in range(groups)]
        return np.concatenate(drawn).reshape(groups * self.samples, self.size)


def partition_distances(
    clouds: TokenClouds,
    assignments: np.ndarray,
    dealing: Dealing,
    *,
    clusters: Any | None = None,
    measure: Literal["value", "excess"] = "excess",
    distance: DistanceSettings | None = None,
    keeping: Keeping = FORGETTING,
) -> np.ndarray:
    """Sinkhorn divergences between the groups of many assignments of the same clusters, float64 (B, G, G).

    Parameters
    ----------
    clouds : the documents of all groups together.
    assignments : int (B, clusters), the group 0 to G - 1 of every cluster, negative = left out; clusters are numbered
        in the sorted order of their names, documents where each is one. Make one of them the true assignment, so that
        true and placebo groups go through the same.
    measure : "value", the mean between samples of two groups, the diagonal their floor (NaN for one sample); or
        "excess", less the mean of the two floors (two samples or more), the diagonal 0.

    Raises
    ------
    InputError : a group of an assignment with fewer clusters than samples * size.
    """
    of_clusters = cluster_documents(clusters, len(clouds), "all")
    groups = _checked(assignments, len(of_clusters), dealing, measure)
    how = distance or DistanceSettings()
    diameter = cloud_diameter([clouds.points])
    labels = np.repeat(np.arange(groups), dealing.samples)
    kept = {"clusters": [np.concatenate(of_clusters), [*map(len, of_clusters)]], "diameter": diameter, **how.deciding}
    tables = []
    for start in range(0, len(assignments), _PART):
        numbers = range(start, min(start + _PART, len(assignments)))
        dealt = [dealing.deal(assignments[b], groups, b) for b in numbers]

        def compute(dealt: list[np.ndarray] = dealt) -> np.ndarray:
            made = [Samples.of_clusters("placebo group", clouds, of_clusters, one) for one in dealt]
            return np.stack([divergences([one], how, diameter, keeping.workers) for one in made])

        matrices = keeping.keep(f"partitions-m{dealing.size}-{start}", {**kept, "dealt": dealt}, compute)
        tables += [mean_dissimilarities(matrix, labels, groups) for matrix in matrices]
        keeping.tell(numbers[-1] + 1, len(assignments))
    means = np.stack(tables)
    return excess(means) if measure == "excess" else means


def _checked(assignments: np.ndarray, clusters: int, dealing: Dealing, measure: str) -> int:
    size, samples = dealing.size, dealing.samples
    if assignments.ndim != 2 or assignments.shape[1] != clusters or not np.issubdtype(assignments.dtype, np.integer):
        raise InputError(
            f"assignments must be int (B, {clusters}), a group for every cluster",
            f"they are {assignments.dtype} of shape {assignments.shape}",
            "Number the groups from 0.",
        )
    if measure not in ("value", "excess") or samples < (2 if measure == "excess" else 1):
        raise InputError(
            "measure must be 'value', or 'excess' with at least 2 samples",
            f"it is {measure!r} with {samples}",
            "Pass samples=2.",
        )
    groups = int(assignments.max()) + 1
    smallest = min(int((row == group).sum()) for row in assignments for group in range(groups))
    if smallest < samples * size or size < 1:
        raise InputError(
            f"every group of every assignment must have {samples} x {size} clusters",
            f"one has {smallest}",
            "Lower size.",
        )
    return groups
