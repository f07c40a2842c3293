"""Writers of a SQLite file: they wait in line, whichever process they are of, and share the waits for the disk."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from geobias.files import cannot

try:
    import fcntl
except ImportError:  # no POSIX: SQLite's own waiting is left, which lets some wait longer than others
    fcntl = None  # type: ignore[assignment]


class Writers:
    """Those who write to one file.

    SQLite lets a writer who has to wait look again after ever longer pauses, so a process with many writers would
    keep another's waiting for seconds; here who waits is woken as soon as the file is free. And SQLite holds the file
    while the disk works; here a commit is brought onto the disk afterwards, with all that were made meanwhile. A
    write-ahead log loses nothing by that: what was committed is in it, and it is synced before anything is taken out.

    Parameters
    ----------
    file : of the store; None = it is in memory.
    """

    def __init__(self, file: Path | None):
        self._line = file and file.with_name(f"{file.name}.lock")
        self._log = file and file.with_name(f"{file.name}-wal")
        self._alone, self._counting, self._syncing = threading.Lock(), threading.Lock(), threading.Lock()
        self._committed = self._synced = 0

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Be the only one who writes, of all processes of this machine.

        Raises
        ------
        StorageError : there can be no file beside the store.
        """
        with self._alone:
            if self._line is None or fcntl is None:
                yield
                return
            with _opened(self._line) as line:
                fcntl.flock(line, fcntl.LOCK_EX)
                yield

    def sync(self) -> None:
        """Return when all that this thread has committed is on the disk; who comes meanwhile shares the next sync.

        Raises
        ------
        StorageError : the disk does not take it.
        """
        if self._log is None:
            return
        with self._counting:
            self._committed += 1
            mine = self._committed
        with self._syncing:
            if self._synced >= mine:
                return
            with self._counting:
                until = self._committed
            _sync(self._log)
            self._synced = until


def _opened(line: Path) -> BinaryIO:
    try:
        return line.open("ab")  # anew each time: forked processes would share the lock of an open one
    except OSError as error:
        raise cannot("opened", line, error) from error


def _sync(log: Path) -> None:
    try:
        handle = os.open(log, os.O_RDWR)
    except FileNotFoundError:  # a last connection has closed: all is in the store's file, synced
        return
    except OSError as error:
        raise cannot("opened", log, error) from error
    try:
        getattr(os, "fdatasync", os.fsync)(handle)
    except OSError as error:
        raise cannot("written", log, error) from error
    finally:
        os.close(handle)
