"""Programs for the tests of asking by several processes, or by one that is killed.

asking_processes.py killed FOLDER SEED    25 children are killed at random moments, then one asks to the end
asking_processes.py shared FOLDER         three children ask the same at once; one of them is killed

What is asked is written to FOLDER/log, a line for each step of a request: "asked" before the responder has its
response, "kept" once `ask` wants the next one. The store is FOLDER/store.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from geobias.models.generation import Decoding, Ledger, Request, Response, ask, export_ledger
from geobias.models.prompting import Message, Prompt

FINGERPRINT = "00112233445566ff"
REQUESTS = [Request(Prompt((Message("user", f"item {n}"),)), sample) for n in range(300) for sample in range(3)]


class Counting:
    """Takes its time over every request, and writes down what becomes of it."""

    name, fingerprint = "counting", FINGERPRINT

    def __init__(self, log: Path, seconds: float):
        self._log = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        self._seconds = seconds

    def respond(self, requests: Sequence[Request], decoding: Decoding) -> Iterator[tuple[Request, Response]]:
        for start in range(0, len(requests), 3):
            batch = requests[start : start + 3]
            for request in batch:
                self._note("asked", request)
            time.sleep(self._seconds * len(batch))
            for request in batch:
                yield request, Response("text", f"{request.prompt.messages[0].text}, {request.sample}")
                self._note("kept", request)

    def _note(self, step: str, request: Request) -> None:
        line = f"{os.getpid()} {step} {request.prompt.messages[0].text}, {request.sample}\n"
        os.write(self._log, line.encode())


def ask_all(folder: Path, seconds: float) -> list[Response]:
    responder = Counting(folder / "log", seconds)
    with Ledger(folder / "store", responder.name, responder.fingerprint, print) as ledger:
        return ask(REQUESTS, responder, Decoding(), ledger)


def export(folder: Path) -> None:
    with Ledger(folder / "store", Counting.name, FINGERPRINT, print) as ledger:
        export_ledger(ledger, folder / "export.jsonl")


def child(folder: Path, seconds: float = 0.001) -> int:
    """A process that asks all, and writes what it got under its number; its number."""
    number = os.fork()
    if number:
        return number
    texts = [response.text for response in ask_all(folder, seconds)]
    (folder / f"got-{os.getpid()}").write_text(json.dumps(texts))
    os._exit(0)


def wait_for_lines(log: Path, number: int, count: int) -> None:
    """Until this process has written so many."""
    while not log.exists() or log.read_bytes().count(f"{number} ".encode()) < count:
        time.sleep(0.001)


def killed(folder: Path, seed: int) -> None:
    chance = random.Random(seed)
    for moment in range(25):
        number = child(folder)
        if moment % 5:  # somewhere in its work
            wait_for_lines(folder / "log", number, chance.randrange(1, 80))
            time.sleep(chance.uniform(0.0, 0.004))
        else:  # perhaps while it opens the ledger
            time.sleep(chance.uniform(0.0, 0.3))
        os.kill(number, signal.SIGKILL)
        os.waitpid(number, 0)
        with (folder / "log").open("a") as log:
            log.write(f"{number} killed -\n")
    os.waitpid(child(folder), 0)
    export(folder)


def shared(folder: Path) -> None:
    numbers = [child(folder, 0.004) for _ in range(3)]
    working: set[str] = set()
    while len(working) < 3:
        time.sleep(0.02)
        log = (folder / "log").read_text() if (folder / "log").exists() else ""
        working = {line.split()[0] for line in log.splitlines() if " kept " in line}
    os.kill(numbers[1], signal.SIGKILL)
    for number in numbers:
        os.waitpid(number, 0)
    export(folder)


if __name__ == "__main__":
    deed, place, *more = sys.argv[1:]
    if deed == "killed":
        killed(Path(place), int(more[0]))
    else:
        shared(Path(place))
