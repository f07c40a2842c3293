"""Random groups of the regions' texts, and what the pipeline measures on them as it does on the true ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from geobias.clouds import TokenClouds
from geobias.measures import DistanceSettings, Keeping
from geobias.measures.scores import score
from geobias.measures.separation import Dealing, cluster_documents, partition_distances
from geobias.pipeline import LEAST_CLUSTERS, Embeddings, Materials
from geobias.seeds import generator
from geobias.tables import Predictions, ScoreTable

SAMPLES = 2  # of every placebo group; its floor needs two

Vectors = Callable[[np.ndarray], np.ndarray]
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Regions:
    """The short texts of all regions together, by clusters.

    rows : of the corpus. cluster_names : of each text. owners : the region of each cluster, in the order of their
        names.
    clouds : of all rows. vectors : rows of the corpus -> float32 (rows, d).
    """

    names: tuple[str, ...]
    rows: np.ndarray
    cluster_names: np.ndarray
    owners: np.ndarray
    clouds: TokenClouds
    vectors: Vectors

    @classmethod
    def of(cls, materials: Materials, embeddings: Embeddings, owned: Mapping[str, np.ndarray]) -> Regions:
        """Of the rows that every region has in the control; see `control_rows`."""
        names, rows = tuple(owned), np.concatenate(list(owned.values()))
        owner = np.repeat(np.arange(len(names)), [len(some) for some in owned.values()])
        known = np.arange(len(rows)) if materials.clusters is None else materials.clusters[rows]
        # An author who writes from two regions is a cluster in each.
        labels = np.array([f"{number:06d} {name}" for number, name in zip(owner, known, strict=True)])
        corpus = materials.corpus
        clusters = cluster_documents(labels, len(rows), "all")
        owners = np.array([owner[documents[0]] for documents in clusters])
        return cls(names, rows, labels, owners, embeddings.clouds(corpus, rows), embeddings.vectors(corpus))

    @cached_property
    def clusters(self) -> list[np.ndarray]:
        return cluster_documents(self.cluster_names, len(self.rows), "all")

    def size(self, most: int) -> int:
        """Clusters of a sample: at most `most`, and `SAMPLES` times in the smallest group."""
        return min(most, int(np.bincount(self.owners).min()) // SAMPLES)

    def documents(self, assignment: np.ndarray) -> list[np.ndarray]:
        """Positions of the texts of every group of an assignment of clusters."""
        return [
            np.concatenate([self.clusters[cluster] for cluster in np.flatnonzero(assignment == group)])
            for group in range(len(self.names))
        ]


def control_rows(materials: Materials) -> dict[str, np.ndarray]:
    """Region -> the rows of its pool that are scored; without regions of fewer than `LEAST_CLUSTERS` clusters."""
    pools, clusters = materials.pools, materials.clusters
    scored = {name: np.intersect1d(pools.rows[name], pools.scored[name]) for name in pools.regions}
    counts = {name: len(rows if clusters is None else np.unique(clusters[rows])) for name, rows in scored.items()}
    return {name: rows for name, rows in scored.items() if counts[name] >= LEAST_CLUSTERS}


def partitions(regions: Regions, count: int, seed: int) -> np.ndarray:
    """Assignments of clusters to groups, int64 (1 + count, clusters): the true one, and permutations of it."""
    rng = generator(seed, "control partitions")
    return np.stack([regions.owners, *(rng.permutation(regions.owners) for _ in range(count))])


@dataclass(frozen=True)
class Comparison:
    """How the groups of an assignment are compared: by which divergence, at which size, and where results are kept.

    most : clusters of a sample at most.
    """

    distance: DistanceSettings
    most: int
    seed: int
    keeping: Keeping

    def excesses(
        self,
        regions: Regions,
        assignments: np.ndarray,
        progress: Progress | None = None,
        clouds: TokenClouds | None = None,
        planted: Mapping[str, Any] | None = None,
    ) -> np.ndarray:
        """Sinkhorn excesses between the groups of every assignment, float64 (B, G, G).

        Parameters
        ----------
        clouds : in place of the true ones; `planted` says what made them, for the key.
        """
        keeping = self.keeping.under(**(planted or {}), rows=regions.rows)
        return partition_distances(
            clouds or regions.clouds,
            assignments,
            Dealing(regions.size(self.most), SAMPLES, self.seed),
            clusters=regions.cluster_names,
            distance=self.distance,
            keeping=replace(keeping, progress=progress),
        )


def scores_of(regions: Regions, predictions: Predictions, assignments: np.ndarray, seed: int) -> ScoreTable:
    """Scores of every assignment's groups, on as many texts each as the smallest has."""
    rng = generator(seed, "control scores")
    draws = []
    for assignment in assignments:
        groups = [rng.permutation(group) for group in regions.documents(assignment)]
        least = min(map(len, groups))
        draws.append({name: regions.rows[g[:least]] for name, g in zip(regions.names, groups, strict=True)})
    return score(predictions, draws)


def pairs_of(tables: np.ndarray) -> np.ndarray:
    """(B, G, G) as (B, pairs)."""
    rows, columns = np.triu_indices(tables.shape[-1], 1)
    return tables[:, rows, columns]
