"""Which groups can be compared at one size, by their clusters, and whether the sizes asked for fit them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from geobias.measures.separation import SeparationSettings
from geobias.pipeline.materials import Materials, Texts
from geobias.sampling import Pools

LEAST_CLUSTERS = 8
"""Of fewer a group no permutation could survive a correction over 15 pairs."""
_COPIED = 0.1


def separable_rows(materials: Materials, texts: Texts) -> tuple[dict[str, np.ndarray], dict[str, int]]:
    """The rows of the groups that are compared, each copied text once, and how many clusters those have that are too
    small to be."""
    rows = separable(texts.pools, texts.corpus.texts)
    if texts.blocks is None:
        rows = {group: some[materials.units.counted[some]] for group, some in rows.items()}
    clusters = clusters_of(materials, texts, rows)
    counts = {group: len(np.unique(some)) for group, some in clusters.items()}
    few = {group: count for group, count in counts.items() if count < LEAST_CLUSTERS}
    return {group: some for group, some in rows.items() if group not in few}, few


def check_sizes(materials: Materials, separation: SeparationSettings) -> None:
    """InputError where samples of a size asked for are larger than a group allows, before anything is encoded."""
    for kind, texts in materials.kinds.items():
        rows, _ = separable_rows(materials, texts)
        if kind in materials.separated and len(rows) > 1:
            clusters = clusters_of(materials, texts, rows)
            counts = {group: len(np.unique(some)) for group, some in clusters.items()}
            for wanted in (separation, *separation.at_sizes()):
                wanted.common_size(counts)


def separable(pools: Pools, texts: np.ndarray) -> dict[str, np.ndarray]:
    """Groups that may be tested against one another: the regions, and others that share no text with them.

    texts : of the corpus. A few that two groups have in common, as any two have, are no reason against it.
    """
    out = {group: pools.rows[group] for group in pools.regions}
    taken = np.concatenate(list(out.values()))
    for group in pools.pooled_groups:
        rows = pools.rows[group]
        if not np.isin(rows, taken).any() and np.isin(texts[rows], texts[taken]).mean() < _COPIED:
            out[group] = rows
            taken = np.concatenate([taken, rows])
    return {group: out[group] for group in pools.rows if group in out}


def clusters_of(materials: Materials, texts: Texts, rows: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Blocks that share no source for long texts; for short ones their units."""
    of_texts = materials.clusters if texts.blocks is None else texts.blocks
    return {group: of_texts[some] for group, some in rows.items()}
