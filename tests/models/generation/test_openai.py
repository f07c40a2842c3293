"""An endpoint that is asked, against a real server on this machine that is busy, silent, broken or unwilling."""

from __future__ import annotations

import json
import math
import time

import pytest

from geobias.errors import InputError
from geobias.models.generation import Decoding, EndpointError, OpenAISettings, Request, load_responder
from geobias.models.prompting import Message, Prompt
from tests.models.generation.conftest import PROMPTS, TEMPLATE, prompt
from tests.models.generation.serving import asked, reply, serving

KEY = "sk-very-secret"
FAST = {"model": "m", "patience": 0.02, "timeout": 5.0}


@pytest.fixture(autouse=True)
def environment(monkeypatch):
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


@pytest.fixture
def responder(monkeypatch):
    def make(server, **settings):
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        return load_responder(OpenAISettings(**(FAST | settings)))

    return make


def fine(body, number=1):
    return 200, {}, reply(f"answer to {asked(body)}"), 0.0


def answers(responder, texts, decoding=None, **more):
    requests = [Request(prompt(text), **more) for text in texts]
    found = dict(responder.respond(requests, decoding or Decoding()))
    assert set(found) == set(requests)
    return [found[request] for request in requests]


def test_every_request_has_its_answer(responder):
    def slow(body, number):
        return 200, {}, reply(f"answer to {asked(body)}"), 0.05

    with serving(slow) as server:
        found = answers(responder(server, concurrency=4), [f"q{i}" for i in range(12)], Decoding(0.5, 0.9, 20, seed=3))
        assert [one.text for one in found] == [f"answer to q{i}" for i in range(12)]
        assert {(one.outcome, one.prompt_tokens, one.response_tokens, one.truncated) for one in found} == {
            ("text", 7, 2, False)
        }
        assert len(server.seen) == 12
        assert 2 <= server.most_at_once <= 4
        assert {*server.keys} == {f"Bearer {KEY}"}
        seeds = {body.pop("seed") for body in server.seen}
        assert len(seeds) == 12
        body = next(body for body in server.seen if asked(body) == "q3")
        said = {"temperature": 0.5, "top_p": 0.9, "max_tokens": 20}
        assert body == {"model": "m", "messages": [{"role": "user", "content": "q3"}], **said}


def test_what_fails_for_a_while_is_tried_again(responder):
    """429 with and without Retry-After, 503, silence, a torn reply, and a reply of another kind: each answers later."""
    trouble = {
        "busy": (429, {}, "{}", 0.0),
        "later": (429, {"Retry-After": "0"}, "{}", 0.0),
        "down": (503, {}, "no json", 0.0),
        "silent": (200, {}, reply("too late"), 0.8),
        "torn": (200, {}, reply("torn")[:-20], 0.0),
        "other": (200, {}, json.dumps({"choices": []}), 0.0),
    }
    with serving(lambda body, number: trouble[asked(body)] if number < 3 else fine(body)) as server:
        found = answers(responder(server, timeout=0.4), [*trouble])
        assert [one.text for one in found] == [f"answer to {name}" for name in trouble]
        assert dict(server.tries) == dict.fromkeys(trouble, 3)


def test_what_fails_for_good_is_an_error_while_others_go_on(responder):
    def script(body, number):
        if asked(body) == "torn":
            return 200, {}, "no json", 0.0
        if asked(body) == "wrong":
            return 400, {}, json.dumps({"error": {"message": f"no such thing for {KEY}"}}), 0.0
        return fine(body)

    with serving(script) as server:
        torn, wrong, good = answers(responder(server, tries=3), ["torn", "wrong", "good"])
        assert good.text == "answer to good"
        assert torn.outcome == wrong.outcome == "error"
        assert torn.detail == (
            "no response in 3 tries (BrokenReplyError: the reply is not that of a chat endpoint: 'no json')"
        )
        assert wrong.detail == "the endpoint does not take this request: status 400, no such thing for ***"
        assert server.tries == {"torn": 3, "wrong": 1, "good": 1}


def test_a_key_that_is_repeated_where_a_text_is_cut_is_taken_out_whole(responder):
    bodies = {
        "torn": (200, {}, "<" + "x" * 112 + KEY, 0.0),
        "wrong": (400, {}, json.dumps({"error": {"message": "x" * 293 + KEY}}), 0.0),
        "plain": (400, {}, "x" * 293 + KEY, 0.0),
    }
    with serving(lambda body, number: bodies[asked(body)]) as server:
        for found in answers(responder(server, tries=1), [*bodies]):
            assert found.detail.count("***") == 1
            assert KEY[:4] not in found.detail


def test_nobody_waits_for_a_day(responder):
    body = json.dumps({"error": {"message": "daily limit"}})
    with serving(lambda *_: (429, {"Retry-After": "86400"}, body, 0.0)) as server:
        (found,) = answers(responder(server), ["q"])
        assert found.outcome == "error"
        assert found.detail == "the endpoint asks to wait for 86400 seconds (status 429, daily limit)"
        assert len(server.seen) == 1


