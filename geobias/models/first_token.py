"""The last layer for first tokens alone: they need all of its keys and values, but one query per text.

What this spares is most of one layer: its queries, its attention and its feed-forward block for all other tokens.
"""

from __future__ import annotations

from copy import copy
from typing import Any

import torch
from torch import Tensor, nn

from geobias.models.layout import Layout
from geobias.models.packing import attend, packed_runs

POOLINGS = ("cls", "pooler")
"""Document vectors that are made of first tokens."""


class FirstTokens:
    """Reads packed batches with a network of BERT's build (`encoder.layer`, each with `attention.self` and so on).

    Shares its weights; raises `AttributeError` where they are not laid out like this. That the rest is as BERT's is
    found out by a trial.
    """

    def __init__(self, network: Any):
        *below, last = network.encoder.layer
        self._below = _with(network, "encoder", _with(network.encoder, "layer", nn.ModuleList(below)))
        self._attention, self._output = last.attention.self, last.attention.output
        self._intermediate, self._feed_forward = last.intermediate, last.output
        self._projections = (self._attention.query, self._attention.key, self._attention.value)

    def __call__(self, inputs: dict[str, Tensor], layout: Layout) -> Tensor:
        """Last hidden states (windows, d) of every window's first token."""
        with packed_runs(layout.runs):
            hidden = self._below(**inputs).last_hidden_state
        first = torch.cat([run[:, 0] for run in layout.split(hidden)]).unsqueeze(0)
        query, key, value = (
            project(states).unflatten(-1, (-1, self._attention.attention_head_size)).transpose(1, 2)
            for project, states in zip(self._projections, (first, hidden, hidden), strict=True)
        )
        attended = attend(query, key, value, layout.runs, getattr(self._attention, "scaling", None), first_only=True)
        states = self._output(attended.flatten(-2), first)
        return self._feed_forward(self._intermediate(states), states)[0]


def _with(module: nn.Module, name: str, child: nn.Module) -> Any:
    """The module with another child in its place; weights are shared, the module given stays as it is."""
    changed = copy(module)
    changed.__dict__["_modules"] = {**module._modules, name: child}
    return changed
