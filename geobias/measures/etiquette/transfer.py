"""What a model loses where it answers about another region than the one that it was trained on."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from geobias.errors import InputError
from geobias.tables import ANSWERED, EtiquetteScoreTable, PairTable, Quantity

TRANSFER_LOSS = "transfer_loss"


def transfer_losses(table: EtiquetteScoreTable, metric: str = "accuracy") -> PairTable:
    """How much better a model is about its own region than one of another region is, in points, for every two regions.

    With s(a, b) the score on b of what was trained on a, the mean of s(b, b) - s(a, b) and s(a, a) - s(b, a); negative
    where the other region teaches more.

    table : scores over the answers whose `model` is the region that was trained on; what is trained on no region of the
    table ("all") is left out.

    Raises
    ------
    InputError : fewer than two regions were both trained on and tested.
    """
    found = {
        (row.model, row.region): row.value
        for row in table.rows
        if row.metric == metric and row.counted == ANSWERED and row.region and not row.type
    }
    regions = tuple(dict.fromkeys(region for _, region in found if any(model == region for model, _ in found)))
    if len(regions) < 2:
        raise InputError(
            "transfer must be between two regions or more", f"there are {list(regions)}", "Train on every region."
        )
    values = np.full((1, len(regions), len(regions)), np.nan)
    values[0, range(len(regions)), range(len(regions))] = 0.0
    for (i, a), (j, b) in combinations(enumerate(regions), 2):
        own = found.get((a, a), np.nan) + found.get((b, b), np.nan)
        other = found.get((a, b), np.nan) + found.get((b, a), np.nan)
        values[0, i, j] = values[0, j, i] = 100 * (own - other) / 2
    return PairTable(regions, values, Quantity(TRANSFER_LOSS, metric), "points")
