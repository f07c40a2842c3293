"""Processes that `torchrun` or `accelerate launch` started together: who one is, and how to speak to the others."""

from __future__ import annotations

import atexit
import os
import time
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import torch

# One process may read files or measure for hours while the others wait for it.
PATIENCE = timedelta(hours=24)

# Seconds that gloo's threads get at the end to put down the Python objects they hold: they need microseconds, when they
# are let run.
PARTING = 0.25


@dataclass(frozen=True)
class Processes:
    """This process among those that work on one run; alone by default, when nothing here waits or sends."""

    rank: int = 0
    count: int = 1

    @property
    def main(self) -> bool:
        """Whether this is the one that writes and speaks."""
        return self.rank == 0

    def barrier(self) -> None:
        """Wait until every process is here."""
        if self.count > 1:
            torch.distributed.all_reduce(torch.zeros(1))

    def broadcast(self, value: Any = None) -> Any:
        """The main process' value, on every one; what the others pass is not looked at."""
        if self.count == 1:
            return value
        box = [value]
        torch.distributed.broadcast_object_list(box, src=0, device=torch.device("cpu"))
        return box[0]

    def sum(self, values: torch.Tensor) -> torch.Tensor:
        """Sum of a tensor of the CPU over the processes, on every one; in place."""
        if self.count > 1:
            torch.distributed.all_reduce(values)
        return values


def launched() -> Processes:
    """This process as the launcher's environment describes it (RANK, WORLD_SIZE); joins the others when first asked.

    The group speaks gloo on the CPU, and NCCL on CUDA where torch has it.

    >>> launched()
    Processes(rank=0, count=1)
    """
    count = int(os.environ.get("WORLD_SIZE", "1"))
    if count == 1:
        return Processes()
    if not torch.distributed.is_initialized():
        nccl = torch.cuda.is_available() and torch.distributed.is_nccl_available()
        torch.distributed.init_process_group("cpu:gloo,cuda:nccl" if nccl else "gloo", timeout=PATIENCE)
        atexit.register(part)
    return Processes(torch.distributed.get_rank(), count)


def part() -> None:
    """Leave the group; `launched` has this done when the process ends, whether it ends well or not.

    A thread of gloo that still drops a finished exchange when the interpreter stops aborts the process, which a
    launcher reports as a failure of work that is done. Leaving the group joins these threads, except where a wrapped
    network holds the group on; a pause with the interpreter free lets them finish there.
    """
    if torch.distributed.is_initialized():
        torch.distributed.destroy_process_group()
        time.sleep(PARTING)
