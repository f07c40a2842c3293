"""Processes that `torchrun` or `accelerate launch` started together: who one is, and how to speak to the others."""

from __future__ import annotations

import _thread
import atexit
import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Protocol

import torch

from geobias.errors import GeobiasError

# All processes are started together: one that has not come by then has ended.
JOINING = timedelta(seconds=45)

# One process may read files or measure for hours while the others wait for it.
PATIENCE = timedelta(hours=24)

# Seconds between two looks at whether the launcher is there, and those that a process gets to stop by itself after.
WATCHING, STOPPING = 2.0, 20.0

# Seconds that gloo's threads get at the end to put down the Python objects they hold: they need microseconds, when they
# are let run.
PARTING = 0.25


class ProcessesError(GeobiasError, RuntimeError):
    """The processes of a run are not all there."""


class Processes(Protocol):
    """The processes that work on one run, as one of them sees them; a backend is any class with these.

    rank : of this process, from 0. count : of all of them.
    """

    @property
    def rank(self) -> int: ...

    @property
    def count(self) -> int: ...

    @property
    def main(self) -> bool:
        """Whether this is the one that writes and speaks."""

    def barrier(self) -> None:
        """Wait until every process is here."""

    def broadcast(self, value: Any = None) -> Any:
        """The main process' value, on every one; what the others pass is not looked at."""

    def sum(self, values: torch.Tensor) -> torch.Tensor:
        """Sum of a tensor of the CPU over the processes, on every one; in place."""


@dataclass(frozen=True)
class Alone:
    """One process: nothing here waits or sends."""

    rank: int = 0
    count: int = 1
    main: bool = True

    def barrier(self) -> None:
        """Everybody is here."""

    def broadcast(self, value: Any = None) -> Any:
        """The value."""
        return value

    def sum(self, values: torch.Tensor) -> torch.Tensor:
        """The tensor."""
        return values


@dataclass(frozen=True)
class TorchProcesses:
    """Processes that have joined torch's process group."""

    rank: int
    count: int

    @property
    def main(self) -> bool:
        return self.rank == 0

    def barrier(self) -> None:
        self.sum(torch.zeros(1))

    def broadcast(self, value: Any = None) -> Any:
        box = [value]
        with _together():
            torch.distributed.broadcast_object_list(box, src=0, device=torch.device("cpu"))
        return box[0]

    def sum(self, values: torch.Tensor) -> torch.Tensor:
        with _together():
            torch.distributed.all_reduce(values)
        return values


def launched() -> Processes:
    """This process as the launcher's environment describes it (RANK, WORLD_SIZE); joins the others when first asked.

    The group speaks gloo on the CPU, and NCCL on CUDA where torch has it. Where torchrun or accelerate started this
    process, it stops when they are gone: nobody else would stop it, and it would hold the run's folder.

    Raises
    ------
    ProcessesError : not all of them have come within `JOINING`.

    >>> launched()
    Alone(rank=0, count=1, main=True)
    """
    count = int(os.environ.get("WORLD_SIZE", "1"))
    if count == 1:
        return Alone()
    if not torch.distributed.is_initialized():
        if torch.distributed.is_torchelastic_launched():
            threading.Thread(target=_watch, args=(os.getppid(),), name="launcher", daemon=True).start()
        _join()
        atexit.register(part)
    return TorchProcesses(torch.distributed.get_rank(), count)


def _join() -> None:
    """Meet the others, each of whom says that it is there before anybody waits long for it."""
    nccl = torch.cuda.is_available() and torch.distributed.is_nccl_available()
    try:
        store, rank, count = next(torch.distributed.rendezvous("env://", timeout=JOINING))
        store.set_timeout(JOINING)
        store = torch.distributed.PrefixStore("geobias", store)
        store.set(f"here-{rank}", "yes")
        store.wait([f"here-{other}" for other in range(count)], JOINING)
    except RuntimeError as error:
        raise ProcessesError(
            f"All processes of a run must meet within {JOINING.seconds} s, but one did not come or cannot be reached "
            f"({_first_line(error)}). See what it said when it ended, and start all again."
        ) from error
    with _together():
        torch.distributed.init_process_group(
            "cpu:gloo,cuda:nccl" if nccl else "gloo", store=store, rank=rank, world_size=count, timeout=PATIENCE
        )


@contextmanager
def _together() -> Iterator[None]:
    """A step that all processes take; one that is gone is told of in a sentence."""
    try:
        yield
    except RuntimeError as error:
        raise ProcessesError(
            f"The processes of a run must all be there to its end, but one is gone ({_first_line(error)}). "
            "Start all again: what was finished is kept."
        ) from error


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]


def _watch(launcher: int) -> None:
    """Stop this process once its parent is another one than its launcher."""
    while os.getppid() == launcher:
        time.sleep(WATCHING)
    with suppress(OSError, ValueError):  # whoever read the standard error may be gone too
        print("geobias: the launcher of this process has ended, so it stops.", file=sys.stderr, flush=True)
    _thread.interrupt_main()
    time.sleep(STOPPING)  # a main thread that waits for the others hears nothing
    os._exit(1)


def part() -> None:
    """Leave the group; `launched` has this done when the process ends, whether it ends well or not.

    A thread of gloo that still drops a finished exchange when the interpreter stops aborts the process, which a
    launcher reports as a failure of work that is done. Leaving the group joins these threads, except where a wrapped
    network holds the group on; a pause with the interpreter free lets them finish there.
    """
    if torch.distributed.is_initialized():
        torch.distributed.destroy_process_group()
        time.sleep(PARTING)
