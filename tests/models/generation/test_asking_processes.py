"""Processes that ask: one killed at any moment loses nothing and asks nothing twice; several share one ledger."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from geobias.models.generation import Decoding, Ledger, Request, Response, ask, export_ledger
from geobias.models.prompting import Message, Prompt

PROGRAM = Path(__file__).with_name("asking_processes.py")
ALL = [f"item {n}, {sample}" for n in range(300) for sample in range(3)]
pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="children are forked")


class Plain:
    """Says the same as that of the program, at once."""

    name, fingerprint = "counting", "00112233445566ff"

    def respond(self, requests, decoding):
        for request in requests:
            yield request, Response("text", f"{request.prompt.messages[0].text}, {request.sample}")


def uninterrupted(folder: Path) -> list[dict]:
    requests = [Request(Prompt((Message("user", f"item {n}"),)), sample) for n in range(300) for sample in range(3)]
    with Ledger(folder, Plain.name, Plain.fingerprint) as ledger:
        ask(requests, Plain(), Decoding(), ledger)
        export_ledger(ledger, folder / "export.jsonl")
    return exported(folder / "export.jsonl")


def exported(path: Path) -> list[dict]:
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    return [{name: value for name, value in row.items() if name != "time"} for row in rows]


def run(*words: object) -> None:
    done = subprocess.run([sys.executable, PROGRAM, *map(str, words)], capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr


def steps(log: Path) -> list[tuple[int, str, str]]:
    """(process, step, request) in the order in which they happened."""
    return [(int(number), step, what) for number, step, what in (line.split(" ", 2) for line in log.open())]


def got(folder: Path) -> list[list[str]]:
    return [json.loads(path.read_text()) for path in sorted(folder.glob("got-*"))]


@pytest.mark.slow
def test_kills_at_25_random_moments_lose_nothing_and_ask_nothing_twice(tmp_path):
    run("killed", tmp_path, 1)
    under_way: dict[str, int] = {}
    kept: set[str] = set()
    lost = Counter[str]()
    for number, step, line in steps(tmp_path / "log"):
        what = line.strip()
        if step == "asked":
            assert what not in kept
            assert what not in under_way
            under_way[what] = number
        elif step == "kept":
            del under_way[what]
            kept.add(what)
        else:
            # What a killed process had not yet handed over is all that may be asked again.
            lost.update(one for one, by in under_way.items() if by == number)
            assert lost.total() <= 3 * 25
            under_way = {one: by for one, by in under_way.items() if by != number}
    log = steps(tmp_path / "log")
    assert sum(step == "killed" for _, step, _ in log) == 25
    assert len({number for number, step, _ in log if step == "kept"}) > 15  # these had work to lose
    asked = Counter(what.strip() for _, step, what in log if step == "asked")
    assert set(asked) == set(ALL)
    assert {what: count - 1 for what, count in asked.items() if count > 1}.items() <= dict(lost).items()
    assert got(tmp_path) == [ALL]
    assert exported(tmp_path / "export.jsonl") == uninterrupted(tmp_path / "whole")


@pytest.mark.slow
def test_processes_share_a_ledger_and_take_over_from_a_dead_one(tmp_path):
    run("shared", tmp_path)
    log = steps(tmp_path / "log")
    working = {number for number, step, _ in log if step == "kept"}
    assert len(working) == 3
    (dead,) = working - {int(path.name.removeprefix("got-")) for path in tmp_path.glob("got-*")}
    handed_over = {what for _, step, what in log if step == "kept"}
    lost = {what for number, step, what in log if (number, step) == (dead, "asked")} - {
        what for number, step, what in log if (number, step) == (dead, "kept")
    }
    asked = Counter(what for _, step, what in log if step == "asked")
    assert {what.strip() for what in handed_over} == set(ALL)
    assert {what for what, count in asked.items() if count > 1} <= lost
    assert len(lost) <= 3
    assert got(tmp_path) == [ALL, ALL]
    assert exported(tmp_path / "export.jsonl") == uninterrupted(tmp_path / "whole")
