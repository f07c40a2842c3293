"""EntailmentStore: what an entailer said of pairs, written once to disk and found again by the texts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

from geobias.files import at_home, clear_drafts, make_folder
from geobias.models.shards import read_shard, write_shard
from geobias.models.store import text_key
from geobias.versions import other_versions


class EntailmentStore:
    """A folder of shards for one entailer; several processes may read and write it at once.

    A shard is one safetensors file, whole or not there. It holds a key of 32 bytes and three probabilities per pair.
    One that is damaged is set aside, so that its pairs are judged anew.

    Parameters
    ----------
    root : folder of all stores. fingerprint : of the entailer; another one, another folder.

    Attributes
    ----------
    notices : sentences on shards that were damaged, or made by other versions.

    Raises
    ------
    InputError : a shard in the folder is of another entailer. StorageError : the folder cannot be made or written.
    """

    def __init__(self, root: str | Path, fingerprint: str):
        self.fingerprint = fingerprint
        self.folder = store_folder(root, fingerprint)
        make_folder(self.folder)
        clear_drafts(self.folder)
        self.notices: list[str] = []
        self._found: dict[bytes, np.ndarray] = {}
        self._known: set[str] = set()
        self.refresh()

    def refresh(self) -> None:
        """Take note of shards that other processes have written since."""
        for path in sorted(self.folder.glob("pairs-*.safetensors")):
            if path.name in self._known:
                continue
            shard = read_shard(path, self.fingerprint)
            if shard is None:
                self._notice(f"The shard {path.name} of the store was damaged on disk; its pairs were judged anew.")
                continue
            tensors, made_by = shard
            self._register(path, tensors["keys"].numpy(), tensors["probabilities"].numpy())
            if others := other_versions(made_by):
                self._notice(f"Entailments were taken from the store that were made with {others}.")

    def find(self, keys: Sequence[bytes]) -> tuple[np.ndarray, np.ndarray]:
        """(which of them are here: bool (keys,); their probabilities: float64 (keys, 3), NaN for the others)."""
        rows = [self._found.get(key) for key in keys]
        values = np.array([np.full(3, np.nan) if row is None else row for row in rows]).reshape(-1, 3)
        return np.array([row is not None for row in rows], dtype=bool), values

    def write(self, keys: Sequence[bytes], probabilities: np.ndarray) -> None:
        """Add one shard: a row of float64 (keys, 3) for every key."""
        rows = np.frombuffer(b"".join(keys), dtype=np.uint8).reshape(-1, 32).copy()
        tensors = {"keys": torch.from_numpy(rows), "probabilities": torch.from_numpy(probabilities)}
        self._register(write_shard(self.folder, "pairs", tensors, self.fingerprint), rows, probabilities)

    def _register(self, path: Path, keys: np.ndarray, probabilities: np.ndarray) -> None:
        self._known.add(path.name)
        for key, row in zip(keys, probabilities, strict=True):
            self._found.setdefault(key.tobytes(), row)

    def _notice(self, sentence: str) -> None:
        if sentence not in self.notices:
            self.notices.append(sentence)


def store_folder(root: str | Path, fingerprint: str) -> Path:
    """Where an entailer's store lies, or would."""
    return at_home(root) / f"entailment-{fingerprint}"


def pair_key(premise: bytes, hypothesis: bytes) -> bytes:
    """32 bytes, of the keys of both texts."""
    return premise + hypothesis


def text_keys(texts: Sequence[str]) -> list[bytes]:
    """16 bytes of the sha256 of each text."""
    return [text_key(text) for text in texts]
