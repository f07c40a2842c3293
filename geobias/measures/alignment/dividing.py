"""Items that divide groups: variance of answers between groups and within them, item by item."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from geobias.corpora import Judgements
from geobias.measures.alignment.columns import Family
from geobias.measures.alignment.intervals import Attributes
from geobias.measures.alignment.moments import GroupAnswers
from geobias.measures.alignment.settings import AlignmentSettings
from geobias.tables import DividingItem, DividingItemTable


def dividing_items(
    judgements: Judgements, attributes: Attributes, settings: AlignmentSettings | None = None
) -> DividingItemTable:
    """Every item that two told groups or more have two answers to, those that divide most first.

    Items that fewer than half of the groups have two answers to come last: of two groups of two annotators each, some
    are of opposite minds about any item. An item does not divide groups because one of them is sterner with all items:
    its mean is taken off first. Of many items some lie far up by chance; that groups differ at all is what
    `crossed_model` tells.
    """
    chosen = settings or AlignmentSettings()
    rows: list[DividingItem] = []
    for attribute in attributes:
        family = Family.of(judgements, attribute, chosen)
        half = len(family.told) / 2
        rows += sorted(_items(judgements, family), key=lambda row: (row.n_groups < half, -row.between))
    return DividingItemTable(tuple(rows))


def _items(judgements: Judgements, family: Family) -> Iterator[DividingItem]:
    everything = np.ones(len(judgements.items), dtype=bool)
    names = list(family.told)
    size = len(names), len(everything)
    means, centred, within, counts = (np.full(size, np.nan) for _ in range(4))
    for place, cell in enumerate(family.told.values()):
        group = GroupAnswers.of(judgements, cell.judgements, everything)
        at = group.items[group.paired]
        centred[place, at] = group.mean[group.paired] * group.unit
        means[place, at] = centred[place, at] + group.level
        within[place, at] = group.within[group.paired] * group.unit**2
        counts[place, at] = group.count[group.paired]
    groups = (~np.isnan(means)).sum(0)
    for item in np.flatnonzero(groups >= 2):
        known = np.flatnonzero(~np.isnan(means[:, item]))
        noise = within[known, item] / counts[known, item]
        between = float(centred[known, item].var(ddof=1) - noise.mean())
        inside = float(within[known, item].mean())
        top, bottom = (known[pick(centred[known, item])] for pick in (np.argmax, np.argmin))
        both = max(between, 0) + inside
        yield DividingItem(
            family.name, str(judgements.items[item]), between, inside, max(between, 0) / both if both else 0.0,
            names[top], float(means[top, item]), names[bottom], float(means[bottom, item]),
            len(known), int(counts[known, item].sum()),
        )  # fmt: skip
