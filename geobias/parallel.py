"""Work on several cores that gives the same bits whatever their number: every task runs on one thread."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

import torch

from geobias.arguments import threads
from geobias.errors import require

Item = TypeVar("Item")
Result = TypeVar("Result")


def available_workers() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def single_threaded() -> Iterator[None]:
    """Torch operators run on one thread inside, as before afterwards: sums then have one order."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def one_blas_thread() -> Any:
    """A context in which numpy's BLAS works on one thread: sums have one order whatever the number of cores, and small
    products do not wait for each other.
    """
    return require("threadpoolctl", extra="study", purpose="linear algebra on one thread").threadpool_limits(1)


def ordered_map(
    function: Callable[[Item], Result], items: Iterable[Item], workers: int | None = None
) -> Iterator[Result]:
    """`map` on `workers` threads, in order; each call sees torch with one thread, so results do not depend on it.

    At most `2 * workers` results wait, so memory stays flat over long streams. An error in a call is raised here,
    and the calls that have not begun are dropped.
    """
    count = threads(workers) or available_workers()
    with single_threaded():
        if count == 1:
            yield from map(function, items)
            return
        # The thread count of an OpenMP runtime belongs to each thread, so every worker sets its own.
        pool = ThreadPoolExecutor(count, initializer=torch.set_num_threads, initargs=(1,))
        try:
            yield from _windowed(pool, function, items, 2 * count)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _windowed(pool: ThreadPoolExecutor, function: Callable, items: Iterable, width: int) -> Iterator:
    waiting = []
    for item in items:
        waiting.append(pool.submit(function, item))
        if len(waiting) >= width:
            yield waiting.pop(0).result()
    while waiting:
        yield waiting.pop(0).result()
