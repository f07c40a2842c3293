"""Carries out a plan part by part: what one breaks, or never ends, costs no other part anything.

Parts run in a process beside this one, as an error of a card (an illegal access, say) spoils all that a process does
there later. After one the process is ended, and the next part gets a new one.
"""

from __future__ import annotations

import gc
import multiprocessing
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from pathlib import Path

import torch

from geobias.bench.gpu_plan import Part, Settings, plan
from geobias.bench.gpu_record import Record

Serve = Callable[[Connection, Settings], None]


class Budget:
    """Seconds for all, from now."""

    def __init__(self, seconds: float):
        self.end = time.monotonic() + seconds

    @property
    def left(self) -> float:
        return self.end - time.monotonic()


def serve(connection: Connection, settings: Settings) -> None:
    """Answer names of parts with their lines as they come, and then with why they failed ("" where they did not)."""
    parts = {part.name: part for part in plan(settings)}
    while name := connection.recv():
        work, why = parts[name].work, ""
        try:
            for line in work() if work else ():
                connection.send(line)
        except Exception as error:
            traceback.print_exc()
            why = f"{type(error).__name__}: {(str(error).strip().splitlines() or [''])[0]}"
        connection.send(why)
        gc.collect()
        if settings.on_card and not why:
            torch.cuda.empty_cache()


class Worker:
    """A process that does parts, begun where it is needed and ended where it can no longer be trusted."""

    def __init__(self, settings: Settings, serve: Serve = serve, context: BaseContext | None = None):
        self.settings, self.serve = settings, serve
        # A forked process could not use the card once this one has.
        self.context = context or multiprocessing.get_context("spawn")
        self.stop()

    def do(self, name: str, seconds: float, record: Record) -> str:
        """Have a part done, its lines written down as they come; why it failed, or ""."""
        end = time.monotonic() + seconds
        try:
            connection = self._connection()
            connection.send(name)
            while connection.poll(max(0.0, end - time.monotonic())):
                said = connection.recv()
                if not isinstance(said, str):
                    record.add(name, **said)
                    continue
                if said:
                    self.stop()
                return said
            why = f"not finished in {seconds:.0f} s"
        except (EOFError, OSError):
            if self.process:
                self.process.join(5)
            why = f"its process ended with code {self.process and self.process.exitcode}"
        self.stop()
        return why

    def stop(self) -> None:
        """End the process, and with it whatever it holds on the card."""
        process = getattr(self, "process", None)
        if process is not None:
            process.kill()
            process.join()
        self.process: multiprocessing.process.BaseProcess | None = None
        self.connection: Connection | None = None

    def _connection(self) -> Connection:
        if self.connection is None:
            self.connection, theirs = self.context.Pipe()
            self.process = self.context.Process(target=self.serve, args=(theirs, self.settings), daemon=True)  # type: ignore[attr-defined]
            self.process.start()
            theirs.close()
        return self.connection


def carry_out(parts: Sequence[Part], record: Record, budget: Budget, worker: Worker, folder: Path) -> None:
    """Do what is not done yet and fits the time left; no part is begun that is expected to last beyond it."""
    for part in parts:
        if part.name in record.done():
            continue
        if part.seconds > budget.left:
            record.add(part.name, "left out", why="no time was left for it")
            continue
        start, seconds = time.monotonic(), min(part.limit, budget.left)
        why = _tests(part, seconds, record, worker, folder) if part.tests else worker.do(part.name, seconds, record)
        taken = time.monotonic() - start
        # Cut short by the end of all time it has not failed: it would have had longer.
        late = why.startswith("not finished") and seconds < part.limit
        record.add(part.name, "left out" if late else "failed" if why else "done", why=why, seconds=round(taken, 1))
        print(f"{part.name}: {why or 'done'}, {taken:.0f} s", file=sys.stderr, flush=True)
    worker.stop()


def _tests(part: Part, seconds: float, record: Record, worker: Worker, folder: Path) -> str:
    assert part.tests is not None
    worker.stop()
    found, why = part.tests.run(folder, seconds)
    record.add(part.name, "tests", **found)
    return why
