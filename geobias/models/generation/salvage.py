"""Salvage: a ledger's file that was damaged on disk is set aside, and what is whole of it goes on."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from geobias.errors import InputError
from geobias.models.generation.ledger_file import DamagedError, LedgerFile, readable
from geobias.models.generation.records import Record
from geobias.models.generation.workers import anyone_alive

_ORDERED = {"sessions": "number", "prompts": "rowid", "responses": "number", "errors": "number"}
_BESIDE = ("", "-wal", "-shm", "-journal")


def opened(path: Path, workers: Path, notice: Callable[[str], None]) -> LedgerFile:
    """The file, every record of which is what was written.

    Raises
    ------
    InputError : it is damaged, and living processes work with it. StorageError : it cannot be made or written.
    """
    try:
        file = LedgerFile(path)
        try:
            _check_records(file)
        except BaseException:
            file.close()
            raise
        return file
    except DamagedError as error:
        if anyone_alive(workers):
            must, mend = f"{path} must be as it was written", "Stop them and start again: what is whole is kept."
            raise InputError(must, f"it is damaged ({error}), and other processes work with it", mend) from error
        return _anew(path, notice)


def _check_records(file: LedgerFile) -> None:
    for row in file.each("SELECT * FROM responses"):
        if not _is_whole(row):
            raise DamagedError(f"the checksum of {row[1]} is wrong")


def _anew(path: Path, notice: Callable[[str], None]) -> LedgerFile:
    number = next(n for n in range(1, 10_000) if not (path.parent / f"{path.name}.damaged-{n}").exists())
    aside = path.with_name(f"{path.name}.damaged-{number}")
    for ending in _BESIDE:
        if (beside := path.with_name(path.name + ending)).exists():
            os.replace(beside, aside.with_name(aside.name + ending))
    file = LedgerFile(path)
    counts = {table: _copy(aside, file, table) for table in _ORDERED}
    notice(
        f"The ledger {path} was damaged on disk: {counts['responses']} responses of it are whole and go on, "
        f"the others are asked again. The damaged file is {aside.name}, beside it."
    )
    return file


def _copy(aside: Path, file: LedgerFile, table: str) -> int:
    """Copy the whole rows of a table; how many there are."""
    copied = 0
    with closing(sqlite3.connect(aside)) as base, file.transaction() as new:
        base.text_factory = readable
        for row in _readable(base, table):
            if table == "responses" and not _is_whole(row):
                continue
            marks = ",".join("?" * len(row))
            copied += new.execute(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", row).rowcount
    return copied


def _readable(base: sqlite3.Connection, table: str) -> Iterator[tuple]:
    """Rows from the first on until one cannot be read, then from the last on; a row may come twice."""
    for direction in ("ASC", "DESC"):
        try:
            yield from base.execute(f"SELECT * FROM {table} ORDER BY {_ORDERED[table]} {direction}")
            return
        except sqlite3.DatabaseError:
            continue


def _is_whole(row: tuple) -> bool:
    _, key, prompt, asked, said, time, _, checksum = row
    return (
        all(isinstance(text, str) for text in row[1:6]) and Record(key, prompt, asked, said, time).checksum == checksum
    )
