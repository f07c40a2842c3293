"""Problems of one size for the C++ loop, as whole tensors: records are made of strides, without a step per problem."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
import torch
from torch import Tensor

from geobias_kernels.native_library import RECORD, address, record, run


@dataclass(frozen=True)
class NativeBatch:
    """K times transport from x (K, n, d) to y (K, m, d), or of each x with itself where y is None; see `NativeProblem`.

    A leading axis may be 1 where all problems share what it leads.

    Attributes
    ----------
    a, b : weights (K, n) and (K, m), positive.
    schedules : every eps, from the first to the last; K of them, or one.
    """

    x: Tensor
    y: Tensor | None
    a: Tensor
    b: Tensor | None
    schedules: Sequence[Sequence[float]]
    p: int = 2
    rho: float | None = None
    stored: bool = True
    slopes: tuple[bool, bool] = (False, False)

    @property
    def sides(self) -> list[tuple[Tensor, Tensor]]:
        """Points and weights of each side."""
        return [(self.x, self.a)] + ([] if self.y is None or self.b is None else [(self.y, self.b)])

    def __len__(self) -> int:
        return max(len(self.schedules), *[tensor.shape[0] for side in self.sides for tensor in side])


@dataclass(frozen=True)
class BatchSolution:
    """As `NativeSolution`, with a leading axis of K: potentials (K, n) and (K, m), residuals (K,), slopes (K, n, d)."""

    before: tuple[Tensor, ...]
    after: tuple[Tensor, ...]
    residuals: Tensor
    slopes: tuple[Tensor | None, ...]


def solve_batches(batches: Sequence[NativeBatch], threads: int = 1, level: str | None = None) -> list[BatchSolution]:
    """Solve batches of one float type in one call; each problem runs on one thread."""
    dtype, alive = batches[0].x.dtype, list[object]()
    records = np.empty(sum(map(len, batches)), dtype=RECORD)
    parts = _shares(records, [len(batch) for batch in batches])
    solved = [_fill(part, batch, dtype, alive) for part, batch in zip(parts, batches, strict=True)]
    run(records, dtype, threads, level)
    residuals = [torch.from_numpy(part["residual"].copy()) for part in parts]
    return [BatchSolution(*found[:2], left, found[2]) for found, left in zip(solved, residuals, strict=True)]


def _shares(records: np.ndarray, sizes: Sequence[int]) -> list[np.ndarray]:
    """The records of each batch: in turns where all are of one size, so that problems of the same points meet them in
    the cache; else one batch after another."""
    if len(set(sizes)) == 1:
        return [records[place :: len(sizes)] for place in range(len(sizes))]
    return [records[end - size : end] for size, end in zip(sizes, accumulate(sizes), strict=True)]


LETTERS = (("x", "a", "n", "f"), ("y", "b", "m", "g"))
"""What a side's points, weights, size and potentials are called in a record."""

Found = tuple[tuple[Tensor, ...], tuple[Tensor, ...], tuple[Tensor | None, ...]]


def _fill(records: np.ndarray, batch: NativeBatch, dtype: torch.dtype, alive: list[object]) -> Found:
    """Write a batch into its records; what they will give comes back: potentials before and after, and slopes."""
    schedules, starts = _laid_out(batch.schedules)
    alive.append(schedules)
    fields: dict[str, float] = {"d": batch.x.shape[2], "rho": batch.rho or 0.0, "p": batch.p, "stored": batch.stored}
    fields |= {"schedule": schedules.ctypes.data, "steps": len(batch.schedules[0])}
    found: list[tuple[Tensor, Tensor, Tensor | None]] = []
    pointed: list[tuple[str, Tensor, torch.dtype]] = []
    for (points, weights), (x, a, n, f), sloping in zip(batch.sides, LETTERS, batch.slopes, strict=False):
        fields[n] = weights.shape[1]
        before, after = torch.empty(2, len(records), weights.shape[1], dtype=torch.float64).unbind()
        slope = points.new_empty(len(records), *points.shape[1:]) if sloping else None
        pointed += [(x, points, dtype), (a, weights, dtype)]
        pointed += [(f"{f}_before", before, torch.float64), (f"{f}_after", after, torch.float64)]
        if slope is not None:
            pointed.append((f"slope_{x}", slope, dtype))
        found.append((before, after, slope))
    fields |= {name: address(tensor, kind, alive) for name, tensor, kind in pointed}
    records[:] = record(**fields)
    if len(records) > 1:
        _spread(records, [(name, tensor) for name, tensor, _ in pointed if tensor.shape[0] > 1])
    if starts is not None:
        records["schedule"] += np.uintp(8) * starts
        records["steps"] = [len(schedule) for schedule in batch.schedules]
    before_all, after_all, slopes = zip(*found, strict=True)
    return before_all, after_all, slopes


def _spread(records: np.ndarray, pointed: Sequence[tuple[str, Tensor]]) -> None:
    """Let every record point at its own part of tensors that have one for each."""
    places = np.arange(len(records), dtype=np.uintp)
    for name, tensor in pointed:
        records[name] += places * np.uintp(tensor[0].numel() * tensor.element_size())


def _laid_out(schedules: Sequence[Sequence[float]]) -> tuple[np.ndarray, np.ndarray | None]:
    """The schedules end to end, and where each of several starts."""
    if len(schedules) == 1:
        return np.array(schedules[0]), None
    lengths = np.array([len(schedule) for schedule in schedules], dtype=np.uintp)
    return np.array([eps for schedule in schedules for eps in schedule]), lengths.cumsum() - lengths
