"""Shards: files of a store, whole or not there at all, that know which store they belong to."""

from __future__ import annotations

import uuid
from contextlib import suppress
from pathlib import Path

import torch

from geobias.errors import InputError
from geobias.models.tensor_files import Tensors, load_tensors, save_tensors


def write_shard(folder: Path, kind: str, tensors: dict[str, torch.Tensor], identity: str) -> Path:
    """Write one safetensors file under a name of its own."""
    return save_tensors(folder / f"{kind}-{uuid.uuid4().hex}.safetensors", tensors, {"identity": identity})


def read_shard(path: Path, identity: str, *, trusted: bool = False) -> tuple[Tensors, dict[str, str]] | None:
    """A shard's tensors, mapped from disk rather than read, and the versions that made it; None where it is damaged.

    A damaged one is set aside: its texts are then missing, and encoded anew. `trusted` ones were looked at before.

    Raises
    ------
    InputError : the file is of another store.
    """
    found = load_tensors(path, trusted=trusted)
    if found is None:
        with suppress(OSError):
            path.rename(path.with_suffix(".damaged"))
        return None
    tensors, facts = found
    if facts.get("identity") != identity:
        raise InputError(
            f"every shard of {path.parent} must be of the model {identity}",
            f"{path.name} is of {facts.get('identity')}",
            "Move it away; shards belong to the folder they were written in.",
        )
    return tensors, facts["made_by"]
