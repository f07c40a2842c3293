"""Coordinates as the kernels read them: centred, rounded to what products use, padded to whole chunks, with norms."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from geobias_kernels.ragged import PRECISIONS, RaggedProblems

CHUNK = 32
"""Coordinates are padded with zeros to a multiple of this, so that kernels need no mask along them."""

DIRECT = 16
"""Up to this many dimensions costs are made from differences: points may be near each other there, and products would
lose their distance."""

BLOCK_ROWS = 1 << 16


@dataclass(frozen=True)
class PreparedPoints:
    """Points of ragged problems, and who they belong to: all rows, then all columns, S = N + M in one list.

    Attributes
    ----------
    values : float32 (T, D), centred; D is d rounded up to whole chunks.
    norms : float32 (T,), half the squared lengths of `values`, added up in float64.
    index : int64 (S,), rows of `values`.
    weights : float32 (S,).
    precision : how the kernels make costs of them: "direct", or the precision of products.
    """

    values: Tensor
    norms: Tensor
    index: Tensor
    weights: Tensor
    precision: str


def prepare(problems: RaggedProblems, precision: str) -> PreparedPoints:
    """Centre, round and pad. With one centre per problem the points are written out; with one for all they are
    shared."""
    if precision not in PRECISIONS:
        raise ValueError(f"precision must be one of {PRECISIONS}, but it is {precision!r}.")
    if problems.points.dtype != torch.float32:
        raise TypeError(f"the kernels take float32 points, but these are {problems.points.dtype}.")
    if problems.points.shape[1] <= DIRECT:
        precision = "direct"
    index = torch.cat([problems.rows, problems.cols])
    points, centre = problems.points, problems.centre.double()
    owner = None
    if centre.ndim == 2:
        owner = torch.cat([problems.row_problem, problems.col_problem])
        points, index = points[index], torch.arange(len(index), device=points.device)
    d = points.shape[1]
    values = points.new_zeros(len(points), -(-d // CHUNK) * CHUNK)
    norms = points.new_empty(len(points))
    for top in range(0, len(points), BLOCK_ROWS):
        part = slice(top, min(top + BLOCK_ROWS, len(points)))
        centred = (points[part].double() - (centre if owner is None else centre[owner[part]])).float()
        if precision == "tf32":
            centred = round_to_tf32(centred)
        values[part, :d] = centred
        norms[part] = (centred.double().square().sum(1) / 2).float()
    return PreparedPoints(values, norms, index, torch.cat([problems.a, problems.b]), precision)


def round_to_tf32(values: Tensor) -> Tensor:
    """float32 values rounded to the ten fraction bits of tf32, ties to even; what tensor cores read loses nothing more.

    >>> round_to_tf32(torch.tensor([1.0, 1 + 2**-11, 1 + 3 * 2**-11])).tolist()
    [1.0, 1.0, 1.001953125]
    """
    bits = values.contiguous().view(torch.int32)
    even = (bits >> 13) & 1
    return ((bits + 0xFFF + even) & ~0x1FFF).view(torch.float32)
