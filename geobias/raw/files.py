"""Files: their bytes and hashes, and which files of a folder are meant."""

from __future__ import annotations

import hashlib
from pathlib import Path

from geobias.errors import InputError
from geobias.raw.unpacking import COMPRESSED, unpack


def read_bytes(path: str | Path) -> tuple[bytes, str]:
    """The bytes of a file, decompressed where they are an archive, and the sha256 of the file as it stands."""
    data = stored_bytes(path)
    return unpack(data, path), hashlib.sha256(data).hexdigest()


def stored_bytes(path: str | Path) -> bytes:
    """The bytes of a file as it stands."""
    try:
        file = Path(path)
        if not file.is_file():
            got = "it is a folder" if file.is_dir() else "it is no regular file" if file.exists() else "there is none"
            raise InputError(f"'{path}' must be a file", got, "Check the path.")
        return file.read_bytes()
    except InputError:
        raise
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise InputError(f"'{path}' must be a file that can be read", f"it cannot ({why})", "Check it.") from None


def plain_name(path: str | Path) -> str:
    """The file's name without the ending of a compression.

    >>> plain_name("data/us.csv.gz"), plain_name("us.tsv")
    ('us.csv', 'us.tsv')
    """
    name = Path(path).name
    stem, dot, ending = name.rpartition(".")
    return stem if dot + ending.lower() in COMPRESSED and stem else name


def visible_files(folder: Path) -> list[Path]:
    """The files of a folder by name, less those that systems and editors leave beside them."""
    try:
        files = sorted(file for file in folder.iterdir() if file.is_file())
    except OSError as error:
        raise InputError(
            f"'{folder}' must be a folder that can be read", f"it cannot ({error.strerror})", "Check it."
        ) from None
    return [f for f in files if not f.name.startswith((".", "~$")) and not f.name.endswith("~")]
