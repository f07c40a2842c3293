"""Which runs lie in the folders that were named."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from geobias.errors import InputError
from geobias.pipeline.run_directory import RECORD


def runs_in(folders: Sequence[str | Path]) -> list[Path]:
    """The runs that folders are, or hold one floor below, each once; of those below only the finished ones.

    Raises InputError for a folder that is not there.
    """
    found: dict[Path, None] = {}
    for folder in map(Path, folders):
        if not folder.is_dir():
            raise InputError("a multiverse needs folders of runs", f"there is no directory {folder}", "Correct it.")
        inner = [] if (folder / RECORD).is_file() else sorted(path.parent for path in folder.glob(f"*/{RECORD}"))
        kept = [path for path in inner if _ended(path)] if inner else [folder]
        found |= dict.fromkeys(path.resolve() for path in kept)
    return list(found)


def _ended(folder: Path) -> bool:
    """Whether a run finished, by its record alone: one that is under way has no tables yet."""
    return json.loads((folder / RECORD).read_text()).get("status") == "finished"
