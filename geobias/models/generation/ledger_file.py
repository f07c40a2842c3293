"""The file of a ledger: an SQLite database that only grows, whatever happens to the processes that write it."""

from __future__ import annotations

import errno
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from geobias.errors import InputError
from geobias.files import cannot

PATIENCE = 60.0
"""Seconds to wait while another process writes."""
_SYNCED_EVERY = 1.0
"""Seconds between commits that wait for the disk. Those in between outlive the process, if not a power cut."""
_SHARED = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "lustre", "gpfs", "beegfs", "glusterfs"}
"""File systems of several machines, on which SQLite's write-ahead log must not be used (sqlite.org/wal.html)."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS sessions (number INTEGER PRIMARY KEY, made_by TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS prompts (id TEXT PRIMARY KEY, messages TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS responses (
    number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, prompt TEXT NOT NULL, asked TEXT NOT NULL,
    said TEXT NOT NULL, time TEXT NOT NULL, session INTEGER NOT NULL, checksum INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS errors (
    number INTEGER PRIMARY KEY, key TEXT NOT NULL, prompt TEXT NOT NULL, asked TEXT NOT NULL,
    said TEXT NOT NULL, time TEXT NOT NULL, session INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS errors_by_key ON errors (key);
CREATE TABLE IF NOT EXISTS workers (name TEXT PRIMARY KEY);
CREATE TABLE IF NOT EXISTS claims (key TEXT PRIMARY KEY, worker TEXT NOT NULL);
"""
_ONLY_GROWS = """
CREATE TRIGGER IF NOT EXISTS {table}_{deed} BEFORE {deed} ON {table}
BEGIN SELECT RAISE(ABORT, 'a ledger only grows'); END;
"""


class DamagedError(Exception):
    """The file, or a record of it, is not what was written."""


class LedgerFile:
    """A connection; `transaction` is the only way to change anything."""

    def __init__(self, path: Path):
        self.path = path
        self._shared, self._synced = on_shared_disk(path.parent), 0.0
        with self._sentences():
            self._base = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
            self._base.text_factory = readable
            try:
                self._prepare()
            except BaseException:
                self._base.close()
                raise

    def _prepare(self) -> None:
        self._base.execute(f"PRAGMA journal_mode={'TRUNCATE' if self._shared else 'WAL'}")
        grows = [_ONLY_GROWS.format(table=t, deed=d) for t in ("responses", "errors") for d in ("UPDATE", "DELETE")]
        self._base.executescript("BEGIN IMMEDIATE;" + _SCHEMA + "".join(grows) + "COMMIT;")
        if self._base.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise DamagedError(self._base.execute("PRAGMA quick_check(1)").fetchone()[0])

    def rows(self, statement: str, values: tuple[object, ...] = ()) -> list[tuple]:
        """What a SELECT gives."""
        with self._sentences():
            return self._base.execute(statement, values).fetchall()

    def each(self, statement: str) -> Iterator[tuple]:
        """As `rows`, one after another."""
        with self._sentences():
            yield from self._base.execute(statement)

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All of it is kept, or nothing; nobody else writes meanwhile."""
        now = time.monotonic()
        due = self._shared or now - self._synced > _SYNCED_EVERY
        with self._sentences():
            self._base.execute(f"PRAGMA synchronous={'FULL' if due else 'NORMAL'}")
            self._base.execute("BEGIN IMMEDIATE")
            try:
                yield self._base
            except BaseException:
                if self._base.in_transaction:  # a full disk has ended it already
                    self._base.execute("ROLLBACK")
                raise
            self._base.execute("COMMIT")
        if due:
            self._synced = now

    def close(self) -> None:
        self._base.close()

    @contextmanager
    def _sentences(self) -> Iterator[None]:
        """What SQLite says of the disk, as the other files of geobias say it."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
                raise DamagedError(str(error)) from error
            if code == sqlite3.SQLITE_BUSY:
                must, got = f"{self.path} must be free to be written", "another process has held it for a minute"
                raise InputError(must, got, "See which one it is, and start again.") from error
            system = {
                sqlite3.SQLITE_FULL: errno.ENOSPC,
                sqlite3.SQLITE_READONLY: errno.EACCES,
                sqlite3.SQLITE_CANTOPEN: errno.EACCES,
                sqlite3.SQLITE_IOERR: errno.EIO,
            }.get(code)
            if system is None:
                raise
            raise cannot("written", self.path, OSError(system, str(error))) from error


def readable(text: bytes) -> str:
    """Damaged text too is text: its checksum tells, where an error of SQLite's would not say what is wrong."""
    return text.decode("utf-8", "replace")


def on_shared_disk(folder: Path, mounts: Path = Path("/proc/self/mounts")) -> bool:
    """Whether other machines may see this folder too; False where the system does not say."""
    try:
        lines = [line.split() for line in mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines()]
    except OSError:
        return False
    place = os.path.realpath(folder)
    # /proc writes a blank in a path as \\040.
    above = [line for line in lines if f"{place}/".startswith(line[1].replace("\\040", " ").rstrip("/") + "/")]
    if not above:
        return False
    kind = max(above, key=lambda line: len(line[1]))[2]
    return kind in _SHARED or kind.startswith("fuse")
