"""The door to pykeops: processes that share its cache of compiled formulas take turns where they write to it.

pykeops compiles a formula at its first use, into a folder that all processes of a user share, without a lock: two that
start together can load what the other has half written. It also prints while it is imported, so nobody imports it
before a sweep needs it.
"""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Hashable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

_compiled: set[Hashable] = set()
_thread = threading.RLock()
_held = False
_at_end = ExitStack()


@cache
def lazy_tensor() -> type[Any]:
    """pykeops's LazyTensor for torch; imported at the first call, while no other process writes to the cache."""
    with _turn():
        from pykeops.torch import LazyTensor
    # pykeops writes its lists of formulas when the process ends, by a handler that was registered by now. The last
    # registered runs first: it waits for the lock, which the end of the process gives back.
    atexit.register(lambda: _at_end.enter_context(_turn()))
    return LazyTensor


@contextmanager
def first_use(*formula: Hashable) -> Iterator[None]:
    """Around a reduction: the first of this process with this formula, which may compile, waits for its turn."""
    if formula in _compiled:
        yield
        return
    with _turn():
        yield
    _compiled.add(formula)


@contextmanager
def _turn() -> Iterator[None]:
    """Held by one thread of one process at a time, which may take it again; threads alone where files have no locks."""
    global _held
    with _thread, ExitStack() as stack:
        outer = not _held
        if outer and (file := _lock_file()) is not None:
            stack.enter_context(file)  # to close it gives the lock back, as a crash does
        _held = True
        try:
            yield
        finally:
            _held = not outer


def _lock_file() -> Any | None:
    """The locked file beside the cache; None where there is no such file, or no lock."""
    with suppress(ImportError, OSError, RuntimeError):
        import fcntl

        folder = Path(os.environ.get("KEOPS_CACHE_FOLDER") or Path.home() / ".cache")
        folder.mkdir(parents=True, exist_ok=True)
        file = (folder / "geobias-keops.lock").open("w")
        with suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_EX)
        return file
    return None
