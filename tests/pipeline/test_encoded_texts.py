"""Encoded texts: every method that is asked for, by groups and clusters."""

from __future__ import annotations

import numpy as np
import torch

from geobias.clouds import TokenClouds
from geobias.measures import DistanceSettings, Keeping
from geobias.measures.separation import SeparationSettings, unbiased_separation
from geobias.pipeline import EncodedTexts, as_distance, cloud_distances, few_clusters

RNG = np.random.default_rng(0)
VECTORS = RNG.standard_normal((48, 4)).astype(np.float32)
GROUPS = {"a": np.arange(0, 24), "b": np.arange(24, 48)}
CLUSTERS = np.arange(48) // 2
SEPARATION = SeparationSettings(methods=("energy", "sinkhorn"), vector_permutations=99, permutations=99)


def measured(clouds):
    return cloud_distances(
        EncodedTexts(VECTORS, CLUSTERS, clouds), GROUPS, SEPARATION, DistanceSettings(), 0, Keeping()
    )


def test_vectors_are_compared_by_clusters_and_clouds_where_there_are_some():
    found = measured(TokenClouds.from_list([torch.from_numpy(RNG.standard_normal((3, 4))).float() for _ in range(48)]))
    assert [table.rows[0].quantity for table in found] == ["energy", "sinkhorn"]
    vectors, clusters = ({name: of[rows] for name, rows in GROUPS.items()} for of in (VECTORS, CLUSTERS))
    assert found[0].rows == unbiased_separation(vectors, SEPARATION, clusters=clusters).rows
    assert [as_distance(table).quantity for table in found] == ["energy", "sinkhorn_excess"]
    assert [table.rows[0].quantity for table in measured(None)] == ["energy"]


def test_groups_of_few_clusters_are_counted():
    kept, few = few_clusters(CLUSTERS, GROUPS | {"c": np.arange(5)}, 4)
    assert (list(kept), few) == (["a", "b"], {"c": 3})
