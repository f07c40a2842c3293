"""Claims: the folder that a run works in, locked against other starts."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from geobias.errors import InputError, require
from geobias.files import cannot, make_folder

LOCK = ".lock"


@dataclass(frozen=True)
class Claim:
    """A locked folder; `fresh` where this start made it, `busy` the folders that others work in before it.

    above : the folders above it that this start made, the innermost first.
    """

    path: Path
    fresh: bool
    above: tuple[Path, ...]
    busy: tuple[Path, ...]
    lock: Any

    def release(self) -> None:
        self.lock.release()

    def withdraw(self) -> None:
        """Remove what this start made, while nobody else can be in it; let go of the rest."""
        if self.fresh:
            shutil.rmtree(self.path, ignore_errors=True)
        self.lock.release()
        if self.fresh:
            for folder in (self.path, *self.above):  # the first is there where a lock that is held cannot be removed
                with suppress(OSError):
                    folder.rmdir()


def claim(wanted: Path) -> Claim:
    """Make and lock this folder, or the next numbered one that nobody works in.

    Raises
    ------
    StorageError : it cannot be made or written.
    """
    filelock = require("filelock", extra="study", purpose="a run")
    above = tuple(folder for folder in wanted.parents if not os.path.lexists(folder))
    make_folder(wanted.parent)
    busy: list[Path] = []
    while True:
        path = wanted.with_name(f"{wanted.name}-{len(busy) + 1}") if busy else wanted
        fresh = _make(path)
        lock = filelock.FileLock(path / LOCK)
        try:
            lock.acquire(timeout=0)
        except filelock.Timeout:
            busy.append(path)
        except OSError as error:
            if not path.exists():
                continue  # another start was refused and has just removed it
            raise cannot("written", path / LOCK, error) from error
        else:
            return Claim(path, fresh, above, tuple(busy), lock)


@contextmanager
def held(path: Path) -> Iterator[None]:
    """A folder that is there, locked against starts that would write to it.

    Raises
    ------
    InputError : another process works in it. StorageError : it cannot be written.
    """
    filelock = require("filelock", extra="study", purpose="a run")
    lock = filelock.FileLock(path / LOCK)
    try:
        lock.acquire(timeout=0)
    except filelock.Timeout:
        raise InputError(
            "nobody else must work in the folder of a run", f"another process does in {path}", "Wait for its end."
        ) from None
    except OSError as error:
        raise cannot("written", path / LOCK, error) from error
    try:
        yield
    finally:
        lock.release()


def _make(path: Path) -> bool:
    """Whether the folder was not there before."""
    try:
        path.mkdir(parents=True)  # another start that is refused may just have removed those above
    except OSError as error:
        if path.is_dir():
            return False
        raise cannot("made", path, error) from error
    return True


def check_label(label: str) -> None:
    """Raise `InputError` for a run's name that leads out of its folder; any other name is fine."""
    parts = label.replace("\\", "/").split("/")
    if ".." in parts or (parts[0] in ("", "~") and len(parts) > 1):
        raise InputError(
            "the name of a run must be a name, not a way to another folder",
            f"it is {label!r}",
            "Pass a name such as name=trial, and output=<folder> for the place.",
        )
