"""Passes of a batch through a network: packed, padded, or one window at a time, always with the same hidden states."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Any, Literal

import torch
from torch import Tensor

from geobias.models.devices import to_device
from geobias.models.hidden_states import HiddenStates, Take
from geobias.models.layout import Layout
from geobias.models.loading import first_position
from geobias.models.packing import packed_runs
from geobias.models.tokens import TextTokenizer

Sequences = Literal["packed", "padded", "single"]


class Passes:
    """How batches go through a network.

    Attributes
    ----------
    sequences : "packed" = one row of tokens without padding; "padded" = a rectangle with a mask; "single" = every
        window alone, for networks whose vectors depend on the batch. What may be used is found out by trials.
    layers : of the network, besides its embeddings.
    """

    def __init__(self, network: Any, tokenize: TextTokenizer, device: torch.device, width: int | None):
        """width : what windows are padded to; None = the longest of their batch."""
        self.network, self.sequences = network, "padded"
        self._states = HiddenStates(network)
        self._tokenize, self._device, self._width = tokenize, device, width
        self._first_position = first_position(network.config)

    @property
    def layers(self) -> int:
        return self._states.last

    def inputs(self, layout: Layout) -> dict[str, Tensor]:
        """A batch for the network, on the device."""
        if self.sequences == "packed":
            found = layout.packed(self._tokenize, self._first_position)
        else:
            found = layout.padded(self._tokenize, self._width)
        return {name: to_device(values, self._device) for name, values in found.items()}

    def read(self, layout: Layout, layers: Collection[int], take: Take) -> Tensor | None:
        """One pass for all `layers`; returns the network's own pooled vectors (windows, d), where it has any.

        take : called with each layer and its hidden states, which `Layout.split` takes apart.
        """
        if self.sequences == "single" and len(layout.windows) > 1:
            return self._read_apart(layout, layers, take)
        with packed_runs(layout.runs):
            output = self._states.read(self.inputs(layout), layers, take)
        pooler = getattr(output, "pooler_output", None)
        if pooler is not None and self.sequences == "packed":
            first = torch.cat([run[:, :1] for run in layout.split(output.last_hidden_state)])
            pooler = self.network.pooler(first)
        return pooler

    def compare_hooks(self, layout: Layout) -> None:
        """Find out, by a trial, whether hidden states can be had while a pass makes them."""
        self._states.compare(self.inputs(layout))

    def _read_apart(self, layout: Layout, layers: Collection[int], take: Take) -> Tensor | None:
        """Every window by itself; a layer's states lie as in a packed row, or padded where there is a width."""
        found: defaultdict[int, list[Tensor]] = defaultdict(list)
        poolers = [self.read(one, layers, lambda layer, states: found[layer].append(states)) for one in layout.apart()]
        for layer, states in found.items():
            take(layer, torch.cat(states, dim=1 if self._width is None else 0))
        return _joined(poolers)


def _joined(poolers: Sequence[Tensor | None]) -> Tensor | None:
    given = [one for one in poolers if one is not None]
    return torch.cat(given) if given else None
