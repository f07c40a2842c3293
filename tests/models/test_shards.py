"""Shards: what killed writers left is cleared, what others write now is left alone."""

from __future__ import annotations

import os
import time

import pytest
import torch

from geobias.errors import InputError
from geobias.models.shards import clear_drafts, read_shard, write_once, write_shard


def test_a_shard_is_synced_before_it_is_moved(tmp_path, monkeypatch):
    events = []
    monkeypatch.setattr("geobias.models.shards.os.fsync", lambda _: events.append("sync"))
    move = os.replace
    monkeypatch.setattr("geobias.models.shards.os.replace", lambda a, b: (events.append("move"), move(a, b)))
    path = write_shard(tmp_path, "pooled", {"keys": torch.zeros(2, 16, dtype=torch.uint8)}, "us")
    assert events == ["sync", "move"]
    assert read_shard(path, "us")["keys"].shape == (2, 16)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("content", [b"", b"\0" * 4096, b"text"])
def test_files_that_are_no_shards_are_torn(tmp_path, content):
    path = tmp_path / "pooled-1.safetensors"
    path.write_bytes(content)
    with pytest.raises(InputError, match="every shard of the store must be readable"):
        read_shard(path, "us")


def test_only_old_drafts_are_cleared(tmp_path):
    old, young = tmp_path / "pooled-1.part", tmp_path / "pooled-2.part"
    for draft in (old, young):
        draft.write_bytes(b"half")
    os.utime(old, (time.time() - 7200, time.time() - 7200))
    clear_drafts(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [young.name]


def test_a_file_is_written_once(tmp_path):
    for text in ("first", "second"):
        write_once(tmp_path / "a.json", text)
    assert (tmp_path / "a.json").read_text() == "first"
    assert len(list(tmp_path.iterdir())) == 1
