"""Keys and memos: what was computed once is found again by all that decides it, and by nothing else.

Every key is made here: of parts, checkpoints, stores of embeddings and runs.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path, PurePath
from typing import Any

import numpy as np

from geobias.filenames import file_name
from geobias.files import write_atomically
from geobias.sealing import OPEN, is_whole, seal
from geobias.versions import other_versions, versions

FORMATS = {"run": 2, "part": 3, "checkpoint": 2, "embeddings": 3, "entailment": 1, "responses": 1}
"""Raise a number where what such files hold, or how it is computed, changes: what was kept before is then made anew."""


def key(kind: str, name: str, inputs: Any) -> str:
    """16 hex digits that are others for another kind, format, name or input."""
    return digest([kind, FORMATS[kind], name, inputs])[:16]


def digest(value: Any) -> str:
    """sha256 of a nested value of mappings, lists, arrays, dataclasses and plain values; arrays count by their bytes.

    Raises `TypeError` for anything else: what has no content of its own decides no key.
    """
    return hashlib.sha256(json.dumps(_plain(value), sort_keys=True).encode()).hexdigest()


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, Mapping):
        # Keys of any type, in an order of their own; 1 is another key than "1".
        return {"map": sorted((json.dumps(_plain(name)), _plain(item)) for name, item in value.items())}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, np.ndarray) and value.dtype == object:
        return {"array": value.shape, "items": _plain(value.ravel().tolist())}
    if isinstance(value, np.ndarray):
        content = hashlib.sha256(np.ascontiguousarray(value).data).hexdigest()
        return {"array": value.shape, "dtype": value.dtype.str, "sha256": content}
    if isinstance(value, np.generic):
        return _plain(value.item())
    if isinstance(value, PurePath):
        return str(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    raise TypeError(f"A {type(value).__name__} has no content that a key could be made of.")


class Memo:
    """A folder of arrays, each computed once for its inputs; a damaged one is made anew, with a notice.

    Parameters
    ----------
    notice : takes the sentences that a reader should know.
    """

    def __init__(self, folder: Path, notice: Callable[[str], None]):
        self.folder, self._notice = folder, notice

    def __call__(self, name: str, inputs: Mapping[str, Any], compute: Callable[[], np.ndarray]) -> np.ndarray:
        """The array under this name for these inputs: read where an earlier start finished it, else computed."""
        stored = self.recall(name, inputs)
        if stored is not None:
            return stored
        values = np.asarray(compute())
        content = io.BytesIO()  # np.save to a file does not say what was wrong with the disk
        np.save(content, values, allow_pickle=False)
        content.write(json.dumps({"made_by": versions(), "seal": OPEN}).encode())

        def write(draft: Path) -> None:
            draft.write_bytes(content.getbuffer())
            seal(draft)

        write_atomically(self._path(name, inputs), write)
        return values

    def recall(self, name: str, inputs: Mapping[str, Any]) -> np.ndarray | None:
        """What was stored under this name for these inputs; None where nothing is, or nothing whole."""
        path = self._path(name, inputs)
        if not path.is_file():
            return None
        if not is_whole(path):
            self._notice(f"The finished part {path.name} was damaged on disk; it was made anew.")
            return None
        with path.open("rb") as file:
            values = np.load(file, allow_pickle=False)
            made_by = json.loads(file.read())["made_by"]
        if others := other_versions(made_by):
            self._notice(f"Finished parts were taken from an earlier start with {others}.")
        return values

    def _path(self, name: str, inputs: Mapping[str, Any]) -> Path:
        return self.folder / f"{file_name(name)}-{key('part', name, inputs)}.npy"
