"""Halves: where pools take nearly every labelled text, one half of each group is scored and the other trains."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from geobias.corpora import Corpus
from geobias.sampling.near_duplicates import near_duplicate_families
from geobias.seeds import generator

LEAST_SHARE = 0.2
"""Labelled texts that are left to train, per text that is scored, below which groups are halved."""


def scored_halves(
    corpus: Corpus, groups: Mapping[str, np.ndarray], threshold: float | None, seed: int
) -> dict[str, np.ndarray]:
    """About half of every group's labelled rows, at random; a group without labels keeps all its rows.

    Near-duplicates at `threshold` (None = copies alone) are on one side, whatever their groups, so that the other half
    need not be thinned out before it trains.
    """
    rows = np.unique(np.concatenate(list(groups.values())))
    families = near_duplicate_families(corpus.texts[rows].tolist(), threshold or 1.0)
    family_of = dict(zip(rows.tolist(), families.tolist(), strict=True))
    sides: dict[int, bool] = {}
    out = {}
    for name, of_group in groups.items():
        labelled = of_group[corpus.labelled[of_group]]
        kept: list[int] = []
        for seen, row in enumerate(generator(seed, "halves", name).permutation(labelled).tolist()):
            if sides.setdefault(family_of[row], 2 * len(kept) <= seen):
                kept.append(row)
        out[name] = np.array(sorted(kept), dtype=np.int64) if len(labelled) else of_group
    return out
