"""What sentence-transformers does after a network: pooling, dense layers, normalisation, cutting. Matches its vectors.

Poolings are over all positions, special tokens and attention sinks too, as the weights were trained.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor, nn

POOLINGS: dict[str, Callable[[Tensor, Tensor], Tensor]] = {
    "cls": lambda states, places: states[:, 0],
    "lasttoken": lambda states, places: states[:, -1],
    "max": lambda states, places: states.amax(1),
    "mean": lambda states, places: states.mean(1),
    "mean_sqrt_len_tokens": lambda states, places: states.sum(1) / states.shape[1] ** 0.5,
    "weightedmean": lambda states, places: (states * places[:, None]).sum(1) / places.sum(),
}
"""Name in a Pooling's configuration -> hidden states (windows, length, d) and their places from 1 -> (windows, d)."""


class Dense(nn.Module):
    """activation(linear(x)), plus x itself, perhaps through a linear layer of its own, where it is a residual one."""

    def __init__(self, linear: nn.Linear, activation: nn.Module, residual: nn.Module | None = None):
        super().__init__()
        self.linear, self.activation, self.residual = linear, activation, residual

    def forward(self, vectors: Tensor) -> Tensor:
        out = self.activation(self.linear(vectors))
        return out if self.residual is None else out + self.residual(vectors)


class Normalize(nn.Module):
    """Vectors of length 1."""

    def forward(self, vectors: Tensor) -> Tensor:
        return nn.functional.normalize(vectors, dim=-1)


@dataclass(frozen=True)
class SentenceModules:
    """The modules of a sentence-transformers folder after its network.

    Attributes
    ----------
    poolings : names in `POOLINGS`, whose vectors are joined. include_prompt : whether a prompt's tokens are pooled.
    steps : `Dense` and `Normalize`, in order, float32.
    dimensions : how many are kept of what comes out; None = all.
    prompts : name -> what is put in front of a text. default_prompt : the name of the one that is, unless told.
    """

    poolings: tuple[str, ...]
    include_prompt: bool = True
    steps: tuple[nn.Module, ...] = ()
    dimensions: int | None = None
    prompts: dict[str, str] = field(default_factory=dict)
    default_prompt: str | None = None

    @property
    def identity(self) -> dict[str, Any]:
        """All that decides sentence vectors besides the network and the prompt."""
        digest = hashlib.sha256()
        for step in self.steps:
            for name, values in step.state_dict().items():
                digest.update(f"{name}{tuple(values.shape)}".encode() + values.cpu().numpy().tobytes())
        return {
            "poolings": list(self.poolings),
            "include_prompt": self.include_prompt,
            "steps": [str(step) for step in self.steps],
            "weights": digest.hexdigest()[:16],
            "dimensions": self.dimensions,
        }

    @torch.inference_mode()
    def __call__(self, runs: Sequence[Tensor], prompt_length: int) -> Tensor:
        """Document vectors (windows, D) of runs (windows, length, d).

        prompt_length : tokens of a prompt and the specials before it; 0 = there is none.
        """
        start = 0 if self.include_prompt else prompt_length
        pooled = torch.cat([self._pool(run, start) for run in runs])
        for step in self.steps:
            pooled = step.to(pooled.device)(pooled)
        return pooled[:, : self.dimensions]

    def _pool(self, run: Tensor, start: int) -> Tensor:
        places = torch.arange(1 + start, 1 + run.shape[1], device=run.device, dtype=run.dtype)
        return torch.cat([POOLINGS[name](run[:, start:], places) for name in self.poolings], dim=1)
