"""How far apart groups lie on the axis: tables of pairs that relations take."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import torch

from geobias.distances import wasserstein_1d
from geobias.errors import InputError
from geobias.measures.resonance.distributions import Projections
from geobias.tables import PairTable


def projection_pairs(side: Projections, of: str, attribute: str = "nation") -> tuple[PairTable, PairTable]:
    """Between every two groups the absolute difference of weighted means, and W1 of the weighted projections.

    Parameters
    ----------
    of : whose they are; the quantities are "<of>_mean" and "<of>_wasserstein", e.g. "survey_mean".

    Raises
    ------
    InputError : fewer than two groups have a projection.

    >>> side = Projections(np.array([0.0, 1.0, 1.0, 1.0]), {"nation": ["de", "de", "jp", "jp"]})
    >>> mean, wasserstein = projection_pairs(side, "survey")
    >>> mean.quantity, mean.vector().tolist(), wasserstein.vector().tolist()
    ('survey_mean', [0.5], [0.5])
    """
    groups = side.groups(attribute)
    if len(groups) < 2:
        raise InputError(
            "distances on the axis must be of two groups or more",
            f"those with a projection are {groups}",
            f"Pass projections of more values of '{attribute}'.",
        )
    rows = [side.rows(attribute, group) for group in groups]
    points = [torch.from_numpy(side.values[at]) for at in rows]
    weights = [torch.from_numpy(side.shares[at] / side.shares[at].sum()) for at in rows]
    means = np.array([float(y @ w) for y, w in zip(points, weights, strict=True)])
    apart = np.zeros((len(groups), len(groups)))
    for a, b in combinations(range(len(groups)), 2):
        apart[a, b] = apart[b, a] = float(wasserstein_1d(points[a], points[b], weights[a], weights[b], p=1))
    sizes = {group: len(at) for group, at in zip(groups, rows, strict=True)}
    differences = np.abs(means[:, None] - means)
    return (
        PairTable(tuple(groups), differences[None], f"{of}_mean", "units of the axis", nonnegative=True, sizes=sizes),
        PairTable(tuple(groups), apart[None], f"{of}_wasserstein", "units of the axis", nonnegative=True, sizes=sizes),
    )
