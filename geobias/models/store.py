"""EmbeddingStore: every text's vectors, written once to disk and found again by what made them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from geobias.clouds import TokenClouds
from geobias.errors import InputError
from geobias.files import at_home, clear_drafts, make_folder, write_text
from geobias.memo import key
from geobias.models.devices import DTYPES
from geobias.models.shards import read_shard, write_shard
from geobias.versions import other_versions


def text_key(text: str) -> bytes:
    """16 bytes of the text's sha256."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:16]


class EmbeddingStore:
    """A folder of shards for one encoder identity; several processes may read and write it at once.

    A shard is one safetensors file, so a kill leaves whole shards or none. It holds the keys of its texts, their
    pooled vectors, and their token vectors where those were asked for. One that is damaged is set aside, so that
    its texts are missing and encoded anew.

    Parameters
    ----------
    root : folder of all stores.
    identity : what decides the vectors (weights, tokenizer, layer, length ...); another identity, another folder.
        Its "storage" is the dtype on disk (default "float32"); what is read is float32 always.

    Attributes
    ----------
    notices : sentences on shards that were damaged, or made by other versions.

    Raises
    ------
    InputError : a shard in the folder is of another identity.
    StorageError : the folder cannot be made or written.
    """

    def __init__(self, root: str | Path, identity: dict[str, Any]):
        self.identity = key("embeddings", "store", identity)
        self.storage = DTYPES[identity.get("storage", "float32")]
        self.folder = at_home(root) / self.identity
        make_folder(self.folder)
        clear_drafts(self.folder)
        if not (self.folder / "identity.json").exists():
            write_text(self.folder / "identity.json", json.dumps(identity, indent=2, sort_keys=True))
        self.notices: list[str] = []
        self._places: dict[str, dict[bytes, tuple[Path, int]]] = {"pooled": {}, "tokens": {}}
        self._open: dict[Path, dict[str, torch.Tensor]] = {}
        self._known: set[Path] = set()
        self.refresh()

    def refresh(self) -> None:
        """Take note of shards that other processes have written since."""
        for path in sorted(self.folder.glob("*.safetensors")):
            if path in self._known:
                continue
            found = read_shard(path, self.identity)
            if found is None:
                self._notice(f"The shard {path.name} of the store was damaged on disk; its texts were encoded anew.")
                continue
            self._open[path], made_by = found
            self._register(path, self._open[path]["keys"])
            if others := other_versions(made_by):
                self._notice(f"Embeddings were taken from the store that were made with {others}.")

    def _notice(self, sentence: str) -> None:
        if sentence not in self.notices:
            self.notices.append(sentence)

    def _register(self, path: Path, keys: torch.Tensor) -> None:
        self._known.add(path)
        has_tokens = path.name.startswith("tokens-")
        for index, row in enumerate(keys.numpy()):
            place = (path, index)
            self._places["pooled"].setdefault(row.tobytes(), place)
            if has_tokens:
                self._places["tokens"].setdefault(row.tobytes(), place)

    def missing(self, texts: Iterable[str], *, tokens: bool) -> list[bool]:
        """For every text, whether it must still be encoded."""
        places = self._places["tokens" if tokens else "pooled"]
        return [text_key(text) not in places for text in texts]

    def write(
        self,
        texts: Sequence[str],
        pooled: dict[str, torch.Tensor],
        points: Sequence[torch.Tensor] | None = None,
    ) -> None:
        """Add one shard: pooled name -> float32 (texts, d), and for each text its (tokens, d) float32 points.

        Raises
        ------
        InputError : a vector is not finite, or too large for the dtype on disk.
        """
        keys = torch.from_numpy(np.frombuffer(b"".join(map(text_key, texts)), dtype=np.uint8).copy()).view(-1, 16)
        tensors = {f"pooled.{name}": self._stored(name, values) for name, values in pooled.items()}
        if points is not None:
            counts = torch.tensor([0, *(len(cloud) for cloud in points)])
            tensors |= {"points": self._stored("points", torch.cat(list(points))), "offsets": counts.cumsum(0)}
        kind = "pooled" if points is None else "tokens"
        self._register(write_shard(self.folder, kind, {"keys": keys, **tensors}, self.identity), keys)

    def _stored(self, name: str, values: torch.Tensor) -> torch.Tensor:
        stored = values.to(self.storage).contiguous()
        if not bool(torch.isfinite(stored).all()):
            raise InputError(
                f"vectors to store must be finite in {str(self.storage).removeprefix('torch.')}",
                f"of '{name}' the largest is {float(values.abs().max()):.3g}",
                "Use encoder.storage=float32, and encoder.dtype=float32 or bfloat16.",
            )
        return stored

    def vectors(self, texts: Sequence[str], pooling: str) -> np.ndarray:
        """Pooled vectors in the order of the texts, float32 (texts, d)."""
        name = f"pooled.{pooling}"
        return torch.stack([self._at("pooled", text, name) for text in texts]).float().numpy()

    def clouds(self, texts: Sequence[str]) -> TokenClouds:
        """Token vectors in the order of the texts, float32."""
        return TokenClouds.from_list([self._at("tokens", text, "points").float() for text in texts])

    def _at(self, kind: str, text: str, name: str) -> torch.Tensor:
        place = self._places[kind].get(text_key(text))
        if place is None:
            raise KeyError(f"The store has no {kind} vectors of the text {text[:60]!r}; extract it first.")
        shard, index = self._load(place[0]), place[1]
        if name not in shard:
            raise KeyError(f"This store does not keep '{name}'; it was made with encoder.poolings=used.")
        if name != "points":
            return shard[name][index]
        return shard["points"][shard["offsets"][index] : shard["offsets"][index + 1]]

    def _load(self, path: Path) -> dict[str, torch.Tensor]:
        """A shard's tensors, opened once."""
        if path not in self._open:
            self._open[path], _ = read_shard(path, self.identity, trusted=True)  # type: ignore[misc]
        return self._open[path]
