"""Distances between groups of texts that an encoder has read, by every method that is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from geobias.clouds import TokenClouds
from geobias.measures import DistanceSettings, Keeping
from geobias.measures.separation import SeparationSettings, sinkhorn_separation, unbiased_separation
from geobias.tables import SeparationTable

SINKHORN = "sinkhorn"


@dataclass(frozen=True, eq=False)
class EncodedTexts:
    """n texts as an encoder has them.

    Attributes
    ----------
    vectors : float32 (n, d). clusters : n strings or ints; texts of one cluster (near-duplicates, answers to one
        prompt) are no independent draws.
    clouds : their token vectors, for Sinkhorn; None = that is not measured.
    """

    vectors: np.ndarray
    clusters: np.ndarray
    clouds: TokenClouds | None = None


def cloud_distances(
    texts: EncodedTexts,
    groups: Mapping[str, np.ndarray],
    separation: SeparationSettings,
    distance: DistanceSettings,
    seed: int,
    keeping: Keeping,
) -> list[SeparationTable]:
    """A table for each of `separation.methods`; "sinkhorn" is left out where there are no clouds.

    groups : name -> rows of its texts. keeping : its inputs must name the texts.

    Energy distance, MMD and crossnobis are unbiased, 0 on average for equal groups; Sinkhorn divergences stand beside
    their floors, between samples of one group.
    """
    clusters = {name: texts.clusters[rows] for name, rows in groups.items()}
    found = []
    for method in separation.methods:
        if method != "sinkhorn":
            vectors = {name: texts.vectors[rows] for name, rows in groups.items()}
            options: dict[str, Any] = {"clusters": clusters, "seed": seed, "workers": keeping.workers}
            found.append(unbiased_separation(vectors, separation, method=method, **options))
        elif texts.clouds is not None:
            clouds = {name: texts.clouds.select(torch.from_numpy(rows)) for name, rows in groups.items()}
            options = {"clusters": clusters, "seed": seed, "distance": distance, "keeping": keeping}
            found.append(sinkhorn_separation(clouds, separation, **options))
    return found


def few_clusters(
    clusters: np.ndarray, groups: Mapping[str, np.ndarray], least: int
) -> tuple[dict[str, np.ndarray], dict[str, int]]:
    """The groups with clusters enough, and how many the others have."""
    counts = {name: len(set(clusters[rows].tolist())) for name, rows in groups.items()}
    kept = {name: rows for name, rows in groups.items() if counts[name] >= least}
    return kept, {name: count for name, count in counts.items() if name not in kept}
