"""Does `geobias collect` lose or double an answer when 200 volunteers are at it and the server is killed?

    python benchmarks/collecting.py                       3 minutes on SQLite, kill -9 every 10 s
    python benchmarks/collecting.py --store postgresql://user@host/base --workers 2
    python benchmarks/collecting.py --volunteers 60 --together 30 --kill-every 0 --dry

A fixed number of scripted volunteers of four countries, so many at a time, go through a study on a server of its own. A
quarter leave midway, with an item before them. An answer is confirmed when the server has asked the volunteer on to its
page; a volunteer whose connection breaks sends the same form again. At the end confirmed answers are looked for in the
store, and answers of each item by each country are compared with the plan, which is what so many answers come to. A
latency is that of one request that was answered, of any kind; "between kills" leaves out those that were sent before
the server had answered anything since its start, which wait for it to come up.
"""

from __future__ import annotations

import argparse
import asyncio
import csv
import os
import random
import re
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

import numpy as np
from harness import machine

from geobias.collect.design import init_study, read_study
from geobias.collect.store import Store, list_answers, list_sessions

COUNTRIES = ("DE", "FR", "IN", "BR")
ITEMS, SESSION = 60, 15
LEASE_MINUTES = 1.0  # far longer than anybody thinks, so that what is beyond the plan is no expired lease
PATIENCE = 2.0  # mean seconds after which somebody tries again whose connection broke
RESULTS = Path(__file__).parent / "results" / "collecting.csv"


@dataclass
class Load:
    """What happened. confirmed : (volunteer, item) -> place of the answer. seconds : of every answered request.

    started : when the server was, last. up : whether it has answered anything that was sent since. between : seconds of
    requests that were sent while it was.
    """

    port: int
    think: float
    confirmed: dict[tuple[int, str], int] = field(default_factory=dict)
    seconds: list[float] = field(default_factory=list)
    started: float = 0.0
    up: bool = False
    between: list[float] = field(default_factory=list)
    broken: int = 0
    refused: Counter[int] = field(default_factory=Counter)


class Browser:
    """One connection that is kept alive, one cookie, and forms that are sent again until they are answered."""

    def __init__(self, load: Load):
        self.load, self.cookie = load, ""
        self.line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, path: str, fields: dict[str, str] | None = None) -> tuple[str, str]:
        """The place that the server sends on to ("" = nowhere) and the page."""
        while True:
            begun, was_up = time.perf_counter(), self.load.up
            try:
                status, headers, body = await asyncio.wait_for(self._once(path, fields), 30)
            except (OSError, asyncio.IncompleteReadError, TimeoutError, ValueError):
                self.load.broken += 1
                self._close()
                await asyncio.sleep(random.expovariate(1 / PATIENCE))
                continue
            self.load.seconds.append(time.perf_counter() - begun)
            self.load.between += [self.load.seconds[-1]] * was_up
            self.load.up |= begun > self.load.started
            if status >= 400:
                self.load.refused[status] += 1
                await asyncio.sleep(0.5)
                continue
            return headers.get("location", ""), body

    async def _once(self, path: str, fields: dict[str, str] | None) -> tuple[int, dict[str, str], str]:
        if self.line is None:
            self.line = await asyncio.open_connection("127.0.0.1", self.load.port)
        reader, writer = self.line
        body = "" if fields is None else urlencode(fields)
        head = [f"{'GET' if fields is None else 'POST'} {path} HTTP/1.1", "host: localhost", f"cookie: {self.cookie}"]
        head += [
            "accept-language: en",
            "content-type: application/x-www-form-urlencoded",
            f"content-length: {len(body)}",
        ]
        writer.write(("\r\n".join(head) + "\r\n\r\n" + body).encode())
        await writer.drain()
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().strip().split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
        page = await reader.readexactly(int(headers.get("content-length", "0")))
        if "set-cookie" in headers:
            self.cookie = headers["set-cookie"].split(";")[0]
        return int(first.split()[1]), headers, page.decode()

    def _close(self) -> None:
        if self.line:
            self.line[1].close()
        self.line = None


