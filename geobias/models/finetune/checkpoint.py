"""Checkpoints: all that a training needs to go on, in one safetensors file that is there whole or not at all."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import torch

from geobias.errors import require

Tensors = dict[str, torch.Tensor]


class Checkpoints:
    """A folder with the files of one training: "last" to go on from, "best" the weights of the best epoch."""

    def __init__(self, folder: Path):
        self._safetensors = require("safetensors.torch", extra="study", purpose="checkpoints")
        self.folder = folder

    def save(self, name: str, tensors: Tensors, facts: dict[str, Any]) -> None:
        """Write beside its place, then move there: a stop at any moment leaves the file before or the file after."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"{name}.safetensors"
        draft = path.with_suffix(f".{os.getpid()}.part")
        whole = {key: value.detach().cpu().contiguous() for key, value in tensors.items()}
        self._safetensors.save_file(whole, draft, metadata={"facts": json.dumps(facts)})
        os.replace(draft, path)

    def load(self, name: str) -> tuple[Tensors, dict[str, Any]] | None:
        """What was saved last under this name; None where nothing was."""
        path = self.folder / f"{name}.safetensors"
        if not path.is_file():
            return None
        with self._safetensors.safe_open(path, "pt") as file:
            facts = json.loads(file.metadata()["facts"])
            return {key: file.get_tensor(key) for key in file.keys()}, facts  # noqa: SIM118


def network_tensors(network: torch.nn.Module) -> Tensors:
    """Parameters and buffers by name; weights that are tied are there once."""
    return {**dict(network.named_parameters()), **dict(network.named_buffers())}


@torch.no_grad()
def restore_network(network: torch.nn.Module, tensors: Tensors) -> None:
    """Copy saved tensors into a network of the same make."""
    for name, tensor in network_tensors(network).items():
        tensor.copy_(tensors[f"network.{name}"])


def optimizer_tensors(optimizer: torch.optim.Optimizer) -> Tensors:
    """The optimiser's state, one tensor a parameter and quantity."""
    state = optimizer.state_dict()["state"]
    return {
        f"optimizer.{index}.{key}": torch.as_tensor(value)
        for index, values in state.items()
        for key, value in values.items()
    }


def restore_optimizer(optimizer: torch.optim.Optimizer, tensors: Tensors) -> None:
    """Give the optimiser back the state that `optimizer_tensors` took; its settings stay as they are."""
    state: dict[int, Tensors] = {}
    for name, tensor in tensors.items():
        kind, _, rest = name.partition(".")
        if kind == "optimizer":
            index, _, key = rest.partition(".")
            state.setdefault(int(index), {})[key] = tensor
    optimizer.load_state_dict({"state": state, "param_groups": optimizer.state_dict()["param_groups"]})
