"""The short texts of all regions together, by the clusters that are dealt to placebo groups."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from geobias.clouds import TokenClouds
from geobias.measures.separation import cluster_documents
from geobias.pipeline import LEAST_CLUSTERS, Embeddings, Materials
from geobias.seeds import generator

Vectors = Callable[[np.ndarray], np.ndarray]
Clouds = Callable[[np.ndarray], TokenClouds]


@dataclass(frozen=True)
class Regions:
    """N texts in clusters (texts, authors, days), the clusters of all regions numbered together.

    rows : of the corpus, int64 (N,). cluster_names : of each text, (N,). owners : the region of each cluster, in the
        order of their names, int64 (clusters,).
    vectors : rows of the corpus -> float32 (rows, d). clouds : rows of the corpus -> their token clouds.
    """

    names: tuple[str, ...]
    rows: np.ndarray
    cluster_names: np.ndarray
    owners: np.ndarray
    vectors: Vectors
    clouds: Clouds

    @classmethod
    def of(cls, materials: Materials, embeddings: Embeddings, owned: Mapping[str, np.ndarray]) -> Regions:
        """Of the rows that every region has in the control; see `control_rows`."""
        names, rows = tuple(owned), np.concatenate(list(owned.values()))
        owner = np.repeat(np.arange(len(names)), [len(some) for some in owned.values()])
        corpus = materials.corpus
        labels = cluster_labels(materials.clusters, rows, owner)
        found = cls(
            names, rows, labels, owner[:0], embeddings.vectors(corpus), lambda some: embeddings.clouds(corpus, some)
        )
        return replace(found, owners=np.array([owner[documents[0]] for documents in found.clusters]))

    @cached_property
    def clusters(self) -> list[np.ndarray]:
        """For every cluster the positions of its texts in `rows`."""
        return cluster_documents(self.cluster_names, len(self.rows), "all")

    @cached_property
    def owner_of_text(self) -> np.ndarray:
        """The region of every text, int64 (N,)."""
        owner = np.empty(len(self.rows), dtype=np.int64)
        for cluster, documents in enumerate(self.clusters):
            owner[documents] = self.owners[cluster]
        return owner

    @cached_property
    def texts(self) -> np.ndarray:
        """Vectors of the texts, float64 (N, d)."""
        return self.vectors(self.rows).astype(np.float64)

    @cached_property
    def points(self) -> np.ndarray:
        """The mean vector of every cluster, float64 (clusters, d): a cluster weighs the same whatever its texts."""
        sums = np.zeros((len(self.clusters), self.texts.shape[1]))
        for cluster, documents in enumerate(self.clusters):
            sums[cluster] = self.texts[documents].mean(0)
        return sums

    def documents(self, assignment: np.ndarray) -> list[np.ndarray]:
        """Positions of the texts of every group of an assignment of clusters."""
        return [
            np.concatenate([self.clusters[cluster] for cluster in np.flatnonzero(assignment == group)])
            for group in range(len(self.names))
        ]

    def some(self, kept: np.ndarray, vectors: Vectors | None = None) -> Regions:
        """Those of the texts that `kept`, bool (N,), marks, by other vectors if given."""
        owner = self.owner_of_text[kept]
        found = replace(
            self, rows=self.rows[kept], cluster_names=self.cluster_names[kept], vectors=vectors or self.vectors
        )
        return replace(found, owners=np.array([owner[documents[0]] for documents in found.clusters]))

    def fewer_than(self, clusters: int, kept: np.ndarray) -> list[str]:
        """Regions that have fewer clusters than so many among the texts that `kept`, bool (N,), marks."""
        counts = [
            len(np.unique(self.cluster_names[kept & (self.owner_of_text == place)])) for place in range(len(self.names))
        ]
        return [name for name, count in zip(self.names, counts, strict=True) if count < clusters]


def cluster_labels(clusters: np.ndarray, rows: np.ndarray, owner: np.ndarray) -> np.ndarray:
    """A name for the cluster of each row; an author who writes from two regions is a cluster in each."""
    return np.array([f"{number:06d} {name}" for number, name in zip(owner, clusters[rows], strict=True)])


def control_rows(materials: Materials, largest: int | None = None, seed: int = 0) -> dict[str, np.ndarray]:
    """Region -> the rows of its pool that are scored, each copied text once; without regions of fewer than
    `LEAST_CLUSTERS` clusters.

    largest : clusters of a region at most, drawn at random; None = all.
    """
    pools, clusters = materials.pools, materials.clusters
    found = {}
    for name in pools.regions:
        rows = np.intersect1d(pools.rows[name], pools.scored[name])
        rows = rows[materials.units.counted[rows]]
        of_rows = clusters[rows]
        distinct = np.unique(of_rows)
        if largest is not None and len(distinct) > largest:
            chosen = generator(seed, "control clusters", name).choice(distinct, largest, replace=False)
            rows = rows[np.isin(of_rows, chosen)]
        if len(distinct) >= LEAST_CLUSTERS:
            found[name] = rows
    return found