PAGE = "<!DOCTYPE html><html><body>It works!</body></html>"


def test_a_web_page_is_no_endpoint_and_stops_at_once(responder):
    with serving(lambda *_: (200, {}, PAGE, 0.0)) as server:
        with pytest.raises(EndpointError) as error:
            answers(responder(server, tries=2, concurrency=1), [f"q{i}" for i in range(20)])
        assert str(error.value) == (
            f"No chat endpoint answers at {server.url} (BrokenReplyError: the reply is not that of a chat endpoint: "
            f"{PAGE!r}). See that it runs, and that OPENAI_BASE_URL holds its URL up to /v1."
        )
        assert len(server.seen) == 2


def test_a_closed_port_stops_at_once(responder):
    with serving(fine) as server:
        asking = responder(server, tries=2, concurrency=1)
    with pytest.raises(EndpointError, match=r"No chat endpoint answers at http://127\.0\.0\.1:\d+/v1 \(ConnectError: "):
        answers(asking, [f"q{i}" for i in range(1000)])


def test_an_endpoint_that_is_away_later_makes_errors_and_not_a_stop(responder):
    def script(body, number):
        return fine(body) if asked(body) == "first" else (200, {}, PAGE, 0.0)

    with serving(script) as server:
        first, second = answers(responder(server, tries=2, concurrency=1), ["first", "second"])
        assert (first.outcome, second.outcome, second.detail[:23]) == ("text", "error", "no response in 2 tries ")


def test_bytes_that_are_no_text_are_no_answer(responder):
    with serving(lambda *_: (200, {}, reply("oui").replace("oui", "\udcff"), 0.0)) as server:
        (found,) = answers(responder(server, tries=1), ["q"])
    assert found.outcome == "error"
    assert found.detail.startswith("no response in 1 tries (BrokenReplyError: the reply is no text in utf-8: ")


def test_an_answer_in_parts_is_its_texts(responder):
    thought = {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}
    parts = [thought, {"type": "text", "text": "Yes"}, {"type": "text", "text": "."}]
    with serving(lambda *_: (200, {}, reply("", message={"content": parts}), 0.0)) as server:
        (found,) = answers(responder(server), ["q"])
    assert (found.outcome, found.text) == ("text", "Yes.")


def test_a_refusal_an_empty_answer_and_one_cut_off_are_three_things(responder):
    filtered = json.dumps({"error": {"code": "content_filter", "message": "not that"}})
    script = {
        "filtered": (400, {}, filtered, 0.0),
        "stopped": (200, {}, reply("I", finish_reason="content_filter"), 0.0),
        "marked": (200, {}, reply("", message={"content": None, "refusal": "I can't."}), 0.0),
        "empty": (200, {}, reply(" \n"), 0.0),
        "cut": (200, {}, reply("So", finish_reason="length"), 0.0),
    }
    with serving(lambda body, number: script[asked(body)]) as server:
        found = dict(zip(script, answers(responder(server), [*script]), strict=True))
    assert [found[name].outcome for name in script] == ["refused", "refused", "refused", "empty", "text"]
    assert found["filtered"].detail == "status 400, not that"
    assert found["marked"].text == "I can't."
    assert found["cut"].truncated


@pytest.mark.parametrize(
    ("status", "mend"),
    [
        (401, "See that the variable OPENAI_API_KEY holds a key that it knows."),
        (
            404,
            "See that OPENAI_BASE_URL holds the URL up to /v1, and responder.model the name that the endpoint gives "
            "its model.",
        ),
        (308, "It leads elsewhere: put the URL that it leads to into OPENAI_BASE_URL."),
    ],
)
def test_a_wrong_key_url_or_model_stops_at_once(status, mend, responder):
    body = json.dumps({"error": {"message": f"Incorrect: {KEY}"}})
    with serving(lambda *_: (status, {}, body, 0.0)) as server:
        with pytest.raises(EndpointError) as raised:
            answers(responder(server, concurrency=2), [f"q{i}" for i in range(20)])
        assert str(raised.value) == (
            f"{server.url} does not take requests for 'm' (status {status}, Incorrect: ***). {mend}"
        )
        assert len(server.seen) <= 4


def test_used_up_credit_stops_at_once(responder):
    body = json.dumps({"error": {"code": "insufficient_quota", "message": "pay"}})
    with serving(lambda *_: (429, {}, body, 0.0)) as server:
        with pytest.raises(EndpointError, match="status 429, pay.*Add credit to its account"):
            answers(responder(server), ["q"])
        assert len(server.seen) == 1


def test_a_consumer_that_stops_leaves_nothing_running(responder):
    with serving(
        lambda body, number: (429, {"Retry-After": "30"}, "{}", 0.0) if asked(body) != "q0" else fine(body)
    ) as server:
        stream = responder(server, patience=30.0).respond([Request(prompt(f"q{i}")) for i in range(5)], Decoding())
        assert next(stream)[1].text == "answer to q0"
        began = time.monotonic()
        stream.close()
        assert time.monotonic() - began < 20  # of 30 that the others would wait


