"""Tabulating: answers read in one place, scores calibrated."""

from __future__ import annotations

import math

import pytest

from geobias.models.generation import (
    Decoding,
    Ledger,
    Questions,
    Response,
    ask_prompts,
)
from geobias.models.prompting import Message, PromptSet, Template

NORM = Template("norm", (Message("user", "{act}?"),), ("yes", "no"), "yes_no")
BARE = Template("bare", (Message("user", "Say {act}."),))


def prompts(*templates: Template, acts=("a", "b")) -> PromptSet:
    filled = [template.fill({"act": act, "id": f"#{act}"}) for template in templates for act in acts]
    return PromptSet(tuple(filled), {template.name: template for template in templates})


class Toy:
    name, fingerprint = "toy", "00112233445566ff"

    def respond(self, requests, decoding):
        for request in requests:
            text = request.prompt.messages[0].text
            if not request.options:
                yield request, Response("empty" if text == "Say b." else "text", f"{text}\ud800 no", response_tokens=2)
            elif text == "N/A?":
                yield request, Response("text", scores=(math.log(0.9), math.log(0.1)))
            else:
                yield request, Response("text", scores=(math.log(0.6), math.log(0.4)))


def read(prompt, response):
    return ("no", "") if "no" in response.text else (None, "unparsed")


def asked(tmp_path, questions, *templates, reader=read):
    with Ledger(tmp_path, Toy.name, Toy.fingerprint) as ledger:
        return ask_prompts(prompts(*templates), Toy(), Decoding(), ledger, questions, reader)


def test_texts_are_read_and_what_is_none_stays_unread(tmp_path):
    rows = asked(tmp_path, Questions(2), BARE).rows
    assert [(row.number, row.sample, row.outcome, row.answer, row.reason) for row in rows] == [
        (0, 0, "text", "no", ""),
        (0, 1, "text", "no", ""),
        (1, 0, "empty", "", ""),
        (1, 1, "empty", "", ""),
    ]
    assert (rows[0].text, rows[0].fields) == ("Say a.? no", {"act": "a", "id": "#a"})
    assert (rows[0].response_tokens, math.isnan(rows[0].prompt_tokens)) == (2.0, True)


def test_the_preferred_option_is_the_answer_and_calibration_may_change_it(tmp_path):
    plain = asked(tmp_path, Questions(1, "scores"), NORM, reader=lambda prompt, response: (None, "")).rows[0]
    assert (plain.answer, plain.calibrated) == ("yes", {})
    assert plain.scores == {"yes": math.log(0.6), "no": math.log(0.4)}
    fair = asked(tmp_path, Questions(1, "scores", ("N/A",)), NORM).rows[0]
    assert fair.calibrated["no"] == pytest.approx((0.4 / 0.1) / (0.4 / 0.1 + 0.6 / 0.9))
    assert (fair.answer, fair.asked) == ("no", "scores")


def test_a_tie_is_no_answer(tmp_path):
    class Even(Toy):
        def respond(self, requests, decoding):
            yield from ((request, Response("text", scores=(-1.0, -1.0))) for request in requests)

    with Ledger(tmp_path, Toy.name, Toy.fingerprint) as ledger:
        table = ask_prompts(prompts(NORM), Even(), Decoding(), ledger, Questions(1, "scores"), read)
    assert {(row.answer, row.reason) for row in table.rows} == {("", "tie")}


def test_what_cannot_be_calibrated_is_no_answer(tmp_path):
    class Sure(Toy):
        def respond(self, requests, decoding):
            yield from ((request, Response("text", scores=(-1.0, -math.inf))) for request in requests)

    with Ledger(tmp_path, Toy.name, Toy.fingerprint) as ledger:
        questions = Questions(1, "scores", ("N/A",))
        table = ask_prompts(prompts(NORM), Sure(), Decoding(), ledger, questions, read)
    assert {(row.answer, row.reason) for row in table.rows} == {("", "uncalibrated")}
    assert all(math.isnan(value) for row in table.rows for value in row.calibrated.values())


def test_a_content_free_prompt_that_fails_leaves_nothing_calibrated_and_is_told(tmp_path):
    class Broken(Toy):
        def respond(self, requests, decoding):
            for request, response in super().respond(requests, decoding):
                failed = request.prompt.messages[0].text == "-?"
                yield request, Response("error", detail="busy") if failed else response

    questions = Questions(1, "both", ("N/A", "-"))
    with Ledger(tmp_path, Toy.name, Toy.fingerprint) as ledger:
        broken = ask_prompts(prompts(NORM, acts=("a",)), Broken(), Decoding(), ledger, questions, read).rows
        whole = ask_prompts(prompts(NORM, acts=("a",)), Toy(), Decoding(), ledger, questions, read).rows
    assert [(row.asked, row.outcome, row.answer, row.reason, row.detail) for row in broken] == [
        ("text", "text", "no", "", ""),
        ("scores", "error", "", "uncalibrated", "of a content-free prompt: busy"),
    ]
    assert all(map(math.isnan, broken[1].calibrated.values()))
    assert broken[1].scores == whole[1].scores
    assert (whole[1].outcome, whole[1].answer) == ("text", "no")
