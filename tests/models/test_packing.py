"""Packed attention: every text attends to itself alone, as transformers' own attention lets it."""

from __future__ import annotations

import pytest
import torch
from torch import nn
from torch.nn.functional import gelu, scaled_dot_product_attention

from geobias.models.packing import NotPackableError, packed_attention, packed_runs, spare_activations

RUNS = ((2, 5), (1, 3), (3, 1))
TOKENS = 16


def states() -> list[torch.Tensor]:
    generator = torch.Generator().manual_seed(0)
    return [torch.randn(1, 4, TOKENS, 8, generator=generator) for _ in range(3)]


def test_it_equals_attention_of_each_text_alone():
    query, key, value = states()
    with packed_runs(RUNS):
        found, weights = packed_attention(nn.Module(), query, key, value, None, scaling=0.3, dropout=0.0)
    assert weights is None
    assert found.shape == (1, TOKENS, 4, 8)
    start = 0
    for length in [length for count, length in RUNS for _ in range(count)]:
        q, k, v = (part[:, :, start : start + length] for part in (query, key, value))
        alone = scaled_dot_product_attention(q, k, v, scale=0.3).transpose(1, 2)
        assert torch.allclose(found[:, start : start + length], alone, atol=1e-6)
        start += length
    assert start == TOKENS


@pytest.mark.parametrize("more", [{"sliding_window": 4}, {"position_bias": torch.zeros(1)}])
def test_attention_that_packing_does_not_know_is_refused(more):
    with packed_runs(RUNS), pytest.raises(NotPackableError, match="the attention of Module is local or biased"):
        packed_attention(nn.Module(), *states(), None, **more)


@pytest.mark.parametrize("named", [{}, {"is_causal": True}])
def test_causal_attention_looks_back_alone_and_heads_share_keys(named):
    module = nn.Module()
    module.is_causal = not named
    query, key, value = states()
    with packed_runs(RUNS):
        found, _ = packed_attention(module, query, key[:, :2], value[:, :2], None, 0.3, **named)
    start = 0
    for length in [length for count, length in RUNS for _ in range(count)]:
        for head in range(4):
            q, k, v = (
                part[0, place, start : start + length]
                for part, place in ((query, head), (key, head // 2), (value, head // 2))
            )
            later = torch.ones(length, length).triu(1).bool()
            weights = (0.3 * q @ k.T).masked_fill(later, -torch.inf).softmax(-1)
            assert torch.allclose(found[0, start : start + length, head], weights @ v, atol=1e-6)
        start += length


def test_activations_work_in_place_until_undone():
    from transformers.activations import GELUActivation

    network = nn.Sequential(nn.Linear(3, 3), nn.Sequential(GELUActivation(), nn.Tanh()))
    first = network[1][0]
    undo = spare_activations(network)
    values = torch.linspace(-3, 3, 7)
    kept = values.clone()
    assert torch.equal(network[1][0](values), gelu(kept))
    assert torch.equal(values, gelu(kept))
    undo()
    assert network[1][0] is first


def test_a_residual_is_added_where_it_lies_until_undone():
    class Output(nn.Module):
        def __init__(self):
            super().__init__()
            self.dense, self.LayerNorm, self.dropout = nn.Linear(6, 4), nn.LayerNorm(4), nn.Dropout(0.1)

        def forward(self, hidden_states, input_tensor):
            return self.LayerNorm(self.dropout(self.dense(hidden_states)) + input_tensor)

    torch.manual_seed(0)
    network = nn.ModuleDict({"output": Output()}).eval()
    before, hidden, residual = network["output"], torch.randn(2, 5, 6), torch.randn(2, 5, 4)
    kept = residual.clone()
    with torch.inference_mode():
        expected = before(hidden, residual)
        assert spare_activations(network) is not None
        assert network["output"] is before
        undo = spare_activations(network, residuals=True)
        assert network["output"] is not before
        torch.testing.assert_close(network["output"](hidden, residual), expected, rtol=1e-5, atol=1e-6)
    assert torch.equal(residual, kept)  # hidden states of other layers stay
    undo()
    assert network["output"] is before
