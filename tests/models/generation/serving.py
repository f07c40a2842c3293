"""A real chat endpoint on this machine, in a thread, that misbehaves as it is told to."""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = tuple[int, Mapping[str, str], str, float]
"""(status, headers, body, seconds before it is sent)"""


@dataclass
class Serving:
    """What the endpoint has seen.

    `script` is given a request's body and its number among those of the same words, from 1.
    """

    script: Callable[[Mapping[str, Any], int], Answer]
    url: str = ""
    seen: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)
    tries: Counter[str] = field(default_factory=Counter)
    at_once: int = 0
    most_at_once: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)


def reply(text: str, **choice: Any) -> str:
    """The body of a whole reply."""
    made = {"message": {"role": "assistant", "content": text}, "finish_reason": "stop", **choice}
    return json.dumps({"choices": [made], "usage": {"prompt_tokens": 7, "completion_tokens": 2}})


def asked(body: Mapping[str, Any]) -> str:
    return body["messages"][-1]["content"]


@contextmanager
def serving(script: Callable[[Mapping[str, Any], int], Answer]) -> Iterator[Serving]:
    state = Serving(script)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with state.lock:
                state.seen.append(body)
                state.keys.append(self.headers.get("Authorization"))
                state.tries[asked(body)] += 1
                number = state.tries[asked(body)]
                state.at_once += 1
                state.most_at_once = max(state.most_at_once, state.at_once)
            status, headers, text, seconds = state.script(body, number)
            time.sleep(seconds)
            with state.lock:
                state.at_once -= 1
            try:
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                content = text.encode(errors="surrogateescape")  # a half surrogate is a byte of no text
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)
            except OSError:
                pass  # the client has given up

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    state.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
