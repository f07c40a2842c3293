"""How much of a cloud's variance the tokens at one position of their texts hold.

In many decoders the first token of every text is an attention sink (Xiao et al. 2024, Efficient streaming language
models with attention sinks), with a norm far beyond all others' (Sun et al. 2024, Massive activations in large language
models). A distance between clouds then tells of how many texts, so how long ones, a cloud is made of.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

from geobias.clouds import TokenClouds
from geobias.errors import InputError

_ROWS = 1 << 16  # points that are held in float64 at once
_ROUNDING = 1e-12  # of all squares: less is no variance


@dataclass(frozen=True)
class PositionShare:
    """The position that holds most of a cloud's variance.

    Attributes
    ----------
    position : counted from 0 within a text's own points.
    share : its points' part of the sum of squared distances from the mean of all points.
    fair : their part of all points.
    """

    position: int
    share: float
    fair: float


def position_share(clouds: Iterable[TokenClouds]) -> PositionShare:
    """Of all points of all clouds together, which are read one cloud after another, each once.

    Returns
    -------
    The position with the largest share, the first of equals; a share of NaN where all points are one.

    Raises
    ------
    InputError : there is no point.

    >>> clouds = TokenClouds.from_list([torch.tensor([[8.0], [0.0]]), torch.tensor([[8.0], [0.0], [-1.0]])])
    >>> found = position_share([clouds])
    >>> found.position, round(found.share, 2), found.fair
    (0, 0.6, 0.4)
    """
    found = [_sums(cloud) for cloud in clouds if len(cloud.points)]
    if not found:
        raise InputError("clouds must hold a point", "they are empty", "Pass the clouds of texts with tokens.")
    longest = max(map(len, found))
    whole = torch.stack([functional.pad(sums, (0, 0, 0, longest - len(sums))) for sums in found]).sum(0)
    counts, squares, sums = whole[:, 0], whole[:, 1], whole[:, 2:]
    mean = sums.sum(0) / counts.sum()
    # The sum of |x - mean|^2 over the points of each position.
    held = (squares - 2 * sums @ mean + counts * mean.square().sum()).clamp_min(0)
    if not float(held.sum()) > _ROUNDING * float(squares.sum()):
        return PositionShare(0, float("nan"), float(counts[0] / counts.sum()))
    place = int(held.argmax())
    return PositionShare(place, float(held[place] / held.sum()), float(counts[place] / counts.sum()))


def _sums(cloud: TokenClouds) -> Tensor:
    """Of every position: the number of its points, the sum of their squared norms and their sum, (positions, 2 + d)."""
    counts = cloud.counts.cpu()
    places = torch.arange(len(cloud.points)) - cloud.offsets[:-1].cpu().repeat_interleave(counts)
    out = torch.zeros(int(counts.max()), 2 + cloud.points.shape[1], dtype=torch.float64)
    for part, at in zip(cloud.points.split(_ROWS), places.split(_ROWS), strict=True):
        points = part.double().cpu()
        ones, squares = torch.ones(len(at), 1, dtype=torch.float64), points.square().sum(1, keepdim=True)
        out.index_add_(0, at, torch.cat([ones, squares, points], 1))
    return out
