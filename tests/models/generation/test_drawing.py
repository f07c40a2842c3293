"""Next tokens: against sorting, and sure only where no error within the slack changes them."""

from __future__ import annotations

import numpy as np
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from geobias.models.generation.drawing import choose


def by_sorting(logits, temperature, top_p, noise):
    """One row, the plain way: sort, cut, then the largest of logits / temperature - log(noise)."""
    scaled = logits.double() / temperature
    chances = scaled.softmax(-1)
    order = chances.argsort(descending=True)
    kept = order[chances[order].cumsum(-1) - chances[order] < top_p]
    scores = scaled - noise.double().log()
    return int(kept[scores[kept].argmax()])


@given(seed=st.integers(0, 10_000), temperature=st.floats(0.2, 3), top_p=st.sampled_from([0.01, 0.3, 0.9, 1.0]))
@settings(max_examples=60, deadline=None)
def test_a_draw_is_that_of_sorting(seed, temperature, top_p):
    rng = np.random.default_rng(seed)
    logits = torch.tensor(rng.normal(0, 3, (5, 40)), dtype=torch.float32)
    noise = torch.tensor(rng.standard_exponential((5, 40)), dtype=torch.float32)
    tokens, sure = choose(logits, temperature=temperature, top_p=top_p, noise=noise)
    expected = [by_sorting(row, temperature, top_p, own) for row, own in zip(logits, noise, strict=True)]
    assert tokens.tolist() == expected
    assert sure.all()


@given(seed=st.integers(0, 10_000), top_p=st.sampled_from([0.3, 0.8, 1.0]), greedy=st.booleans())
@settings(max_examples=60, deadline=None)
def test_what_is_sure_stands_any_error_within_the_slack(seed, top_p, greedy):
    rng = np.random.default_rng(seed)
    logits = torch.tensor(rng.normal(0, 2, (20, 12)), dtype=torch.float32)
    noise = torch.tensor(rng.standard_exponential((20, 12)), dtype=torch.float32)
    rules = {"temperature": 0.0 if greedy else 0.8, "top_p": top_p, "noise": noise}
    tokens, sure = choose(logits, slack=0.05, **rules)
    assert sure.any()
    for _ in range(20):
        error = torch.tensor(rng.uniform(-0.05, 0.05, (20, 12)), dtype=torch.float32)
        other, _ = choose(logits + error, **rules)
        assert (other == tokens)[sure].all()


def test_a_near_tie_is_not_sure():
    logits = torch.tensor([[1.0, 1.00001, 0.0], [1.0, 2.0, 0.0]])
    tokens, sure = choose(logits, slack=1e-4)
    assert tokens.tolist() == [1, 1]
    assert sure.tolist() == [False, True]
