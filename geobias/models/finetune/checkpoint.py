"""Checkpoints: all that a training needs to go on, in one file that is there whole or not at all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch

from geobias.models.tensor_files import Tensors, load_tensors, save_tensors


class Checkpoints:
    """A folder with the files of one training: "last" to go on from, "best" the weights of the best epoch.

    Attributes
    ----------
    notices : sentences on files that were damaged, and so are not gone on from.
    """

    def __init__(self, folder: Path):
        self.folder = folder
        self.notices: list[str] = []

    def save(self, name: str, tensors: Tensors, facts: dict[str, Any]) -> None:
        """A stop at any moment leaves the file before or the file after."""
        whole = {key: value.detach().cpu().contiguous() for key, value in tensors.items()}
        save_tensors(self._path(name), whole, facts)

    def load(self, name: str) -> tuple[Tensors, dict[str, Any]] | None:
        """What was saved last under this name; None where nothing was, or nothing whole."""
        path = self._path(name)
        if not path.is_file():
            return None
        found = load_tensors(path)
        if found is None:
            self.notices.append(f"The checkpoint {path.name} of {self.folder.name} was damaged; training began anew.")
            return None
        tensors, facts = found
        return tensors, {key: value for key, value in facts.items() if key != "made_by"}

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.safetensors"


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
