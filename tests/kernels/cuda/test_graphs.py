"""Graphs of steps on a pretended card: what is asked of torch, and what follows where it fails."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
import torch

from geobias_kernels.cuda import graphs
from geobias_kernels.cuda.graphs import SWITCH, repeatable

CARD = torch.device("cuda:1")


class Stream:
    def __init__(self, card: PretendedCard, name: str):
        self.card, self.name = card, name

    def wait_stream(self, other: Stream) -> None:
        self.card.events.append(f"{self.name} waits for {other.name}")


class PretendedCard:
    """Writes down what is asked of torch.cuda, and fails where `fails` says."""

    def __init__(self) -> None:
        self.events: list[str] = []
        self.fails, self.recording = "", False
        self.caller = self.current = Stream(self, "caller's")
        self.captures, self.most = 0, 0

    def make_stream(self, device: torch.device) -> Stream:
        assert device == CARD
        return Stream(self, "side")

    @contextmanager
    def enter(self, stream: Stream) -> Iterator[None]:
        before, self.current = self.current, stream
        yield
        self.current = before

    @contextmanager
    def capture(self, graph: PretendedCard, stream: Stream, capture_error_mode: str) -> Iterator[None]:
        assert (graph, stream.name, capture_error_mode) == (self, "side", "thread_local")
        self.captures += 1
        self.most = max(self.most, self.captures)
        self.current, self.recording = stream, True
        try:
            yield
        finally:
            self.recording = False
            self.captures -= 1
            if self.fails == "at the end":  # as torch does: the stream stays current
                raise RuntimeError("CUDA error: operation failed due to a previous error during capture\ndetails")
        self.current = self.caller

    def set_current(self, stream: Stream) -> None:
        self.current = stream

    def replay(self) -> None:
        self.events.append("replay")

    def step(self) -> None:
        if self.recording and self.fails == "in a step":
            raise torch.cuda.OutOfMemoryError("")
        self.events.append(f"{'captured' if self.recording else 'run'} on {self.current.name}")


@pytest.fixture
def card(monkeypatch: pytest.MonkeyPatch) -> PretendedCard:
    card = PretendedCard()
    pretended: dict[str, Callable] = {
        "is_available": lambda: True, "current_stream": lambda device: card.current, "Stream": card.make_stream,
        "stream": card.enter, "CUDAGraph": lambda: card, "graph": card.capture, "set_stream": card.set_current,
    }  # fmt: skip
    for name, instead in pretended.items():
        monkeypatch.setattr(torch.cuda, name, instead)
    monkeypatch.delenv(SWITCH, raising=False)
    return card


def test_a_step_is_warmed_up_captured_and_replayed(card: PretendedCard) -> None:
    again = repeatable(card.step, CARD)
    side = ["side waits for caller's", "run on side", "run on side", "caller's waits for side", "captured on side"]
    assert card.events == side
    again()
    assert card.events[5:] == ["replay"]
    assert card.current is card.caller


@pytest.mark.parametrize(("fails", "why"), [("in a step", "OutOfMemoryError"), ("at the end", "CUDA error: operation")])
def test_a_capture_that_fails_leaves_the_steps(card: PretendedCard, fails: str, why: str) -> None:
    card.fails = fails
    with pytest.warns(RuntimeWarning, match=rf"one by one, .* \({why}.*Set GEOBIAS_CUDA_GRAPHS=off to try none"):
        again = repeatable(card.step, CARD)
    card.events.clear()
    again()
    assert card.events == ["run on caller's"]
    assert not graphs._capturing.locked()


def test_a_step_that_fails_by_itself_is_not_hidden(card: PretendedCard) -> None:
    def step() -> None:
        raise torch.cuda.OutOfMemoryError("no room")

    with pytest.raises(torch.cuda.OutOfMemoryError):
        repeatable(step, CARD)


def test_captures_can_be_switched_off(card: PretendedCard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SWITCH, "off")
    assert repeatable(card.step, CARD) == card.step
    assert card.events == []


def test_elsewhere_a_step_is_itself() -> None:
    def step() -> None:
        raise AssertionError("nothing runs before it is asked to")

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert repeatable(step, torch.device("cpu")) is step


def test_one_thread_captures_at_a_time(card: PretendedCard) -> None:
    inside, go_on = threading.Event(), threading.Event()

    def slow() -> None:
        if card.recording:
            inside.set()
            go_on.wait(10)

    def late() -> None: ...

    threads = [threading.Thread(target=repeatable, args=(step, CARD)) for step in (slow, late)]
    threads[0].start()
    assert inside.wait(10)
    threads[1].start()
    threads[1].join(0.05)
    assert threads[1].is_alive()
    go_on.set()
    for thread in threads:
        thread.join(10)
    assert (card.most, card.captures) == (1, 0)
