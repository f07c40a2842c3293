"""Clusters: documents of one cluster stay together, and samples share none."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.corpora import Corpus
from geobias.errors import InputError
from geobias.measures.separation.clusters import cluster_documents, clusters_of_groups, deal, like_clusters
from geobias.sampling import SamplingPlan, join_texts, make_pools


def test_documents_are_gathered_by_unit():
    found = cluster_documents(["b", "a", "b", "c"], 4, "au")
    assert [sorted(cluster.tolist()) for cluster in found] == [[1], [0, 2], [3]]
    assert [cluster.tolist() for cluster in cluster_documents(None, 3, "au")] == [[0], [1], [2]]
    assert [cluster.tolist() for cluster in cluster_documents(np.array([7, 7, 2]), 3, "au")] == [[2], [0, 1]]


@given(st.integers(2, 60), st.integers(1, 10), st.integers(2, 8), st.integers(0, 5))
def test_samples_share_no_unit(count, size, blocks, seed):
    if size > count:
        return
    dealt = deal(count, size, blocks, seed, "au")
    assert dealt.shape == (min(blocks, count // size), size)
    assert len(np.unique(dealt)) == dealt.size
    assert dealt.min() >= 0
    assert dealt.max() < count


def test_like_clusters_have_as_many_documents_as_the_smallest_of_any_group():
    clusters = {"au": [np.arange(3), np.arange(3, 8)], "ca": [np.array([0, 1]), np.array([2, 3])]}
    like = like_clusters(clusters, seed=0)
    assert like["ca"] is clusters["ca"]
    for cut, cluster in zip(like["au"], clusters["au"], strict=True):
        assert len(np.unique(cut)) == 2
        assert set(cut) <= set(cluster)
    drawn = [tuple(like_clusters(clusters, seed)["au"][1]) for seed in range(20)]
    assert len(set(drawn)) > 5


def test_a_group_is_dealt_alike_whoever_else_takes_part():
    assert np.array_equal(deal(30, 5, 4, 1, "au"), deal(30, 5, 4, 1, "au"))
    assert not np.array_equal(deal(30, 5, 4, 1, "au"), deal(30, 5, 4, 1, "ca"))
    assert not np.array_equal(deal(30, 5, 4, 1, "au"), deal(30, 5, 4, 2, "au"))


def test_samples_of_long_texts_share_no_source():
    short = Corpus(
        ids=np.array([f"t{i}" for i in range(80)], dtype=object),
        texts=np.array([f"word{i}" for i in range(80)], dtype=object),
        attributes={"region": np.repeat(np.array(["au", "nz"], dtype=object), [50, 30])},
    )
    plan = SamplingPlan(pool=None, mixed=False, baseline=False, min_documents=2, near_duplicates=None)
    pools = make_pools(short, plan, np.ones(len(short), dtype=bool), seed=0)
    long = join_texts(short, pools, join=3, documents=20, blocks=6, seed=0)
    for rows in long.pools.rows.values():
        clusters = cluster_documents(long.blocks[rows], len(rows), "au")
        samples = [np.concatenate([clusters[i] for i in sample]) for sample in deal(len(clusters), 2, 8, 0, "au")]
        sources = [set(long.sources[rows[documents]].ravel()) for documents in samples]
        assert len(samples) == 3
        assert all(not one & other for one, other in combinations(sources, 2))


def test_errors_name_the_group():
    with pytest.raises(InputError, match=r"of group 'nz' must be one per document \(3\), but their shape is \(2,\)"):
        clusters_of_groups({"au": 3, "nz": 3}, {"au": [1, 2, 3], "nz": [1, 2]})
    with pytest.raises(InputError, match="group 'nz' must have at least 2 clusters, but it has 1"):
        clusters_of_groups({"au": 3, "nz": 3}, {"au": [1, 2, 3], "nz": [1, 1, 1]})
    with pytest.raises(InputError, match="at least two groups"):
        clusters_of_groups({"au": 3}, None)
