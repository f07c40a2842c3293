"""Asking: only what is missing is asked, in the order of the requests, and a stop loses nothing."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.models.generation import Decoding, Ledger, Request, Response, ask
from geobias.models.prompting import Message, Prompt

DECODING = Decoding()


class Toy:
    """Says what it is asked, the last first, and counts; `plan` says of a text what becomes of it."""

    name, fingerprint = "toy", "00112233445566ff"

    def __init__(self, plan=None):
        self.plan, self.asked = plan or {}, Counter()

    def respond(self, requests, decoding):
        for request in reversed(requests):
            text = request.prompt.messages[0].text
            self.asked[text, request.sample] += 1
            said = self.plan.get(text, Response("text", f"{text}/{request.sample}/{decoding.seed}"))
            if isinstance(said, BaseException):
                raise said
            if said is not None:
                yield request, said


def requests(texts, samples: int = 1) -> list[Request]:
    return [Request(Prompt((Message("user", text),)), sample) for text in texts for sample in range(samples)]


@pytest.fixture
def ledger(tmp_path):
    with Ledger(tmp_path, Toy.name, Toy.fingerprint) as opened:
        yield opened


def said(responses) -> list[str]:
    return [response.text for response in responses]


def test_only_what_is_missing_is_asked(ledger):
    toy = Toy()
    assert said(ask(requests("ab", 2), toy, DECODING, ledger)) == ["a/0/0", "a/1/0", "b/0/0", "b/1/0"]
    assert said(ask(requests("cba", 3), toy, DECODING, ledger))[3:5] == ["b/0/0", "b/1/0"]
    assert set(toy.asked) == {(text, sample) for text in "abc" for sample in range(3)}
    assert set(toy.asked.values()) == {1}
    assert said(ask(requests("a"), toy, Decoding(seed=1), ledger)) == ["a/0/1"]


@given(st.lists(st.lists(st.integers(0, 200), max_size=300), max_size=3))
def test_any_lists_of_requests_are_answered_in_their_order(tmp_path_factory, lists):
    toy = Toy()
    with Ledger(tmp_path_factory.mktemp("store"), Toy.name, Toy.fingerprint) as ledger:
        for numbers in lists:
            steps: list[tuple[int, int]] = []
            found = ask(requests(map(str, numbers)), toy, DECODING, ledger, lambda *step, into=steps: into.append(step))
            assert said(found) == [f"{number}/0/0" for number in numbers]
            assert steps == sorted(steps)
            assert steps[-1] == (len(set(numbers)),) * 2
    assert set(toy.asked.values()) <= {1}


def test_an_error_is_asked_again_at_the_next_call_alone(ledger):
    toy = Toy({"b": Response("error", detail="busy"), "c": Response("refused", detail="no"), "d": Response("empty")})
    first = ask(requests("abcd"), toy, DECODING, ledger)
    assert [one.outcome for one in first] == ["text", "error", "refused", "empty"]
    toy.plan = {}
    second = ask(requests("abcd"), toy, DECODING, ledger)
    assert [one.outcome for one in second] == ["text", "text", "refused", "empty"]
    assert toy.asked == {("a", 0): 1, ("b", 0): 2, ("c", 0): 1, ("d", 0): 1}
    assert ledger.errors([ledger.key(one, DECODING) for one in requests("abcd")]) == {
        ledger.key(requests("b")[0], DECODING): 1
    }


def test_silence_is_an_error(ledger):
    found = ask(requests("ab"), Toy({"a": None}), DECODING, ledger)
    assert found[0] == Response("error", detail="the responder gave no response")
    assert found[1].text == "b/0/0"


@pytest.mark.parametrize("stop", [KeyboardInterrupt(), RuntimeError("broken")])
def test_a_stop_keeps_what_was_finished_and_frees_the_rest(stop, ledger):
    toy = Toy({"b": stop})
    with pytest.raises(type(stop)):
        ask(requests("abc"), toy, DECODING, ledger)
    toy.plan = {}
    assert said(ask(requests("abc"), toy, DECODING, ledger)) == ["a/0/0", "b/0/0", "c/0/0"]
    assert toy.asked == {("a", 0): 1, ("b", 0): 2, ("c", 0): 1}


def test_a_stop_while_progress_is_shown_ends_the_responder_too(ledger):
    ended = []

    class Careful(Toy):
        def respond(self, requests, decoding):
            try:
                yield from super().respond(requests, decoding)
            finally:
                ended.append(True)

    def stop(done: int, total: int) -> None:
        if done == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as stopped:
        ask(requests("abc"), Careful(), DECODING, ledger, stop)
    assert stopped.traceback  # which holds on to all frames
    assert ended == [True]
    keys = [ledger.key(one, DECODING) for one in requests("abc")]
    assert ledger.claims.take(keys, 3) == keys[:2]


def test_a_responder_that_answers_something_else_is_stopped(ledger):
    class Confused(Toy):
        def respond(self, requests, decoding):
            yield Request(Prompt((Message("user", "not asked"),))), Response("text", "x")

    with pytest.raises(ValueError, match="toy answered what it was not asked, or answered it twice"):
        ask(requests("a"), Confused(), DECODING, ledger)


def test_a_ledger_is_of_one_responder(tmp_path):
    with Ledger(tmp_path, "other", "f" * 16) as ledger, pytest.raises(ValueError, match="The ledger is of ffff"):
        ask(requests("a"), Toy(), DECODING, ledger)


def test_what_another_process_asks_is_waited_for(tmp_path, ledger, monkeypatch):
    """The other one answers while this one sleeps, and gives one request back."""
    asked = requests("abc")
    keys = [ledger.key(one, DECODING) for one in asked]
    other = Ledger(tmp_path, Toy.name, Toy.fingerprint)
    assert other.claims.take(keys[:2], 2) == keys[:2]

    def meanwhile(seconds: float) -> None:
        other.keep(asked[0], DECODING, Response("text", "from the other"))
        other.close()

    monkeypatch.setattr("geobias.models.generation.asking.time.sleep", meanwhile)
    toy = Toy()
    assert said(ask(asked, toy, DECODING, ledger)) == ["from the other", "b/0/0", "c/0/0"]
    assert set(toy.asked) == {("b", 0), ("c", 0)}


def test_answers_that_cost_nothing_are_kept_by_the_hundred_and_none_is_counted_before(ledger):
    class Instant(Toy):
        instant = True

    asked = requests("a", 600)
    keys = [ledger.key(request, DECODING) for request in asked]
    counted = []

    def progress(done, total):
        counted.append((done, len(ledger.kept(keys)) if done in (0, 1, 256, 257, 512, 600) else None))

    assert said(ask(asked, Instant(), DECODING, ledger, progress)) == [f"a/{sample}/0" for sample in range(600)]
    assert all(kept is None or kept >= done for done, kept in counted)
    assert [kept for done, kept in counted if done == 1] == [600 // 8]  # what was claimed in one go


def test_a_responder_that_breaks_loses_of_what_costs_nothing_one_lot_at_most(ledger):
    class Instant(Toy):
        instant = True

    with pytest.raises(RuntimeError, match="broken"):
        ask(requests("cab"), Instant({"c": RuntimeError("broken")}), DECODING, ledger)
    assert said(ask(requests("cab"), Instant(), DECODING, ledger)) == ["c/0/0", "a/0/0", "b/0/0"]
