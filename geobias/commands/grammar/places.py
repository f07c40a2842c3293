"""Places that a command writes to, looked at before it begins."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from geobias.errors import InputError
from geobias.files import at_home, check_folder


def output_folder(name: str) -> Path:
    """The folder of --output, there or to be made.

    Raises
    ------
    InputError : it is a file. StorageError : it can be neither written nor made.
    """
    path = at_home(name)
    if path.exists() and not path.is_dir():
        raise InputError("--output must be a folder", f"'{name}' is a file", "Name another.")
    check_folder(path)
    return path


def one_directory(command: str, named: Sequence[str]) -> str:
    """The directory that a command takes; raises `InputError` where none or several were named."""
    if len(named) != 1:
        raise InputError(
            f"geobias {command} takes one directory",
            f"there are {[*named]}" if named else "there is none",
            "Name one; blanks in it need quotes.",
        )
    return named[0]