def hidden(page: str, name: str) -> str:
    return re.search(rf'name="{name}" value="([^"]*)"', page)[1]  # type: ignore[index]


async def volunteer(load: Load, number: int, items: int) -> None:
    """One volunteer, who leaves with an item before them after so many answers."""
    browser, rng = Browser(load), random.Random(number)
    _, page = await browser.ask("/")
    word = {"form": hidden(page, "form")}
    country = {"country_longest": COUNTRIES[number % len(COUNTRIES)], "taken_before": "no"}
    for path, fields in (("/", {"agree": "yes"}), ("/about", country), ("/about/more", {}), ("/instructions", {})):
        await asyncio.sleep(rng.expovariate(1 / load.think))
        await browser.ask(path, {**word, **fields})
    while True:
        place, page = await browser.ask("/item")
        if place:
            break
        item, answer = hidden(page, "item"), rng.randrange(5)
        if items == 0:
            return
        await asyncio.sleep(rng.expovariate(1 / load.think))
        fields = {**word, "item": item, "answer": str(answer), "reason": f"volunteer {number}"}
        place, _ = await browser.ask("/item", fields)
        if place.startswith("/others/"):
            load.confirmed[number, item] = answer
            items -= 1
            await browser.ask(place.partition("?")[0])
    await browser.ask("/feedback", {**word, "cheated": "no"})
    await browser.ask("/result")


class Server:
    """The server in a process group of its own, so that a kill takes its workers too."""

    def __init__(self, folder: Path, port: int, workers: int):
        words = ["collect", "serve", str(folder), "--port", str(port), "--workers", str(workers)]
        self._words, self._port = [sys.executable, "-m", "geobias", *words], port
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._process = subprocess.Popen(self._words, start_new_session=True, stdout=subprocess.DEVNULL)

    def kill(self, number: int) -> None:
        if self._process:
            os.killpg(self._process.pid, number)
            self._process.wait()

    async def is_up(self) -> None:
        while True:
            try:
                (await asyncio.open_connection("127.0.0.1", self._port))[1].close()
                return
            except OSError:
                await asyncio.sleep(0.05)


async def run(load: Load, server: Server, planned: list[int], together: int, kill_every: float) -> tuple[float, int]:
    """All volunteers, so many at a time, while the server is killed; returns seconds and kills."""
    free, kills = asyncio.Semaphore(together), 0

    async def one(number: int, items: int) -> None:
        async with free:
            await volunteer(load, number, items)

    async def killer() -> None:
        nonlocal kills
        while kill_every:
            await server.is_up()
            await asyncio.sleep(kill_every)
            server.kill(signal.SIGKILL)
            load.up, load.started = False, time.perf_counter()
            kills += 1
            server.start()

    server.start()
    await server.is_up()
    begun, killing = time.perf_counter(), asyncio.create_task(killer())
    await asyncio.gather(*(one(number, items) for number, items in enumerate(planned)))
    killing.cancel()
    return time.perf_counter() - begun, kills


def write_study(folder: Path, wanted: int) -> None:
    init_study(folder)
    text = (folder / "study.yaml").read_text("utf-8")
    limits = "limits: {sessions_an_hour: 1000000, requests_a_minute: 10000000, form_bytes: 32768, text_letters: 2000}"
    plan = f"plan: {{by: country_longest, answers: {wanted}, lease_minutes: {LEASE_MINUTES}}}"
    for key, line in (
        ("contact", "contact: me"),
        ("session", f"session: {SESSION}"),
        ("limits", limits),
        ("plan", plan),
    ):
        text = re.sub(rf"^{key}: .*$", line, text, flags=re.MULTILINE)
    (folder / "study.yaml").write_text(text, encoding="utf-8")
    lines = [f"item-{number},Text {number}.,{'abc'[number % 3]},0,{number % 5 - 2}" for number in range(ITEMS)]
    (folder / "items.csv").write_text("\n".join(["item,text,stratum,label,example_model", *lines]) + "\n")


