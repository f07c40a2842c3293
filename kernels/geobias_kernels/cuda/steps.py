"""What moves potentials and sums values between two sweeps, one launch per side; sums in float64, in one fixed
order."""

from __future__ import annotations

import torch
import triton
import triton.language as tl
from torch import Tensor

from geobias_kernels.cuda import configs
from geobias_kernels.ragged import Pair, RaggedProblems

BLOCK = tl.constexpr(1024)


@triton.jit
def move_side(potentials, softmins, owners, damping, share, count):
    """potential += share * (damping * softmin - potential), where the share of its problem is not 0."""
    at = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    inside = at < count
    owner = tl.load(owners + at, mask=inside, other=0)
    part = tl.load(share + owner, mask=inside, other=0.0)
    old = tl.load(potentials + at, mask=inside, other=0.0)
    new = tl.load(softmins + at, mask=inside, other=0.0) * tl.load(damping + owner, mask=inside, other=1.0).to(
        old.dtype
    )
    tl.store(potentials + at, old + part.to(old.dtype) * (new - old), mask=inside & (part != 0.0))


@triton.jit
def sum_side(values, starts, totals):
    """Sum of values[starts[k]:starts[k + 1]] into totals[2 k]."""
    problem = tl.program_id(0).to(tl.int64)
    stop = tl.load(starts + problem + 1)
    total = tl.zeros((BLOCK,), tl.float64)
    for at in range(tl.load(starts + problem), stop, BLOCK):
        lanes = at + tl.arange(0, BLOCK)
        total += tl.load(values + lanes, mask=lanes < stop, other=0.0).to(tl.float64)
    tl.store(totals + 2 * problem, tl.sum(total))


def move_sides(problems: RaggedProblems, potentials: Pair, softmins: Pair, damping: Tensor, share: Tensor) -> None:
    """As `ragged_steps.move`; potentials must be contiguous."""
    owners = (problems.row_problem, problems.col_problem)
    for old, new, owner in zip(potentials, softmins, owners, strict=True):
        if len(old):
            move_side[(triton.cdiv(len(old), BLOCK.value),)](
                old, new.contiguous(), owner, damping, share, len(old), **configs.PLAIN.keywords()
            )


def sum_sides(problems: RaggedProblems, values: Pair) -> Tensor:
    """As `ragged_steps.segment_sums`."""
    sums = torch.zeros(len(problems), 2, dtype=torch.float64, device=problems.device)
    for side, (value, start) in enumerate(zip(values, problems.device_starts, strict=True)):
        if len(value):
            sum_side[(len(problems),)](value.contiguous(), start, sums[:, side], **configs.PLAIN.keywords())
    return sums
