"""Many transport problems of unequal sizes laid end to end, so that one launch serves them all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import torch
from torch import Tensor

PRECISIONS = ("ieee", "tf32x3", "tf32")
"""How products of coordinates are made: float32, three products of tf32, or one."""

Pair = tuple[Tensor, Tensor]
"""A tensor over all rows (N, ...) and one over all columns (M, ...)."""

Identity = tuple[int, torch.Size, tuple[int, ...]]
"""Where a tensor of points lies and how: the same one is kept once."""


@dataclass(frozen=True)
class Side:
    """One cloud of a problem: points (T, d), positive weights (n,), and the rows of points that it holds (None = all).

    The same tensor of points may serve many sides; it is then kept once.
    """

    points: Tensor
    weights: Tensor
    rows: Tensor | None = None


@dataclass(frozen=True)
class RaggedProblems:
    """P transport problems, each from a cloud x to a cloud y, or of x with itself; see `ragged_problems`.

    Attributes
    ----------
    points : (T, d), all clouds or pools one after another, float32 (float64 for `ReferenceSweep` alone).
    rows, cols : int64 (N,) and (M,), indices into points: those of x of all problems, then of y. A problem of a cloud
        with itself has no columns.
    row_start, col_start : int64 (P + 1,) on the CPU: problem k has rows row_start[k] up to row_start[k + 1].
    a, b : weights (N,) and (M,), positive, in the dtype of the points.
    centre : (d,), or (P, d) for one per problem; taken off the points before any product.
    symmetric : for every problem whether it is of x with itself.
    p : 2 for costs |x - y|^2 / 2, 1 for |x - y|.
    """

    points: Tensor
    rows: Tensor
    cols: Tensor
    row_start: Tensor
    col_start: Tensor
    a: Tensor
    b: Tensor
    centre: Tensor
    symmetric: tuple[bool, ...]
    p: int

    def __len__(self) -> int:
        return len(self.symmetric)

    @property
    def device(self) -> torch.device:
        return self.points.device

    @cached_property
    def row_sizes(self) -> list[int]:
        return self.row_start.diff().tolist()

    @cached_property
    def col_sizes(self) -> list[int]:
        """Sizes of the second clouds; of a cloud with itself its own."""
        own = zip(self.symmetric, self.row_sizes, self.col_start.diff().tolist(), strict=True)
        return [n if same else m for same, n, m in own]

    @property
    def entries(self) -> int:
        """Entries of all cost matrices together, both triangles counted."""
        return sum(n * m for n, m in zip(self.row_sizes, self.col_sizes, strict=True))

    @cached_property
    def row_problem(self) -> Tensor:
        """Of every row the problem that it belongs to, int64 (N,)."""
        return self._problem_of(self.row_start)

    @cached_property
    def col_problem(self) -> Tensor:
        """Of every column the problem that it belongs to, int64 (M,)."""
        return self._problem_of(self.col_start)

    @cached_property
    def device_starts(self) -> Pair:
        """`row_start` and `col_start` on the device of the points."""
        return self.row_start.to(self.device), self.col_start.to(self.device)

    @cached_property
    def _bounds(self) -> tuple[list[int], list[int]]:
        return self.row_start.tolist(), self.col_start.tolist()

    def _problem_of(self, start: Tensor) -> Tensor:
        return torch.repeat_interleave(torch.arange(len(self)), start.diff()).to(self.device)

    def row_slice(self, k: int) -> slice:
        """Where the rows of problem k lie among those of all."""
        return slice(*self._bounds[0][k : k + 2])

    def col_slice(self, k: int) -> slice:
        """Where the columns of problem k lie among those of all; empty for a cloud with itself."""
        return slice(*self._bounds[1][k : k + 2])

    def zeros(self) -> Pair:
        """Potentials of 0."""
        return torch.zeros_like(self.a), torch.zeros_like(self.b)


class RaggedSweep(Protocol):
    """Something that turns potentials of all problems into their softmins, and never waits for the device."""

    def __call__(self, potentials: Pair, eps: Tensor) -> Pair:
        """Softmins of (b, g) on the rows (N,) and of (a, f) on the columns (M,), at eps (P,), one per problem.

        f (N,) and g (M,) as the points; eps float32 or float64 on the device. A cloud with itself has rows alone, and
        the softmin of (a, f).
        """

    def point_gradients(self, potentials: Pair, softmins: Pair, eps: Tensor, upstream: Pair) -> Pair:
        """Gradients (N, d) and (M, d) of sum_i upstream_i softmin_i in the points that softmin i lives on.

        `softmins` are those of `potentials` at `eps`. Weights, potentials and the points of the other side are held
        fixed: row i gets upstream_i sum_j b_j exp((softmin_i + g_j - C_ij) / eps) dC(x_i, y_j) / dx_i.
        """


def ragged_problems(pairs: Sequence[tuple[Side, Side | None]], p: int, centre: Tensor | None = None) -> RaggedProblems:
    """Lay problems end to end: each from one side to another, or of a side with itself where the second is None.

    `centre` (d,) or (P, d) is taken off the points; None = the mean of all points, each tensor of points counted once.
    Clouds far from each other in units of their own size want one centre per problem, or lose digits.

    >>> line, plane = torch.zeros(3, 2), torch.ones(4, 2)
    >>> x, y = Side(line, torch.ones(3) / 3), Side(plane, torch.ones(2) / 2, rows=torch.tensor([0, 3]))
    >>> problems = ragged_problems([(x, y), (y, None)], p=2)
    >>> problems.rows.tolist(), problems.cols.tolist()
    ([0, 1, 2, 3, 6], [3, 6])
    """
    sides = [side for pair in pairs for side in pair if side is not None]
    offsets: dict[Identity, int] = {}
    pools: list[Tensor] = []
    for side in sides:
        key = _identity(side.points)
        if key not in offsets:
            offsets[key] = sum(len(pool) for pool in pools)
            pools.append(side.points.detach())
    points = torch.cat(pools) if len(pools) > 1 else pools[0]
    lefts = [x for x, _ in pairs]
    rights = [y for _, y in pairs]
    rows, row_start, a = _lay(lefts, offsets, points)
    cols, col_start, b = _lay(rights, offsets, points)
    if centre is None:
        centre = points.double().mean(0)
    return RaggedProblems(points, rows, cols, row_start, col_start, a, b, centre, tuple(y is None for y in rights), p)


def _identity(points: Tensor) -> Identity:
    return points.data_ptr(), points.shape, points.stride()


def _lay(sides: Sequence[Side | None], offsets: dict[Identity, int], points: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Indices into all points, where each problem starts, and weights of the first or second sides."""
    sizes = torch.tensor([0] + [0 if side is None else len(side.weights) for side in sides])
    given = [side for side in sides if side is not None]
    if not given:
        return torch.empty(0, dtype=torch.int64, device=points.device), sizes.cumsum(0), points.new_empty(0)
    rows = [torch.arange(len(side.points), device=points.device) if side.rows is None else side.rows for side in given]
    shifts = torch.tensor([0 if side is None else offsets[_identity(side.points)] for side in sides])
    index = torch.cat(rows).to(points.device) + shifts.repeat_interleave(sizes[1:]).to(points.device)
    return index, sizes.cumsum(0), torch.cat([side.weights for side in given]).detach().to(points)
