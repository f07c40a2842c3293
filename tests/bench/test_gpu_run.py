"""A part that fails, hangs or takes its process with it costs no other part anything. Workers here are forks."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from geobias.bench import gpu_run
from geobias.bench.gpu_plan import Part, Settings
from geobias.bench.gpu_record import Record
from geobias.bench.gpu_run import Budget, Worker, carry_out, serve
from geobias.bench.gpu_tests import Slice

SETTINGS = Settings("cpu")


def answer(connection: Connection, settings: Settings) -> None:
    """A worker whose parts are their names."""
    while name := connection.recv():
        connection.send({"kind": "row", "process": os.getpid()})
        if name == "hangs":
            time.sleep(600)
        if name == "crashes":
            os._exit(139)
        connection.send("RuntimeError: an illegal memory access" if name == "fails" else "")


def run(folder: Path, names: list[str], seconds: float = 1000, worker: Worker | None = None) -> Record:
    record = Record(folder)
    parts = [Part(name, 5) for name in names]
    worker = worker or Worker(SETTINGS, answer, multiprocessing.get_context("fork"))
    carry_out(parts, record, Budget(seconds), worker, folder)
    return record


def ends(record: Record) -> dict[str, str]:
    return {line["part"]: f"{line['kind']} {line.get('why', '')}".strip() for line in record.lines if "why" in line}


def test_what_fails_costs_the_rest_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Part, "limit", property(lambda part: 0.5 if part.name == "hangs" else 60.0))
    record = run(tmp_path, ["a", "fails", "b", "hangs", "c", "crashes", "d", "e"])
    found = ends(record)
    assert found.pop("fails") == "failed RuntimeError: an illegal memory access"
    assert found.pop("hangs") == "failed not finished in 0 s"
    assert found.pop("crashes") == "failed its process ended with code 139"
    assert found == dict.fromkeys("abcde", "done")
    process = {line["part"]: line["process"] for line in record.lines if "process" in line}
    # After a failure the process is another one, and only then.
    assert process["a"] == process["fails"] != process["b"] == process["hangs"] != process["c"]
    assert process["d"] == process["e"] != process["crashes"]


def test_what_is_done_is_not_done_again(tmp_path: Path) -> None:
    first = run(tmp_path, ["a", "fails"])
    again = run(tmp_path, ["a", "b"])
    assert [line["part"] for line in again.lines if line["kind"] == "row"] == ["a", "fails", "b"]
    assert again.lines[: len(first.lines)] == first.lines


def test_what_would_last_too_long_is_not_begun(tmp_path: Path) -> None:
    assert ends(run(tmp_path, ["a"], seconds=4)) == {"a": "left out no time was left for it"}


def test_what_the_end_of_all_time_cuts_short_has_not_failed(tmp_path: Path) -> None:
    record = Record(tmp_path)
    worker = Worker(SETTINGS, answer, multiprocessing.get_context("fork"))
    carry_out([Part("hangs", 0.1)], record, Budget(0.6), worker, tmp_path)
    assert ends(record) == {"hangs": "left out not finished in 1 s"}


def test_tests_run_while_no_worker_holds_the_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    worker = Worker(SETTINGS, answer, multiprocessing.get_context("fork"))
    held = []

    def tests(part: Slice, folder: Path, seconds: float) -> tuple[dict, str]:
        held.append(worker.process)
        return {"passed": 3}, "pytest ended with code 1, see a.txt"

    monkeypatch.setattr(Slice, "run", tests)
    record = Record(tmp_path)
    parts = [Part("a", 1), Part("t", 1, tests=Slice("tests/t.py")), Part("b", 1)]
    carry_out(parts, record, Budget(100), worker, tmp_path)
    assert held == [None]
    assert ends(record) == {"a": "done", "t": "failed pytest ended with code 1, see a.txt", "b": "done"}
    assert {"part": "t", "kind": "tests", "passed": 3} in record.lines


def test_parts_are_served_line_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def lines() -> Iterator[dict]:
        yield {"kind": "row", "value": 1}
        raise ValueError("wrong\nand more")

    monkeypatch.setattr(gpu_run, "plan", lambda settings: [Part("a", 1, lines), Part("b", 1, lambda: iter(()))])
    ours, theirs = multiprocessing.Pipe()
    for name in ("a", "b", ""):
        ours.send(name)
    serve(theirs, SETTINGS)
    assert [ours.recv() for _ in range(3)] == [{"kind": "row", "value": 1}, "ValueError: wrong", ""]
