"""`geobias collect init`: a commented study to begin with, in one of the two published designs."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from shutil import copytree

from geobias.arguments import choice
from geobias.collect.names import DESIGNS
from geobias.errors import InputError
from geobias.files import at_home, write_atomically


def init_study(folder: str | Path, design: str = "social") -> list[Path]:
    """Write the files of a design into a new folder, or an empty one; returns them.

    Raises
    ------
    InputError : no such design, or a folder that holds something. StorageError : it cannot be written.
    """
    choice("design", design, DESIGNS)
    place = at_home(folder).absolute()
    if place.exists() and (not place.is_dir() or any(place.iterdir())):
        raise InputError("the folder of a new study must be empty", f"{place} is not", "Name another one.")
    if place.exists():
        place.rmdir()
    with resources.as_file(resources.files("geobias.collect.design") / "ready" / design) as ready:
        write_atomically(place, lambda draft: copytree(ready, draft))
    return sorted(file for file in place.rglob("*") if file.is_file())
