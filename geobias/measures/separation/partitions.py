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

    samples : one number for all groups, or one for each.
    seed : an assignment draws from a stream of its own place in the list.
    first : place of the first assignment, where these are a part of others.
    """

    size: int
    samples: int | tuple[int, ...] = 2
    seed: int = 0
    first: int = 0

    def of_groups(self, groups: int) -> tuple[int, ...]:
        """Samples of each of so many groups."""
        return (self.samples,) * groups if isinstance(self.samples, int) else self.samples

    def deal(self, assignment: np.ndarray, groups: int, place: int) -> np.ndarray:
        """Clusters of every sample, group after group, int64 (samples of all groups, size)."""
        rng = generator(self.seed, "partitions", self.first + place)
        drawn = [
            rng.permutation(np.flatnonzero(assignment == group))[: samples * self.size]
            for group, samples in enumerate(self.of_groups(groups))
        ]
        return np.concatenate(drawn).reshape(-1, self.size)


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
    labels = np.repeat(np.arange(groups), dealing.of_groups(groups))
    kept = {"clusters": [np.concatenate(of_clusters), [*map(len, of_clusters)]], "diameter": diameter, **how.deciding}
    tables = []
    for start in range(0, len(assignments), _PART):
        numbers = range(start, min(start + _PART, len(assignments)))
        dealt = [dealing.deal(assignments[b], groups, b) for b in numbers]

        def compute(dealt: list[np.ndarray] = dealt) -> np.ndarray:
            made = [Samples.of_clusters("placebo group", clouds, of_clusters, one) for one in dealt]
            return np.stack([divergences([one], how, diameter, keeping.workers) for one in made])

        name = f"partitions-m{dealing.size}-{dealing.first + start}"
        matrices = keeping.keep(name, {**kept, "dealt": dealt}, compute)
        tables += [mean_dissimilarities(matrix, labels, groups) for matrix in matrices]
        keeping.tell(numbers[-1] + 1, len(assignments))
    means = np.stack(tables)
    return excess(means) if measure == "excess" else means


def _checked(assignments: np.ndarray, clusters: int, dealing: Dealing, measure: str) -> int:
    if assignments.ndim != 2 or assignments.shape[1] != clusters or not np.issubdtype(assignments.dtype, np.integer):
        raise InputError(
            f"assignments must be int (B, {clusters}), a group for every cluster",
            f"they are {assignments.dtype} of shape {assignments.shape}",
            "Number the groups from 0.",
        )
    groups = int(assignments.max()) + 1
    samples, size = dealing.of_groups(groups), dealing.size
    if measure not in ("value", "excess") or min(samples) < (2 if measure == "excess" else 1):
        raise InputError(
            "measure must be 'value', or 'excess' with at least 2 samples",
            f"it is {measure!r} with {dealing.samples}",
            "Pass samples=2.",
        )
    if len(samples) != groups:
        raise InputError(
            f"samples must be one number, or one for each of {groups} groups",
            f"there are {len(samples)}",
            "Align them.",
        )
    sizes = np.stack([(assignments == group).sum(1) for group in range(groups)], axis=1)
    spare = sizes - np.array(samples) * size
    if spare.min() < 0 or size < 1:
        raise InputError(
            f"every group of every assignment must have {dealing.samples} x {size} clusters",
            f"one has {sizes.flat[spare.argmin()]}",
            "Lower size.",
        )
    return groups
