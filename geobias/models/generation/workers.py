"""Workers: processes that share a ledger, and which of them are alive.

Each holds a lock on a file of its own, which the system takes back when it ends, however it ends.
"""

from __future__ import annotations

import uuid
from contextlib import suppress
from pathlib import Path
from typing import Any

from geobias.errors import require
from geobias.files import make_folder


class Worker:
    """This process, as others see it; `leave` when it is done."""

    def __init__(self, folder: Path):
        make_folder(folder)
        self.name = uuid.uuid4().hex
        self._path = _lock_path(folder, self.name)
        self._lock = _lock(self._path)
        self._lock.acquire()

    def leave(self) -> None:
        with suppress(OSError):
            self._path.unlink(missing_ok=True)
        self._lock.release()


def is_alive(folder: Path, name: str) -> bool:
    """Whether the process that goes by this name still holds its lock; the file of a dead one is removed."""
    path = _lock_path(folder, name)
    if not path.exists():
        return False
    lock = _lock(path)
    try:
        lock.acquire(timeout=0)
    except _filelock().Timeout:
        return True
    with suppress(OSError):
        path.unlink(missing_ok=True)
    lock.release()
    return False


def anyone_alive(folder: Path) -> bool:
    """Whether any process holds a lock here."""
    return any(is_alive(folder, path.stem) for path in folder.glob("*.lock"))


def _lock_path(folder: Path, name: str) -> Path:
    return folder / f"{name}.lock"


def _lock(path: Path) -> Any:
    return _filelock().FileLock(path)


def _filelock() -> Any:
    return require("filelock", extra="study", purpose="a ledger of responses")
