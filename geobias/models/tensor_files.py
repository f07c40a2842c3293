"""Tensor files: safetensors with a seal, so that what is torn or has a flipped bit is never taken for numbers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch

from geobias.errors import require
from geobias.files import write_atomically
from geobias.sealing import OPEN, is_whole, seal
from geobias.versions import versions

Tensors = dict[str, torch.Tensor]


def save_tensors(path: Path, tensors: Mapping[str, torch.Tensor], facts: Mapping[str, Any]) -> Path:
    """Write one file, whole or not at all, with plain facts beside the tensors, and who made it under "made_by"."""
    library = require("safetensors.torch", extra="study", purpose="files of tensors")
    header = {"facts": json.dumps({**facts, "made_by": versions()}), "seal": OPEN}

    def write(draft: Path) -> None:
        library.save_file(dict(tensors), draft, metadata=header)
        seal(draft)

    return write_atomically(path, write)


def load_tensors(path: Path, *, trusted: bool = False) -> tuple[Tensors, dict[str, Any]] | None:
    """Tensors, mapped from disk rather than read, and facts; None where the file is not to the bit what was written.

    trusted : do not look, for a file that this process has just written.
    """
    library = require("safetensors", extra="study", purpose="files of tensors")
    if not trusted and not (path.is_file() and is_whole(path)):
        return None
    with library.safe_open(path, "pt") as file:
        facts = json.loads(file.metadata()["facts"])
        return {name: file.get_tensor(name) for name in file.keys()}, facts  # noqa: SIM118
