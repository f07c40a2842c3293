"""Records: what is kept comes back to the bit, and a key is of all that decides a response."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.models.generation import Decoding, Request, Response
from geobias.models.generation.records import prompt_of, record, request_key, words_of
from geobias.models.prompting import Message, Prompt

PROMPT = Prompt((Message("system", "a"), Message("user", "b")), "t", {"region": "NO"})
TEXTS = st.text()  # halves of surrogate pairs too
RESPONSES = st.builds(
    Response,
    st.sampled_from(["text", "empty", "refused", "error"]),
    TEXTS,
    st.lists(st.floats(allow_nan=False)).map(tuple),
    TEXTS,
    st.booleans(),
    st.none() | st.integers(0),
    st.none() | st.integers(0),
)


@given(RESPONSES, st.dictionaries(TEXTS, TEXTS))
def test_a_response_comes_back_to_the_bit(response, fields):
    request = Request(Prompt((Message("user", response.text),), "t", fields))
    one = record("key", request, Decoding(), response, "now")
    assert one.response == response
    assert prompt_of(words_of(request.prompt)).id == request.prompt.id
    assert (one.asked + one.said).isascii()
    assert replace(one, said=one.said + " ").checksum != one.checksum


def test_a_key_is_of_model_words_decoding_options_and_sample_alone():
    request, decoding = Request(PROMPT, 1), Decoding()
    key = request_key("f", request, decoding)
    assert key == request_key("f", replace(request, prompt=Prompt(PROMPT.messages, "other", {"id": "7"})), Decoding())
    others = [
        ("g", request, decoding),
        ("f", replace(request, sample=2), decoding),
        ("f", replace(request, options=("no", "yes")), decoding),
        ("f", replace(request, options=("yes", "no")), decoding),
        ("f", replace(request, beside=(("region", "NO"),)), decoding),
        ("f", replace(request, prompt=Prompt((Message("user", "a"), Message("user", "b")))), decoding),
        *(("f", request, replace(decoding, **{name: 0.5})) for name in ("temperature", "top_p")),
        *(("f", request, replace(decoding, **{name: 5})) for name in ("max_tokens", "seed")),
    ]
    assert len({key, *(request_key(*other) for other in others)}) == 1 + len(others)


def test_scores_are_the_same_of_every_decoding():
    scores = Request(PROMPT, options=("yes", "no"))
    assert request_key("f", scores, Decoding()) == request_key("f", scores, Decoding(0.3, 0.5, 9, 4))


@pytest.mark.parametrize("outcome", ["text", "error"])
def test_a_record_says_what_was_asked(outcome):
    one = record("key", Request(PROMPT, 2), Decoding(seed=3), Response(outcome), "now")
    assert (
        one.asked == '{"sample":2,"options":[],"decoding":{"temperature":1.0,"top_p":1.0,"max_tokens":200,"seed":3},'
        '"template":"t","fields":{"region":"NO"}}'
    )
