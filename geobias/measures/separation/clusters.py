"""Clusters: the documents of one author, one day, one block of sources, which are dealt, permuted and left out
together.

Documents of one cluster depend on each other, so samples that are to share nothing are made of whole clusters. Long
texts that were joined from short ones have as clusters the blocks of the pool that they were joined within
(`geobias.sampling.LongTexts.blocks`): the pool is cut first and texts joined after, so blocks share no source.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from geobias.errors import InputError
from geobias.sampling import like_texts
from geobias.seeds import generator


def cluster_documents(clusters: Any | None, documents: int, group: str) -> list[np.ndarray]:
    """For every cluster of a group the positions of its documents, int64; `clusters` (documents,) or None = each its
    own."""
    if clusters is None:
        return list(np.arange(documents)[:, None])
    names = np.asarray(clusters)
    if names.shape != (documents,):
        raise InputError(
            f"clusters of group '{group}' must be one per document ({documents})",
            f"their shape is {names.shape}",
            "Align them with the documents.",
        )
    _, place = np.unique(names.astype(str), return_inverse=True)
    order = np.argsort(place, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(place[order])) + 1)


def clusters_of_groups(
    sizes: Mapping[str, int], clusters: Mapping[str, Any] | None, least: int = 2
) -> dict[str, list[np.ndarray]]:
    """`cluster_documents` of every group; InputError where a group has fewer clusters than `least`."""
    if len(sizes) < 2:
        raise InputError("separations must be of at least two groups", f"there is {list(sizes)}", "Add another group.")
    found = {
        name: cluster_documents(None if clusters is None else clusters[name], size, name)
        for name, size in sizes.items()
    }
    for name, of_group in found.items():
        if len(of_group) < least:
            raise InputError(
                f"group '{name}' must have at least {least} clusters", f"it has {len(of_group)}", "Leave the group out."
            )
    return found


def like_clusters(clusters: Mapping[str, list[np.ndarray]], seed: int) -> dict[str, list[np.ndarray]]:
    """The clusters with as many documents each, as the cluster with fewest has in any group; see `like_texts`.

    Those of a group that are alike already keep their order.
    """
    least = min(len(cluster) for of_group in clusters.values() for cluster in of_group)
    return {
        name: found
        if all(len(cluster) == least for cluster in found)
        else list(like_texts(found, least, generator(seed, "like units", name)))
        for name, found in clusters.items()
    }


def deal(count: int, size: int, blocks: int, seed: int, group: str) -> np.ndarray:
    """Disjoint samples of clusters, int64 (at most `blocks`, size); those of a group do not depend on other groups."""
    order = generator(seed, "separation units", group).permutation(count)
    number = min(blocks, count // size)
    return order[: number * size].reshape(number, size)


def parts_of(count: int, parts: int) -> np.ndarray:
    """Parts of like size, by position, int64 (count,): blocks and folds of clusters that stand in random order."""
    return np.arange(count) * min(parts, count) // count
