"""Shards: files of a store, whole or not there at all, that know which store they belong to."""

from __future__ import annotations

import os
import time
import uuid
from pathlib import Path

import torch

from geobias.errors import InputError, require

FORMAT = "geobias-embeddings-2"
DRAFT = ".part"
_ABANDONED = 3_600.0
"""Seconds after which a draft that nobody has touched is what a killed process left."""


def write_shard(folder: Path, kind: str, tensors: dict[str, torch.Tensor], identity: str) -> Path:
    """Write one safetensors file beside its place, wait until the disk has it, and move it there."""
    library = require("safetensors.torch", extra="study", purpose="the store of embeddings")
    path = folder / f"{kind}-{uuid.uuid4().hex}.safetensors"
    draft = path.with_suffix(DRAFT)
    try:
        library.save_file(tensors, draft, metadata={"format": FORMAT, "identity": identity})
        with draft.open("rb+") as file:
            os.fsync(file.fileno())
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)
    return path


def read_shard(path: Path, identity: str) -> dict[str, torch.Tensor]:
    """A shard's tensors, mapped from disk rather than read.

    Raises
    ------
    InputError : the file is torn, or of another store.
    """
    library = require("safetensors", extra="study", purpose="the store of embeddings")
    try:
        with library.safe_open(path, "pt") as shard:
            header = shard.metadata() or {}
            tensors = {name: shard.get_tensor(name) for name in shard.keys()}  # noqa: SIM118
    except Exception as error:
        raise InputError(
            "every shard of the store must be readable",
            f"{path} is not ({type(error).__name__}: {str(error).splitlines()[0]})",
            "Delete this file; its texts are then encoded anew.",
        ) from error
    if header.get("format") != FORMAT or header.get("identity") != identity:
        raise InputError(
            f"every shard of {path.parent} must be of the encoder {identity}",
            f"{path.name} is of {header.get('identity')} ({header.get('format')})",
            "Move it away; shards belong to the folder they were written in.",
        )
    return tensors


def write_once(path: Path, text: str) -> None:
    """A small text file, unless it is there."""
    if not path.exists():
        draft = path.with_suffix(f".{uuid.uuid4().hex}{DRAFT}")
        draft.write_text(text, encoding="utf-8")
        os.replace(draft, path)


def clear_drafts(folder: Path) -> None:
    """Delete what killed processes have left; drafts that others write now are younger."""
    for draft in folder.glob(f"*{DRAFT}"):
        try:
            if time.time() - draft.stat().st_mtime > _ABANDONED:
                draft.unlink(missing_ok=True)
        except FileNotFoundError:
            continue
