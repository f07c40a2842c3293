"""EmbeddingStore: every text's vectors, written once to disk and found again by what made them."""

from __future__ import annotations

import hashlib
import json
import os
import uuid
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from geobias.clouds import TokenClouds
from geobias.errors import InputError, require

FORMAT = "geobias-embeddings-1"


def text_key(text: str) -> bytes:
    """16 bytes of the text's sha256."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:16]


class EmbeddingStore:
    """A folder of shards for one encoder identity; several processes may read and write it at once.

    A shard is one safetensors file, written beside its place and then moved there, so a kill leaves whole shards or
    none. It holds the keys of its texts, their pooled vectors, and their token vectors where those were asked for.

    Parameters
    ----------
    root : folder of all stores.
    identity : what decides the vectors (weights, tokenizer, layer, length ...); another identity, another folder.

    Raises
    ------
    InputError : a shard in the folder cannot be read, or is of another identity.
    """

    def __init__(self, root: str | Path, identity: dict[str, Any]):
        self._safetensors = require("safetensors.torch", extra="study", purpose="the store of embeddings")
        text = json.dumps(identity, sort_keys=True)
        self.identity = hashlib.sha256(text.encode()).hexdigest()[:16]
        self.folder = Path(root).expanduser() / self.identity
        self.folder.mkdir(parents=True, exist_ok=True)
        _write_once(self.folder / "identity.json", json.dumps(identity, indent=2, sort_keys=True))
        self._places: dict[str, dict[bytes, tuple[Path, int]]] = {"pooled": {}, "tokens": {}}
        self._open: dict[Path, dict[str, torch.Tensor]] = {}
        self.refresh()

    def refresh(self) -> None:
        """Take note of shards that other processes have written since."""
        known = {path for places in self._places.values() for path, _ in places.values()}
        for path in sorted(self.folder.glob("*.safetensors")):
            if path not in known:
                self._register(path, self._load(path)["keys"])

    def _register(self, path: Path, keys: torch.Tensor) -> None:
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
        """Add one shard: pooled name -> float32 (texts, d), and for each text its (tokens, d) float32 points."""
        keys = torch.from_numpy(np.frombuffer(b"".join(map(text_key, texts)), dtype=np.uint8).copy()).view(-1, 16)
        tensors = {"keys": keys, **{f"pooled.{name}": values.contiguous() for name, values in pooled.items()}}
        if points is not None:
            clouds = TokenClouds.from_list(points)
            tensors |= {"points": clouds.points.contiguous(), "offsets": clouds.offsets}
        kind = "pooled" if points is None else "tokens"
        path = self.folder / f"{kind}-{uuid.uuid4().hex}.safetensors"
        draft = path.with_suffix(".part")
        try:
            self._safetensors.save_file(tensors, draft, metadata={"format": FORMAT, "identity": self.identity})
            os.replace(draft, path)
        finally:
            draft.unlink(missing_ok=True)
        self._register(path, keys)

    def vectors(self, texts: Sequence[str], pooling: str) -> np.ndarray:
        """Pooled vectors in the order of the texts, float32 (texts, d)."""
        name = f"pooled.{pooling}"
        return torch.stack([self._at("pooled", text, name) for text in texts]).numpy()

    def clouds(self, texts: Sequence[str]) -> TokenClouds:
        """Token vectors in the order of the texts."""
        return TokenClouds.from_list([self._at("tokens", text, "points") for text in texts])

    def _at(self, kind: str, text: str, name: str) -> torch.Tensor:
        place = self._places[kind].get(text_key(text))
        if place is None:
            raise KeyError(f"The store has no {kind} vectors of the text {text[:60]!r}; extract it first.")
        shard, index = self._load(place[0]), place[1]
        if name != "points":
            return shard[name][index]
        return shard["points"][shard["offsets"][index] : shard["offsets"][index + 1]]

    def _load(self, path: Path) -> dict[str, torch.Tensor]:
        """A shard's tensors, mapped from disk rather than read."""
        if path not in self._open:
            try:
                with self._safetensors.safe_open(path, "pt") as shard:
                    header = shard.metadata() or {}
                    self._open[path] = {name: shard.get_tensor(name) for name in shard.keys()}  # noqa: SIM118
            except Exception as error:
                raise InputError(
                    "every shard of the store must be readable",
                    f"{path} is not ({type(error).__name__}: {str(error).splitlines()[0]})",
                    "Delete this file; its texts are then encoded anew.",
                ) from error
            if header.get("format") != FORMAT or header.get("identity") != self.identity:
                raise InputError(
                    f"every shard of {self.folder} must be of the encoder {self.identity}",
                    f"{path.name} is of {header.get('identity')} ({header.get('format')})",
                    "Move it away; shards belong to the folder they were written in.",
                )
        return self._open[path]


def _write_once(path: Path, text: str) -> None:
    if not path.exists():
        draft = path.with_suffix(f".{uuid.uuid4().hex}.part")
        draft.write_text(text, encoding="utf-8")
        os.replace(draft, path)