def judged(folder: Path, load: Load, wanted: int) -> dict[str, int]:
    """What the store holds beside what was confirmed."""
    study = read_study(folder)
    with Store(study.store_url) as store:
        rows = list_answers(store)
        countries = {one.id: one.country for one in list_sessions(store)}
    kept = Counter((int(row.reason.split()[1]), row.item) for row in rows)
    values = {(int(row.reason.split()[1]), row.item): study.settings.answers.index(row.value) for row in rows}
    lost = sum(values.get(key) != place for key, place in load.confirmed.items())
    counts = Counter((countries[row.session], row.item) for row in rows)
    of_all = [counts[country, item] for country in COUNTRIES for item in study.items]
    return {
        "confirmed": len(load.confirmed),
        "kept": len(rows),
        "lost": lost,
        "doubled": sum(count - 1 for count in kept.values()),
        "furthest_from_plan": max(abs(count - wanted) for count in of_all),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--volunteers", type=int, default=600)
    add("--together", type=int, default=200)
    add("--think", type=float, default=5.0, help="mean seconds before a form is sent")
    add("--kill-every", type=float, default=10.0, help="seconds; 0 = never")
    add("--workers", type=int, default=1)
    add("--store", default="", help="postgresql://...; default: SQLite")
    add("--dry", action="store_true", help="keep no row of results")
    chosen = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that the server ends too
    rng = random.Random(0)
    some = [
        rng.randrange(1, SESSION) if rng.random() < 0.25 else SESSION
        for _ in range(chosen.volunteers // len(COUNTRIES))
    ]
    planned = [answers for answers in some for _ in COUNTRIES]  # so that one plan is right for every country
    wanted = max(1, round(sum(some) / ITEMS))
    if chosen.store:
        os.environ["GEOBIAS_COLLECT_STORE"] = chosen.store
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "study"
        write_study(folder, wanted)
        load, server = Load(port, chosen.think), Server(folder, port, chosen.workers)
        try:
            seconds, kills = asyncio.run(run(load, server, planned, chosen.together, chosen.kill_every))
        finally:
            server.kill(signal.SIGTERM)
        found = judged(folder, load, wanted)
    times = 1_000 * np.sort(load.seconds)
    row = {
        "store": "postgresql" if chosen.store else "sqlite", "volunteers": chosen.volunteers,
        "together": chosen.together, "think_s": chosen.think, "workers": chosen.workers, "seconds": round(seconds),
        "kills": kills, **found, "plan": wanted, "requests": len(times), "a_second": round(len(times) / seconds),
        "broken": load.broken, "refused": sum(load.refused.values()), "median_ms": round(np.median(times), 1),
        "p99_ms": round(np.quantile(times, 0.99), 1), "most_ms": round(times[-1], 1),
        "p99_between_kills_ms": round(1_000 * np.quantile(load.between, 0.99), 1), "between_kills": len(load.between),
        "server_cpu_ms": round(1_000 * resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime / len(times), 2),
        "load_before": round(os.getloadavg()[2], 1), **machine(),
    }  # fmt: skip
    print("\n".join(f"{name:20} {value}" for name, value in row.items()))
    if not chosen.dry:
        new = not RESULTS.exists()
        with RESULTS.open("a", newline="", encoding="utf-8") as file:
            rows = csv.DictWriter(file, row)
            if new:
                rows.writeheader()
            rows.writerow(row)
    if found["lost"] or found["doubled"] or found["furthest_from_plan"] > 1:
        raise SystemExit("answers were lost, doubled, or far from the plan")


if __name__ == "__main__":
    main()
