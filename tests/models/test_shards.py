"""Shards and the tensor files below them: whole, of their store, and with who made them."""

from __future__ import annotations

import pytest
import torch

from geobias.errors import InputError
from geobias.models.shards import read_shard, write_shard
from geobias.models.tensor_files import load_tensors, save_tensors
from geobias.versions import versions

TENSORS = {
    "keys": torch.arange(32, dtype=torch.uint8).reshape(2, 16),
    "points": torch.randn(3, 5, generator=torch.Generator().manual_seed(0)),
    "half": torch.ones(3, dtype=torch.bfloat16),
    "step": torch.tensor(7),
}


def test_tensors_and_facts_come_back(tmp_path):
    path = save_tensors(tmp_path / "a" / "last.safetensors", TENSORS, {"step": 3})
    tensors, facts = load_tensors(path)
    assert all(torch.equal(tensors[name], value) for name, value in TENSORS.items())
    assert facts == {"step": 3, "made_by": versions()}
    assert list(path.parent.iterdir()) == [path]


def test_any_flipped_bit_and_any_cut_is_seen(tmp_path):
    path = save_tensors(tmp_path / "a.safetensors", TENSORS, {"step": 3})
    content = path.read_bytes()
    for bit in range(0, 8 * len(content), 7):
        flipped = bytearray(content)
        flipped[bit // 8] ^= 1 << bit % 8
        path.write_bytes(flipped)
        assert load_tensors(path) is None
    for length in range(0, len(content), 11):
        path.write_bytes(content[:length])
        assert load_tensors(path) is None


@pytest.mark.parametrize("content", [b"", b"\0" * 4096, b"text"])
def test_files_that_are_no_shards_are_set_aside(tmp_path, content):
    path = tmp_path / "pooled-1.safetensors"
    path.write_bytes(content)
    assert read_shard(path, "us") is None
    assert [path.name for path in tmp_path.iterdir()] == ["pooled-1.damaged"]


def test_a_shard_of_another_store_is_named(tmp_path):
    path = write_shard(tmp_path, "pooled", {"keys": TENSORS["keys"]}, "theirs")
    tensors, made_by = read_shard(path, "theirs")
    assert tensors["keys"].shape == (2, 16)
    assert made_by == versions()
    with pytest.raises(InputError, match=f"{path.name} is of theirs"):
        read_shard(path, "ours")
