"""What a loop does between two sweeps of ragged problems, without waiting for the device: moves and sums."""

from __future__ import annotations

import torch
from torch import Tensor

from geobias_kernels.ragged import Pair, RaggedProblems


def move(problems: RaggedProblems, potentials: Pair, softmins: Pair, damping: Tensor, share: Tensor) -> None:
    """Move potentials in place by `share` of the way to `damping` * softmin; both (P,), one per problem.

    A share of 0 leaves a problem's potentials as they are, bit by bit.
    """
    if problems.device.type == "cuda":
        from geobias_kernels.cuda.steps import move_sides

        move_sides(problems, potentials, softmins, damping, share)
        return
    owners = (problems.row_problem, problems.col_problem)
    for old, new, owner in zip(potentials, softmins, owners, strict=True):
        part = share[owner].to(old)
        old.copy_(torch.where(part != 0, old + part * (damping[owner].to(old) * new - old), old))


def segment_sums(problems: RaggedProblems, values: Pair) -> Tensor:
    """Sums over the rows and over the columns of every problem, float64 (P, 2), added up in one fixed order."""
    if problems.device.type == "cuda":
        from geobias_kernels.cuda.steps import sum_sides

        return sum_sides(problems, values)
    sums = torch.zeros(len(problems), 2, dtype=torch.float64, device=problems.device)
    sums[:, 0].index_add_(0, problems.row_problem, values[0].double())
    sums[:, 1].index_add_(0, problems.col_problem, values[1].double())
    return sums
