"""The judge, with responders whose answers are known."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.errors import InputError
from geobias.models.entailment import Entailer, JudgeSettings, load_entailer
from geobias.models.entailment.judge import Judge
from geobias.models.generation import Decoding, Request, Response

SETTINGS = JudgeSettings(supports="S|{premise}|{hypothesis}", contradicts="C|{premise}|{hypothesis}")


class Scripted:
    """Answers from a table of log-probabilities of yes and no by prompt, backwards; what it lacks gets `other`."""

    name = "scripted"
    fingerprint = "0" * 16

    def __init__(self, answers: dict[str, tuple[float, ...]], other: Response | None = None):
        self.answers, self.other = answers, other
        self.asked: list[Request] = []

    def respond(self, requests: Sequence[Request], decoding: Decoding) -> Iterator[tuple[Request, Response]]:
        assert decoding == Decoding()  # scores of the model as it is
        self.asked += requests
        for request in reversed(requests):
            scores = self.answers.get(request.prompt.messages[-1].text)
            if scores is not None:
                yield request, Response("text", text="yes", scores=scores)
            elif self.other is not None:
                yield request, self.other


def judge(answers, settings=SETTINGS, **more) -> Entailer:
    return Entailer(Judge(Scripted(answers, **more), settings))


def odds(yes: float) -> tuple[float, float]:
    return math.log(yes), math.log(1 - yes)


def test_probabilities_are_of_independent_answers_that_are_not_both_yes():
    support, contradict = 0.8, 0.3
    entailer = judge({"S|p|h": odds(support), "C|p|h": odds(contradict)})
    said = entailer.entail(["p"], ["h"])
    both = support * contradict
    expected = [(1 - support) * contradict, (1 - support) * (1 - contradict), support * (1 - contradict)]
    assert said.probabilities[0, 0] == pytest.approx(np.array(expected) / (1 - both))
    assert said.labels.tolist() == [[1]]
    assert entailer.name == "judge:scripted"
    assert {request.options for request in entailer.backend._responder.asked} == {("Yes", "No")}


@pytest.mark.filterwarnings("ignore:Of all that 'scripted'")
@given(st.floats(-1e4, 1e4), st.floats(-1e4, 1e4))
def test_any_scores_give_probabilities(support, contradict):
    answers = {f"{kind}|p|h": (min(odds, 0), min(-odds, 0)) for kind, odds in (("S", support), ("C", contradict))}
    found = judge(answers).entail(["p"], ["h"]).probabilities[0, 0]
    assert found.sum() == pytest.approx(1)
    assert (np.sign(found[2] - found[0]) in (0, np.sign(support - contradict))) or abs(support - contradict) < 1e-6


def test_an_impossible_answer_is_an_answer():
    found = judge({"S|p|h": (0.0, -math.inf), "C|p|h": (-math.inf, 0.0)}).entail(["p"], ["h"])
    assert found.probabilities[0, 0].tolist() == pytest.approx([0, 0, 1])


def test_a_text_without_content_is_the_measure():
    biased = {"S|p|h": odds(0.9), "C|p|h": odds(0.7), "S|N/A|h": odds(0.9), "C|N/A|h": odds(0.2)}
    found = judge(biased, replace(SETTINGS, content_free="N/A")).entail(["p"], ["h"]).probabilities[0, 0]
    change = math.log(0.7 / 0.3) - math.log(0.2 / 0.8)  # of the log-odds of contradiction; those of support have none
    expected = np.exp([change, 0, 0])
    assert found == pytest.approx(expected / expected.sum())


def test_each_prompt_is_asked_once():
    entailer = judge({}, replace(SETTINGS, content_free="N/A"), other=Response("text", scores=(-1.0, -1.0)))
    entailer.entail(["p", "q", "p"], ["h", "g"])
    asked = sorted(request.prompt.messages[-1].text for request in entailer.backend._responder.asked)
    assert asked == sorted(
        f"{kind}|{text}|{statement}" for kind in "SC" for text in ("p", "q", "N/A") for statement in "hg"
    )


def test_a_prompt_says_what_it_was_filled_from():
    settings = JudgeSettings(system="You judge.")
    entailer = judge({}, settings, other=Response("text", scores=(-1.0, -1.0)))
    entailer.entail(['A {brace} and a "quote".'], ["Women should work."])
    prompt = next(r.prompt for r in entailer.backend._responder.asked if r.prompt.template == "entailment.supports")
    assert [(message.role, message.text) for message in prompt.messages] == [
        ("system", "You judge."),
        (
            "user",
            'Text: "A {brace} and a "quote"."\nStatement: "Women should work."\n'
            "Does the text support the statement? Answer Yes or No.",
        ),
    ]
    assert prompt.fields == {"premise": 'A {brace} and a "quote".', "hypothesis": "Women should work."}


@pytest.mark.parametrize(
    ("other", "why"),
    [
        (None, "no response came"),
        (Response("refused", detail="content filter"), "refused: content filter"),
        (Response("error", detail="timed out"), "error: timed out"),
        (Response("text", text="yes"), "text: it gives no scores"),
        (Response("text", scores=(-math.inf, -math.inf)), "text: it gives no scores"),
        (Response("text", scores=(math.nan, -1.0)), "text: it gives no scores"),
    ],
)
def test_a_pair_without_an_answer_is_no_answer_and_the_others_are_kept(other, why, tmp_path):
    answers = {f"{kind}|{text}|h": odds(0.8 if kind == "S" else 0.1) for kind in "SC" for text in "pq"}
    answers |= {"S|r|h": odds(0.5)}
    with pytest.raises(InputError) as error:
        Entailer(Judge(Scripted(answers, other), SETTINGS), store=tmp_path).entail(["p", "r", "q"], ["h"])
    assert str(error.value) == (
        f"'scripted' must score both answers to every question, but of 1 of 3 pairs it did not ({why}). "
        "Ask again: what was judged is kept where entailments have a store."
    )
    again = Scripted(answers | {"C|r|h": odds(0.9)})
    said = Entailer(Judge(again, SETTINGS), store=tmp_path).entail(["p", "r", "q"], ["h"])
    assert said.labels.ravel().tolist() == [1, -1, 1]
    assert len(again.asked) == 2


def test_answers_that_the_responder_would_hardly_give_are_named():
    rare = {"S|p|h": (-6.0, -7.0), "C|p|h": (-6.0, -5.0)}
    with pytest.warns(UserWarning, match="scores mean little") as said:
        judge(rare).entail(["p"], ["h"])
    assert str(said[0].message) == (
        "Of all that 'scripted' might answer, 'Yes' and 'No' are 0.6% on average, so that their scores mean little. "
        "Set entailment.options to how it writes them, and ask for that in the questions."
    )


def test_the_fingerprint_is_of_responder_and_questions():
    other = Scripted({})
    other.fingerprint = "1" * 16
    changed = [
        {"system": "You judge."},
        {"options": ("yes", "no")},
        {"content_free": "N/A"},
        {"supports": "T|{premise}|{hypothesis}"},
        {"contradicts": "T|{premise}|{hypothesis}"},
    ]
    prints = {Judge(Scripted({}), replace(SETTINGS, **one)).fingerprint for one in [{}, {"threshold": 0.9}, *changed]}
    assert len(prints | {Judge(other, SETTINGS).fingerprint}) == 7


def test_a_judge_needs_a_responder():
    with pytest.raises(InputError) as error:
        load_entailer(SETTINGS)
    assert str(error.value) == (
        "entailment=judge needs a responder to ask, but there is none. Pass one: load_entailer(..., responder=...)."
    )
    assert load_entailer(SETTINGS, responder=Scripted({})).name == "judge:scripted"
