"""Ground costs |x - y|^2 / 2 (p=2) and |x - y| (p=1) between two clouds, stored or made anew block by block.

Products are always float64, whatever the clouds are: the cost is computed once and read in every sweep, the rounding
to float32 happens once, and no setting of TF32 or of reduced-precision matrix products can leak in.
"""

from __future__ import annotations

import torch
from torch import Tensor

SMALLEST_SQUARE = 1e-8
"""Squared distances are clamped here before the root of p=1, as in geomloss 0.3.1 (whose values we are to equal)."""

NEAR = 2.0**-20
"""Squared distances below this share of the lengths have lost digits of their product, and are made of differences."""

BLOCK_ENTRIES = 1 << 20
CACHED_COORDINATES = 1 << 16

MEAN_ROWS = 512


def pooled_mean(x: Tensor, y: Tensor) -> Tensor:
    """Mean of the points of both clouds, float64 (d,), outside the graph of gradients."""
    # Block by block: a column of a large matrix is summed in a tenth of the time while it is in the cache.
    sums = [part.double().sum(0) for points in (x, y) for part in points.detach().split(MEAN_ROWS)]
    return torch.stack(sums).sum(0) / (len(x) + len(y))


def squares_between(x: Tensor, y: Tensor) -> Tensor:
    """Squared distances (n, m) of float64 points (n, d) and (m, d) that are centred near 0; differentiable.

    Those of near points are exact to the last digits, and of equal points 0.
    """
    lengths = x.square().sum(1, keepdim=True) + y.square().sum(1)
    squares = torch.addmm(lengths, x, y.T, alpha=-2)
    with torch.no_grad():
        near = (squares < NEAR * lengths).nonzero()
        if not len(near):
            return squares
        parts = near.split(max(1, BLOCK_ENTRIES // x.shape[1]))
        exact = torch.cat([(x[part[:, 0]] - y[part[:, 1]]).square().sum(1) for part in parts])
        rows, columns = near.unbind(1)
        change = torch.zeros_like(squares).index_put_((rows, columns), exact - squares[rows, columns])
    return squares + change


def cost_between(x: Tensor, y: Tensor, p: int) -> Tensor:
    """Costs (n, m) of float64 clouds (n, d) and (m, d) that are centred near 0; differentiable."""
    return _costs(squares_between(x, y), p)


def _costs(squares: Tensor, p: int) -> Tensor:
    return squares.clamp_min(0) / 2 if p == 2 else squares.clamp_min(SMALLEST_SQUARE).sqrt()


def cost_matrix(x: Tensor, y: Tensor, p: int) -> Tensor:
    """Cost matrix (n, m) of two clouds in their dtype; differentiable in both.

    >>> cost_matrix(torch.tensor([[0.0, 0.0]]), torch.tensor([[3.0, 4.0]]), 2).item()
    12.5
    """
    centre = pooled_mean(x, y)
    return cost_between(x.double() - centre, y.double() - centre, p).to(x.dtype)


def stored_cost(x: Tensor, y: Tensor | None, p: int) -> Tensor:
    """`cost_matrix` without gradients and without a float64 matrix in memory; `y=None` means x with itself."""
    source = StreamedCost(x, y, p)
    n, m = source.shape
    out = torch.empty(n, m, dtype=x.dtype, device=x.device)
    step = max(1, BLOCK_ENTRIES // m)
    for top in range(0, n, step):
        bottom = min(top + step, n)
        left = top if y is None else 0
        out[top:bottom, left:] = source.block(top, bottom, left)
        if y is None:
            out[bottom:, top:bottom] = out[top:bottom, bottom:].T
    return out


def stacked_costs(x: Tensor, y: Tensor | None, p: int) -> Tensor:
    """`stored_cost` of B pairs, (B, n, m), from x (B, n, d) and y (B, m, d), or None for each x with itself."""
    x, y = x.detach(), None if y is None else y.detach()
    other = x if y is None else y
    out = x.new_empty(len(x), x.shape[1], other.shape[1])
    # Points in float64 are to stay in the second-level cache while they are read several times.
    step = max(1, CACHED_COORDINATES // ((x.shape[1] + (0 if y is None else y.shape[1])) * x.shape[2]))
    for top in range(0, len(x), step):
        part = slice(top, top + step)
        squares = _stacked_squares(x[part].double(), None if y is None else y[part].double())
        out[part] = _costs(squares, p)
    return out


def _stacked_squares(left: Tensor, right: Tensor | None) -> Tensor:
    """`squares_between` of float64 pairs, each less its centre."""
    itself = right is None
    sums = left.sum(1, keepdim=True)
    centres = (
        sums / left.shape[1]
        if right is None
        else (sums + right.sum(1, keepdim=True)) / (left.shape[1] + right.shape[1])
    )
    left = left - centres
    right = left if right is None else right - centres
    squares = torch.bmm(left, right.mT)
    rows = squares.diagonal(dim1=1, dim2=2) if itself else torch.linalg.vecdot(left, left)
    lengths = rows[:, :, None] + (rows if itself else torch.linalg.vecdot(right, right))[:, None]
    torch.sub(lengths, squares, alpha=2, out=squares)
    near = squares < NEAR * lengths
    if itself:
        # Every point is near itself, at 0, which takes no differences to find out.
        squares.diagonal(dim1=1, dim2=2).zero_()
        near.diagonal(dim1=1, dim2=2).fill_(False)
    if near.any():
        found = near.nonzero()
        for problem, row, column in (part.unbind(1) for part in found.split(max(1, BLOCK_ENTRIES // left.shape[2]))):
            squares[problem, row, column] = (left[problem, row] - right[problem, column]).square().sum(1)
    return squares


class StoredCost:
    """A cost matrix in memory, read by blocks."""

    def __init__(self, matrix: Tensor):
        self.matrix, self.shape = matrix, matrix.shape

    def block(self, top: int, bottom: int, left: int = 0) -> Tensor:
        """Rows `top:bottom` from column `left` on."""
        return self.matrix[top:bottom, left:]

    def rows(self, index: Tensor) -> Tensor:
        return self.matrix[index]

    def columns(self, index: Tensor) -> Tensor:
        """The columns of `index`, as rows."""
        return self.matrix[:, index].T


class StreamedCost:
    """A cost that is computed anew at every reading; for clouds whose matrix would not fit in memory."""

    def __init__(self, x: Tensor, y: Tensor | None, p: int):
        centre = pooled_mean(x, x if y is None else y)
        self.x = x.detach().double() - centre
        self.y = self.x if y is None else y.detach().double() - centre
        self.p, self.dtype, self.shape = p, x.dtype, (len(self.x), len(self.y))

    def block(self, top: int, bottom: int, left: int = 0) -> Tensor:
        return cost_between(self.x[top:bottom], self.y[left:], self.p).to(self.dtype)

    def rows(self, index: Tensor) -> Tensor:
        return cost_between(self.x[index], self.y, self.p).to(self.dtype)

    def columns(self, index: Tensor) -> Tensor:
        return cost_between(self.y[index], self.x, self.p).to(self.dtype)
