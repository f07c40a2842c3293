"""Which runs lie in the folders that were named."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from geobias.errors import InputError
from geobias.pipeline.run_directory import RECORD
from geobias.report import read_record


def runs_in(folders: Sequence[str | Path]) -> list[Path]:
    """The runs that folders are, or hold one floor below, each once; of those below only the finished ones.

    Raises InputError for a folder that is not there, and for a run whose record is damaged.
    """
    found: dict[Path, None] = {}
    for folder in map(Path, folders):
        if not folder.is_dir():
            raise InputError("a multiverse needs folders of runs", f"there is no directory {folder}", "Correct it.")
        inner = [] if (folder / RECORD).is_file() else sorted(path.parent for path in folder.glob(f"*/{RECORD}"))
        # By their records alone: a run that is under way has no tables yet.
        kept = [path for path in inner if read_record(path).get("status") == "finished"] if inner else [folder]
        found |= dict.fromkeys(path.resolve() for path in kept)
    return list(found)
