"""Claims: which process is asking which request, so that no two ask the same; those of dead processes are free."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from sqlite3 import Connection

from geobias.models.generation.ledger_file import LedgerFile
from geobias.models.generation.workers import Worker, is_alive


class Claims:
    """The claims of this process among those of the others that share a ledger's file; `leave` when it is done."""

    def __init__(self, file: LedgerFile, folder: Path):
        self._file, self._folder = file, folder
        self._me = Worker(folder)
        with file.transaction() as base:
            base.execute("INSERT INTO workers VALUES (?)", (self._me.name,))

    def take(self, keys: Sequence[str], most: int) -> list[str]:
        """The first of these, at most so many, that are neither answered nor claimed by a living process: now ours."""
        mine: list[str] = []
        with self._file.transaction() as base:
            for (name,) in base.execute("SELECT name FROM workers WHERE name != ?", (self._me.name,)).fetchall():
                if not is_alive(self._folder, name):
                    _forget(base, name)
            for key in keys:
                if base.execute("SELECT 1 FROM responses WHERE key = ?", (key,)).fetchone():
                    continue
                if base.execute("INSERT OR IGNORE INTO claims VALUES (?, ?)", (key, self._me.name)).rowcount:
                    mine.append(key)
                if len(mine) == most:
                    break
        return mine

    def release(self) -> None:
        """Give back what is left of ours."""
        with self._file.transaction() as base:
            base.execute("DELETE FROM claims WHERE worker = ?", (self._me.name,))

    def leave(self) -> None:
        """Give back all, and be known no more."""
        try:
            with self._file.transaction() as base:
                _forget(base, self._me.name)
        finally:
            self._me.leave()


def _forget(base: Connection, worker: str) -> None:
    base.execute("DELETE FROM claims WHERE worker = ?", (worker,))
    base.execute("DELETE FROM workers WHERE name = ?", (worker,))
