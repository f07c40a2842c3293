"""What a loop does between two sweeps of ragged problems, without waiting for the device: moves, sums, a graph."""

from __future__ import annotations

from collections.abc import Callable

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


def repeatable(step: Callable[[], None], device: torch.device, warm_up: int = 2) -> Callable[[], None]:
    """`step` as one CUDA graph that every call replays; elsewhere than on a CUDA device `step` itself.

    `step` must read and write the same tensors each time and never wait for the device. It runs `warm_up` times before
    it is captured, as kernels compile at their first launch (those of `StreamingSweep` at the first two): reset what it
    wrote afterwards.
    """
    if device.type != "cuda" or not torch.cuda.is_available():
        return step
    side = torch.cuda.Stream(device)
    side.wait_stream(torch.cuda.current_stream(device))
    with torch.cuda.stream(side):
        for _ in range(warm_up):
            step()
    torch.cuda.current_stream(device).wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    # Threads of other cards may allocate meanwhile.
    with torch.cuda.graph(graph, capture_error_mode="thread_local"):
        step()
    return graph.replay
