"""Packing: texts of a batch as one row of tokens without padding, where a network's attention lets us.

Everything in such a network but the attention works token by token. The attention registered here splits the row into
runs of texts of one length and hands each to torch's `scaled_dot_product_attention` without a mask, which then takes
its flash kernel wherever the device has one. What a network does with it is tried out before it is trusted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from inspect import signature
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.functional import scaled_dot_product_attention

from geobias.errors import require
from geobias.models.layout import Runs
from geobias.models.sources import quiet

NAME = "geobias_packed"
_RESIDUAL = ["hidden_states", "input_tensor"]
_UNKNOWN_HERE = ("sliding_window", "softcap", "position_bias", "s_aux")
_runs: ContextVar[Runs] = ContextVar("runs")


class NotPackableError(RuntimeError):
    """The network's attention does something that packed sequences do not allow for."""


@contextmanager
def packed_runs(runs: Runs) -> Iterator[None]:
    """Inside, the attention of a packed network takes its row apart like this."""
    token = _runs.set(runs)
    try:
        yield
    finally:
        _runs.reset(token)


def use_packed_attention(network: Any) -> bool:
    """Let the network attend within each text of a packed row; false where it has no place for that."""
    transformers = require("transformers", extra="study", purpose="an encoder")
    interface = getattr(transformers, "AttentionInterface", None)
    if interface is None or not hasattr(network, "set_attn_implementation"):
        return False
    interface.register(NAME, packed_attention)
    try:
        with quiet():
            network.set_attn_implementation(NAME)
    except ValueError:
        return False
    return True


def packed_attention(
    module: nn.Module,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attention_mask: Tensor | None = None,
    scaling: float | None = None,
    **more: Any,
) -> tuple[Tensor, None]:
    """Attention of every text to itself: query, key, value (1, heads, tokens, d) give (1, tokens, heads, d)."""
    if any(more.get(name) is not None for name in _UNKNOWN_HERE):
        raise NotPackableError(f"the attention of {type(module).__name__} is local or biased")
    causal = more.get("is_causal")
    causal = getattr(module, "is_causal", False) if causal is None else causal
    return attend(query, key, value, _runs.get(), scaling, causal=bool(causal)), None


def attend(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    runs: Runs,
    scaling: float | None,
    *,
    first_only: bool = False,
    causal: bool = False,
) -> Tensor:
    """Attention (1, queries, heads, d) of every text to itself: all its tokens ask, or the first alone.

    query : (1, heads, queries, d). key, value : (1, heads or a divisor of them, tokens, d), each shared by neighbours.
    causal : no token attends to later ones.
    """
    asking = tuple((count, 1) for count, _ in runs) if first_only else runs
    shared = key.shape[1] != query.shape[1]
    parts = zip(*(_windows(*pair) for pair in ((query, asking), (key, runs), (value, runs))), strict=True)
    # torch before 2.5 does not know the argument.
    how = {"scale": scaling, "is_causal": causal, **({"enable_gqa": True} if shared else {})}
    attended = (scaled_dot_product_attention(q, k, v, **how) for q, k, v in parts)  # type: ignore[arg-type]
    return torch.cat([one.transpose(1, 2).flatten(0, 1) for one in attended]).unsqueeze(0)


def _windows(states: Tensor, runs: Runs) -> list[Tensor]:
    """(1, heads, tokens, d) run by run: (windows, heads, length, d)."""
    parts = states[0].split([count * length for count, length in runs], dim=1)
    return [part.unflatten(1, run).transpose(0, 1) for part, run in zip(parts, runs, strict=True)]


class _GELUInPlace(nn.Module):
    """The exact GELU, written over its argument: the widest activation of a layer is then held once."""

    def forward(self, values: Tensor) -> Tensor:
        return torch.ops.aten.gelu_(values)


class _ResidualSum(nn.Module):
    """BERT's `LayerNorm(dense(hidden) + residual)` for inference: the product is added where the residual lies.

    A linear layer writes its bias over the result before it adds the product, and the sum is one more pass; here bias
    and residual are one.
    """

    def __init__(self, block: Any):
        super().__init__()
        self.dense: nn.Linear = block.dense
        self.LayerNorm: nn.LayerNorm = block.LayerNorm

    def forward(self, hidden_states: Tensor, input_tensor: Tensor) -> Tensor:
        total = (input_tensor + self.dense.bias).flatten(0, -2)
        total.addmm_(hidden_states.flatten(0, -2), self.dense.weight.t())
        return self.LayerNorm(total.view(input_tensor.shape))


def spare_activations(network: nn.Module, *, residuals: bool = False) -> Callable[[], None]:
    """Replace every exact GELU by one that works in place, for inference; returns what puts them back.

    residuals : replace sums with a residual too, which saves a CPU two passes over memory.
    """
    replaced: list[tuple[nn.Module, str, nn.Module, nn.Module]] = []
    for parent in network.modules():
        for name, child in parent.named_children():
            if _is_exact_gelu(child):
                replaced.append((parent, name, child, _GELUInPlace()))
            elif residuals and _is_residual_sum(child):
                replaced.append((parent, name, child, _ResidualSum(child)))
    for parent, name, _, sparing in replaced:
        setattr(parent, name, sparing)

    def undo() -> None:
        for parent, name, child, _ in replaced:
            setattr(parent, name, child)

    return undo


def _is_exact_gelu(module: nn.Module) -> bool:
    from transformers.activations import GELUActivation

    return type(module) is GELUActivation and module.act is nn.functional.gelu


def _is_residual_sum(module: nn.Module) -> bool:
    """Whether it looks like one of BERT's; what it does is found out by the encoder's trial."""
    dense, norm = getattr(module, "dense", None), getattr(module, "LayerNorm", None)
    linear = isinstance(dense, nn.Linear) and dense.bias is not None
    return linear and isinstance(norm, nn.LayerNorm) and [*signature(module.forward).parameters] == _RESIDUAL
