"""The samples that a separation compares: disjoint, of m clusters each, alike in texts and tokens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from geobias.clouds import TokenClouds
from geobias.measures.separation.clusters import clusters_of_groups, deal, like_clusters
from geobias.measures.separation.samples import Samples
from geobias.measures.separation.settings import SeparationSettings


@dataclass(frozen=True)
class Dealt:
    """Samples of every group, and their sizes.

    counts : clusters of every group. m : clusters of a sample. texts_per_cluster : documents that each of them gives.
    tokens : of every sample, "all" where they keep what they have.
    """

    samples: dict[str, Samples]
    counts: dict[str, int]
    m: int
    texts_per_cluster: int
    tokens: int | Literal["all"]


def deal_samples(
    clouds: Mapping[str, TokenClouds], settings: SeparationSettings, clusters: Mapping[str, Any] | None, seed: int
) -> Dealt:
    """The samples of `sinkhorn_separation`, with its parameters and errors."""
    of_clusters = clusters_of_groups({name: len(cloud) for name, cloud in clouds.items()}, clusters)
    counts = {name: len(of_group) for name, of_group in of_clusters.items()}
    m = settings.common_size(counts)
    like = like_clusters(of_clusters, seed)
    dealt = {name: deal(count, m, settings.blocks, seed, name) for name, count in counts.items()}
    samples = {name: Samples.of_clusters(name, cloud, like[name], dealt[name]) for name, cloud in clouds.items()}
    tokens = min(int(of_group.tokens().min()) for of_group in samples.values())
    alike = settings.tokens == "alike"
    if alike and tokens > 0:
        samples = {name: of_group.thinned(tokens, seed) for name, of_group in samples.items()}
    texts = min(len(cluster) for found in like.values() for cluster in found)
    return Dealt(samples, counts, m, texts, tokens if alike else "all")