def test_scores_are_those_of_first_tokens(responder):
    def script(body, number):
        assert (body["max_tokens"], body["logprobs"], body["top_logprobs"]) == (1, True, 20)
        top = [
            {"token": token, "logprob": math.log(chance)}
            for token, chance in (("Yes", 0.6), ("No", 0.3), ("Perh", 0.05))
        ]
        logprobs = {"content": [{"token": "Yes", "top_logprobs": top}]} if asked(body) != "without" else None
        return 200, {}, reply("Yes", logprobs=logprobs), 0.0

    with serving(script) as server:
        made = responder(server)
        (found,) = answers(made, ["q"], options=("No", "Yes"))
        assert found.scores == (math.log(0.3), math.log(0.6))
        (rare,) = answers(made, ["q"], options=("Yes", "Zebra"))
        assert rare.outcome == "error"
        assert rare.detail == ("['Zebra'] are not among the 3 most probable first tokens, ['Yes', 'No', 'Perh'] ...")
        with pytest.raises(InputError) as raised:
            answers(made, ["q"], options=("Yes", "Perhaps"))
        assert str(raised.value) == (
            "options that an endpoint scores must be single tokens, as it gives the log-probabilities of those alone, "
            "but ['Perhaps'] begin with a token of 'm' that is shorter. Choose shorter words, such as the letters of "
            "options, or responder=hf."
        )
        with pytest.raises(InputError, match="'m' sends none"):
            answers(made, ["without"], options=("Yes", "No"))


def test_a_model_behind_an_endpoint_says_what_it_says_by_itself(responder, responder_of):
    behind = responder_of("llama", TEMPLATE)

    def script(body, number):
        conversation = Prompt(tuple(Message(turn["role"], turn["content"]) for turn in body["messages"]))
        decoding = Decoding(body["temperature"], body["top_p"], body["max_tokens"])
        ((_, said),) = behind.respond([Request(conversation)], decoding)
        return 200, {}, reply(said.text, finish_reason="length" if said.truncated else "stop"), 0.0

    requests = [Request(one) for one in PROMPTS]
    decoding = Decoding(temperature=0, max_tokens=8)
    direct = dict(behind.respond(requests, decoding))
    with serving(script) as server:
        found = dict(responder(server, concurrency=1).respond(requests, decoding))
    assert {one: (found[one].outcome, found[one].text, found[one].truncated) for one in requests} == {
        one: (direct[one].outcome, direct[one].text, direct[one].truncated) for one in requests
    }


def test_the_fingerprint_is_of_place_and_model_alone(responder, monkeypatch):
    with serving(fine) as server:
        one = responder(server).fingerprint
        assert one == responder(server, concurrency=1, timeout=1.0).fingerprint
        assert one != responder(server, model="n").fingerprint
        monkeypatch.setenv("OPENAI_API_KEY", "sk-other")
        assert one == responder(server).fingerprint
        assert KEY not in repr(vars(responder(server)))


def test_case_counts_in_the_path_of_a_url_and_not_in_its_host(monkeypatch):
    found = []
    for url in ("https://Host/v1/A", "https://host/v1/A", "https://host/v1/a"):
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        found.append(load_responder(OpenAISettings(model="m")).fingerprint)
    assert found[0] == found[1] != found[2]


@pytest.mark.parametrize(
    ("url", "wrong"),
    [
        (
            "",
            "the environment variable OPENAI_BASE_URL must hold the URL of a chat endpoint, but it is not set. Set it, "
            "e.g. OPENAI_BASE_URL=https://api.openai.com/v1.",
        ),
        (
            "localhost:8000",
            "the environment variable OPENAI_BASE_URL must hold the URL of a chat endpoint, but what it holds is no "
            "http or https URL. Set it, e.g. OPENAI_BASE_URL=https://api.openai.com/v1.",
        ),
        (
            "http://[::1",
            "the environment variable OPENAI_BASE_URL must hold the URL of a chat endpoint, but what it holds is no "
            "http or https URL. Set it, e.g. OPENAI_BASE_URL=https://api.openai.com/v1.",
        ),
        (
            "http://host:port/v1",
            "the environment variable OPENAI_BASE_URL must hold the URL of a chat endpoint, but what it holds is no "
            "http or https URL. Set it, e.g. OPENAI_BASE_URL=https://api.openai.com/v1.",
        ),
        (
            "https://me:pass@host/v1",
            "the URL in OPENAI_BASE_URL must have no password or parameters, which would be written down with it, but "
            "it has some. Put the key into OPENAI_API_KEY.",
        ),
    ],
)
def test_a_url_that_is_none_is_refused(url, wrong, monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", url)
    with pytest.raises(InputError) as raised:
        load_responder(OpenAISettings(model="m"))
    assert str(raised.value) == wrong
    assert "pass@" not in str(raised.value)
