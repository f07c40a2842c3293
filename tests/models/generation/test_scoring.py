"""Scores of options: against a whole pass for each, the same in every batch."""

from __future__ import annotations

import math

import pytest
import torch

from geobias.errors import InputError
from geobias.models.generation import Decoding, Request
from tests.models.generation.conftest import PROMPTS, TEMPLATE

OPTIONS = ("Yes", "No", "Not at all", "No, but")


def naive(responder, prompt, option, *, ends):
    """Sum of log-probabilities by one whole pass over prompt and option."""
    context = responder._conversation.context(prompt)
    tokens = responder._conversation.option(prompt, option)
    inputs = {"input_ids": torch.tensor([[*context.lead, *tokens]])}
    if context.read:
        inputs = {"input_ids": torch.tensor([context.read]), "decoder_input_ids": inputs["input_ids"]}
    with torch.inference_mode():
        logs = responder._reader.network(**inputs).logits[0].log_softmax(-1)
    start = len(context.lead) - 1
    total = sum(float(logs[start + place, token]) for place, token in enumerate(tokens))
    return total + (float(logs[-1, sorted(responder.stops)].logsumexp(-1)) if ends else 0.0)


@pytest.mark.parametrize("ends", [False, True])
@pytest.mark.parametrize(("kind", "template"), [("gpt2", None), ("llama", TEMPLATE), ("t5", None)])
def test_scores_are_those_of_a_whole_pass(kind, template, ends, responder_of):
    responder = responder_of(kind, template, option_end=ends)
    requests = [Request(one, options=OPTIONS) for one in PROMPTS]
    together = dict(responder.respond(requests, Decoding()))
    for request in requests:
        found = together[request].scores
        truth = [naive(responder, request.prompt, option, ends=ends) for option in OPTIONS]
        if not ends:  # "No" is left with what goes on neither as "Not at all" nor as "No, but"
            truth[1] = math.log(math.exp(truth[1]) - math.exp(truth[2]) - math.exp(truth[3]))
        assert found == pytest.approx(truth, abs=1.1e-3)
        assert sum(map(math.exp, found)) <= 1
    alone = {one: dict(responder.respond([one], Decoding()))[one] for one in requests}
    assert alone == dict(responder.respond(requests[::-1], Decoding())) == together


def test_an_option_follows_a_plain_text_after_a_blank(responder_of):
    conversation = responder_of("gpt2")._conversation
    assert conversation.text(conversation.option(PROMPTS[0], "Yes")) == " Yes"
    assert conversation.text(conversation.option(PROMPTS[0], " Yes")) == " Yes"
    chat = responder_of("llama", TEMPLATE)._conversation
    assert chat.text(chat.option(PROMPTS[0], "Yes")) == "Yes"


@pytest.mark.parametrize("options", [("Yes", "Yes"), ("Yes", " ")])
def test_options_that_are_alike_or_blank_are_refused(options, responder_of):
    with pytest.raises(InputError) as raised:
        list(responder_of("gpt2").respond([Request(PROMPTS[0], options=options)], Decoding()))
    assert str(raised.value) == f"options must differ, and none be blank, but they are {list(options)}. Correct them."


def test_scores_that_are_no_numbers_are_refused(responder_of, monkeypatch):
    responder = responder_of("llama")
    read = type(responder._reader).forward
    monkeypatch.setattr(
        type(responder._reader),
        "forward",
        lambda self, cache, last, **inputs: math.nan * read(self, cache, last, **inputs),
    )
    with pytest.raises(InputError, match=r"a responder's network must give numbers, but it gives NaN\."):
        list(responder.respond([Request(one, options=OPTIONS) for one in PROMPTS], Decoding()))
