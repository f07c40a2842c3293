"""Some statements of every region in place of all, where a study would take too long."""

from __future__ import annotations

import numpy as np

from geobias.corpora import Etiquette
from geobias.seeds import generator


def at_most(statements: Etiquette, limit: int | None, seed: int) -> Etiquette:
    """So many statements of every region, drawn at random, in their order; all of a region that has fewer."""
    if limit is None:
        return statements
    drawn = [
        generator(seed, "etiquette", "limit", region).permutation(places)[:limit]
        for region, places in statements.groups().items()
    ]
    kept = np.sort(np.concatenate(drawn))
    if len(kept) == len(statements):
        return statements
    said = f"{len(kept):,} of {len(statements):,} statements were drawn at random, at most {limit:,} of each region."
    return statements.select(kept).noting([said])
