"""Nominatim against a server of our own: cases G01 and G02, what is kept, and how it is asked."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import pytest

from geobias.corpora.geocoding import Answers, Nominatim, Placement, ServiceError
from geobias.errors import InputError

KNOWN = {
    "Kiel": [{"importance": 0.6, "address": {"country_code": "de"}}, {"address": {"country_code": "us"}}],
    "nonsense": [],
}


class Machine:
    """A clock that only sleeping moves."""

    def __init__(self):
        self.now, self.slept = 100.0, []

    def clock(self):
        return self.now

    def sleep(self, seconds):
        self.slept.append(seconds)
        self.now += seconds


@pytest.fixture
def server():
    """A server that answers what `plan` says first, a status or the headers of a 429, then as Nominatim does."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            at = urlsplit(self.path)
            asked.append((at.path, {key: value[0] for key, value in parse_qs(at.query).items()}, dict(self.headers)))
            status, headers = plan.pop(0) if plan else (200, {})
            query = asked[-1][1]
            found = KNOWN.get(query.get("q", ""), []) if at.path == "/search" else {"address": {"country_code": "nz"}}
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(json.dumps(found).encode() if status == 200 else b"<html>")

        def log_message(self, *_):
            pass

    plan, asked = [], []
    made = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made.plan, made.asked = plan, asked
    made.url = f"http://127.0.0.1:{made.server_port}"
    thread = threading.Thread(target=made.serve_forever, daemon=True)
    thread.start()
    yield made
    made.shutdown()
    made.server_close()


@pytest.fixture
def asking(server, tmp_path):
    machine = Machine()
    answers = Answers(tmp_path / "answers.sqlite", server.url)
    yield Nominatim(answers, server.url, "me@example.org", clock=machine.clock, sleep=machine.sleep), machine
    answers.close()


def test_an_answer_is_asked_once_and_kept(server, asking, tmp_path):
    place, _ = asking
    assert place(" Kiel ") == Placement("de", 0.6, "nominatim", ("us",))
    assert place("Kiel") == place("Kiel")
    again = Answers(tmp_path / "answers.sqlite", server.url)
    assert Nominatim(again, server.url, "me")("Kiel") == Placement("de", 0.6, "nominatim", ("us",))
    again.close()
    ((path, query, headers),) = server.asked
    assert (path, query["q"], query["format"]) == ("/search", "Kiel", "jsonv2")
    assert headers["User-Agent"].startswith("geobias/")
    assert headers["User-Agent"].endswith(" (me@example.org)")


def test_nothing_found_is_an_answer_too(server, asking):
    place, _ = asking
    assert place("nonsense") == place("nonsense") == Placement("", 0.0, "nominatim: none")
    assert place("  ").rule == "unknown"
    assert len(server.asked) == 1


def test_coordinates_are_asked_as_such(server, asking):
    place, _ = asking
    assert place("ÜT: -41.3,174.8") == Placement("nz", 1.0, "coordinates")
    assert (server.asked[0][0], server.asked[0][1]["lat"]) == ("/reverse", "-41.3")


def test_one_request_a_second(server, asking):
    place, machine = asking
    for text in ("a", "b", "c"):
        place(text)
    assert machine.slept == [1.0, 1.0]


def test_a_busy_server_is_asked_again_later(server, asking):
    place, machine = asking
    server.plan += [(429, {"Retry-After": "7"}), (503, {})]
    assert place("Kiel").country == "de"
    assert len(server.asked) == 3
    assert machine.slept == [7.0, 4.0]  # what it asked for, then twice the first wait; a second is over by then


def test_a_silent_server_stops_the_run_and_it_goes_on_from_there(server, asking):
    place, machine = asking
    place("Kiel")
    server.plan += [(500, {})] * 5
    with pytest.raises(ServiceError) as stopped:
        place("nonsense")
    assert str(stopped.value) == (
        f"{server.url} gives no answer (it answers 500 Internal Server Error). What it answered before is kept; the "
        "same command goes on from there."
    )
    assert machine.slept[1:] == [2.0, 4.0, 8.0, 16.0]
    assert place("Kiel").country == "de"
    assert place("nonsense").country == ""  # it was not kept as an answer
    assert len(server.asked) == 7


def test_a_refusal_is_not_repeated(server, asking):
    place, _ = asking
    server.plan += [(403, {})]
    with pytest.raises(ServiceError, match=r"it answers 403 Forbidden"):
        place("Kiel")
    assert len(server.asked) == 1


def test_a_closed_port(tmp_path):
    machine = Machine()
    answers = Answers(tmp_path / "answers.sqlite", "x")
    place = Nominatim(answers, "http://127.0.0.1:9", "me", tries=2, clock=machine.clock, sleep=machine.sleep)
    with pytest.raises(ServiceError, match=r"refused"):
        place("Kiel")
    answers.close()


def test_who_asks_is_told(tmp_path):
    answers = Answers(tmp_path / "answers.sqlite", "x")
    with pytest.raises(InputError) as refused:
        Nominatim(answers)
    answers.close()
    assert str(refused.value) == (
        "a geocoding service must be told who asks, but --agent is not given. Pass --agent you@example.org."
    )


def test_a_file_of_something_else(tmp_path):
    (tmp_path / "text").write_text("no base " * 50)
    with pytest.raises(
        InputError, match=r"--answers must be a file of answers that geobias keeps, but '.*text' is none"
    ):
        Answers(tmp_path / "text", "x")
