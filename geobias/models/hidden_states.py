"""Hidden states of a network, handed over layer by layer while a pass makes them: memory does not grow with layers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import torch
from torch import Tensor, nn

Take = Callable[[int, Tensor], None]
"""Called with the index of a layer and its hidden states (rows, positions, d), once for each layer asked for."""

_taking: ContextVar[tuple[HiddenStates, Collection[int], Take] | None] = ContextVar("taking", default=None)


class HiddenStates:
    """Passes of one network, whose layers are known from 0 (what the first block reads) to `last` (the output).

    Every block is given a hook that hands over what goes into it, if it is wanted. Where no list of blocks is found,
    or it gives other values than `output_hidden_states` does (`compare`), all layers are held until a pass ends.
    """

    def __init__(self, network: Any):
        self.network = network
        self.last = int(network.config.num_hidden_layers)
        blocks = _blocks(network, self.last)
        self.flat = bool(blocks)
        for layer, block in enumerate(blocks):
            block.register_forward_pre_hook(self._handing_over(layer), with_kwargs=True)

    def read(self, inputs: dict[str, Tensor], layers: Collection[int], take: Take) -> Any:
        """One pass; `take` is called for every layer wanted. Returns what the network gives."""
        below = set(layers) - {self.last}
        if not below or self.flat:
            with self._handed_to(below, take):
                output = self.network(**inputs)
        else:
            output = self.network(**inputs, output_hidden_states=True)
            for layer in sorted(below):
                take(layer, output.hidden_states[layer])
        if self.last in layers:
            take(self.last, output.last_hidden_state)
        return output

    @torch.inference_mode()
    def compare(self, inputs: dict[str, Tensor]) -> None:
        """Give the hooks up if a pass hands over anything but `output_hidden_states`."""
        found: dict[int, Tensor] = {}
        try:
            self.read(inputs, range(self.last), lambda layer, states: found.update({layer: states.clone()}))
            truth = self.network(**inputs, output_hidden_states=True).hidden_states
        except (LookupError, TypeError):
            self.flat = False
            return
        self.flat = self.flat and all(
            layer in found and found[layer].shape == truth[layer].shape and torch.equal(found[layer], truth[layer])
            for layer in range(self.last)
        )

    @contextmanager
    def _handed_to(self, layers: Collection[int], take: Take) -> Iterator[None]:
        token = _taking.set((self, layers, take))
        try:
            yield
        finally:
            _taking.reset(token)

    def _handing_over(self, layer: int) -> Callable[..., None]:
        def hook(_: nn.Module, given: tuple[Any, ...], named: dict[str, Any]) -> None:
            taking = _taking.get()
            # Another reader of the same network has hooks of its own.
            if taking is not None and taking[0] is self and layer in taking[1]:
                taking[2](layer, given[0] if given else named["hidden_states"])

        return hook


def _blocks(network: nn.Module, count: int) -> list[nn.Module]:
    """The first list of so many modules of one class: a transformer's blocks, from below."""
    for module in network.modules():
        if isinstance(module, nn.ModuleList) and len(module) == count and len({type(block) for block in module}) == 1:
            return list(module)
    return []
