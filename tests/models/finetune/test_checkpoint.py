"""Checkpoints: whole or not there, and enough to go on from."""

from __future__ import annotations

import pytest
import torch

from geobias.errors import StorageError
from geobias.models.finetune.checkpoint import (
    Checkpoints,
    network_tensors,
    optimizer_tensors,
    restore_network,
    restore_optimizer,
)


def stepped(make, seed: int):
    torch.manual_seed(seed)
    network = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.BatchNorm1d(4), torch.nn.Linear(4, 2))
    optimizer = make(network.parameters())
    for _ in range(3):
        step(network, optimizer)
    return network, optimizer


def step(network, optimizer) -> None:
    network(torch.arange(12.0).reshape(4, 3)).square().sum().backward()
    optimizer.step()
    optimizer.zero_grad()


@pytest.mark.parametrize(
    "make",
    [
        lambda p: torch.optim.AdamW(p, lr=0.1, weight_decay=0.1),
        lambda p: torch.optim.AdamW(p, lr=0.1, fused=True),
        lambda p: torch.optim.Adagrad(p, lr=0.1),
    ],
)
def test_a_restored_training_takes_the_same_next_step(tmp_path, make):
    network, optimizer = stepped(make, 0)
    saved = {f"network.{name}": tensor for name, tensor in network_tensors(network).items()}
    Checkpoints(tmp_path / "c").save("last", {**saved, **optimizer_tensors(optimizer)}, {"step": 3, "loss": 0.1})
    other, fresh = stepped(make, 1)
    tensors, facts = Checkpoints(tmp_path / "c").load("last")
    assert facts == {"step": 3, "loss": 0.1}
    restore_network(other, tensors)
    restore_optimizer(fresh, tensors)
    step(network, optimizer)
    step(other, fresh)
    for name, tensor in network_tensors(network).items():
        assert torch.equal(tensor, network_tensors(other)[name]), name


def test_nothing_saved_is_nothing_found(tmp_path):
    assert Checkpoints(tmp_path).load("last") is None


def test_a_failed_write_leaves_the_checkpoint_before(tmp_path, monkeypatch):
    checkpoints = Checkpoints(tmp_path)
    checkpoints.save("last", {"a": torch.ones(2)}, {"step": 1})

    def fail(source, target):
        raise OSError("no space")

    monkeypatch.setattr("geobias.files.os.replace", fail)
    with pytest.raises(StorageError, match="no space"):
        checkpoints.save("last", {"a": torch.zeros(2)}, {"step": 2})
    tensors, facts = checkpoints.load("last")
    assert facts == {"step": 1}
    assert tensors["a"].tolist() == [1, 1]


def test_a_damaged_checkpoint_is_not_gone_on_from(tmp_path):
    checkpoints = Checkpoints(tmp_path / "m")
    checkpoints.save("last", {"a": torch.ones(20)}, {"step": 1})
    path = tmp_path / "m" / "last.safetensors"
    path.write_bytes(path.read_bytes()[:-4])
    assert checkpoints.load("last") is None
    assert checkpoints.notices == ["The checkpoint last.safetensors of m was damaged; training began anew."]
