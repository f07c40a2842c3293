"""Decoding and requests: what no text can be made by is refused when it is said, and fields that decide are told."""

from __future__ import annotations

import pytest

from geobias.errors import InputError
from geobias.models.generation import Decoding, Request, ScriptedSettings, addressed, load_responder
from tests.models.generation.conftest import prompt


@pytest.mark.parametrize(
    ("values", "wrong"),
    [
        ({"temperature": -1}, "decoding.temperature must be 0 or more, but it is -1. 0 is the most probable token."),
        ({"temperature": float("nan")}, "decoding.temperature must be 0 or more, but it is nan. 0 is the most "),
        ({"top_p": 7}, "decoding.top_p must be above 0, and 1 at most, but it is 7. 1 leaves nothing out."),
        ({"top_p": 0}, "decoding.top_p must be above 0, and 1 at most, but it is 0. 1 leaves nothing out."),
        ({"max_tokens": 0}, "decoding.max_tokens must be at least 1, but it is 0."),
        ({"seed": -1}, "decoding.seed must be at least 0, but it is -1."),
    ],
)
def test_a_decoding_that_makes_no_text_is_refused(values, wrong):
    with pytest.raises(InputError) as raised:
        Decoding(**values)
    assert str(raised.value).startswith(wrong)


def test_requests_are_told_what_a_responder_reads_beside_the_words():
    requests = [Request(prompt("q", group="a")), Request(prompt("q"))]
    declared = load_responder(ScriptedSettings(answers={"a": {"Yes.": 1.0}}))
    assert [one.beside for one in addressed(requests, declared)] == [(("group", "a"),), (("group", ""),)]
    assert addressed(requests, load_responder(ScriptedSettings())) == requests
