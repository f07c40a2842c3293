"""Serving: a socket, one process or several, and an end that lets everybody finish."""

from __future__ import annotations

import multiprocessing
import os
import secrets
import signal
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

import uvicorn

from geobias.arguments import whole
from geobias.collect.design import Study, read_study
from geobias.collect.store import Store, keep_items
from geobias.collect.web.app import make_app
from geobias.collect.web.sentences import read_sentences
from geobias.collect.web.site import Site
from geobias.collect.web.visits import Visits
from geobias.errors import InputError, StorageError
from geobias.files import cannot, write_atomically

SECRET = "secret.key"
_GRACE = 10  # seconds that pages under way have at the end
_PAUSE = 0.2


@dataclass(frozen=True)
class Serving:
    """How a study is served.

    host, port : where. prefix : of every path, such as "/study". workers : processes. proxy : addresses whose word
    on the visitor's address is taken, such as "127.0.0.1"; "" = nobody's.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    prefix: str = ""
    workers: int = 1
    proxy: str = ""

    def __post_init__(self) -> None:
        whole("port", self.port, 0, 65_535)
        whole("workers", self.workers, 1, 64)
        if self.prefix and (not self.prefix.startswith("/") or self.prefix.endswith("/") or "//" in self.prefix):
            raise InputError(
                "prefix must begin with one slash and end without", f"it is '{self.prefix}'", "Pass e.g. /study."
            )


def make_site(study: Study, store: Store, *, prefix: str = "", workers: int = 1) -> Site:
    """What is served; the folder gets its secret where it has none."""
    return Site(study, store, Visits(_secret(study.folder)), read_sentences(study), prefix, workers)


def serve(folder: str | Path, how: Serving, tell: Callable[[str], None] = print) -> None:
    """Serve a study until the process is asked to end; pages under way are finished then.

    Raises
    ------
    InputError : the study is not as it must be. StorageError : the store or the port cannot be used.
    """
    study = read_study(folder)
    with Store(study.store_url) as store:
        keep_items(store, [(one.name, one.text(""), one.stratum, dict(one.sources)) for one in study.items.values()])
        make_site(study, store)
    listening = _listening(how)
    host, port = listening.getsockname()[:2]
    tell(f"{study.settings.name} is at http://{host}:{port}{how.prefix}/ (end with Ctrl-C)")
    if how.workers == 1:
        _work(str(study.folder), how, listening)
    else:
        _watch(str(study.folder), how, listening)


def _work(folder: str, how: Serving, listening: socket.socket) -> None:
    study = read_study(folder)
    with Store(study.store_url) as store:
        app = make_app(make_site(study, store, prefix=how.prefix, workers=how.workers))
        config = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,  # it would name addresses
            server_header=False,
            proxy_headers=bool(how.proxy),
            forwarded_allow_ips=how.proxy or None,
            timeout_graceful_shutdown=_GRACE,
            h11_max_incomplete_event_size=16_384,
        )
        uvicorn.Server(config).run(sockets=[listening])


def _watch(folder: str, how: Serving, listening: socket.socket) -> None:
    """Several processes on one socket; one that dies is replaced."""
    context = multiprocessing.get_context("spawn")
    ended = False

    def end(number: int, frame: FrameType | None) -> None:
        nonlocal ended
        ended = True

    before = {number: signal.signal(number, end) for number in (signal.SIGTERM, signal.SIGINT)}
    alive = [context.Process(target=_worker, args=(folder, how, listening, os.getpid())) for _ in range(how.workers)]
    try:
        for process in alive:
            process.start()
        while not ended:
            time.sleep(_PAUSE)
            for place, process in enumerate(alive):
                if not process.is_alive() and not ended:
                    alive[place] = context.Process(target=_worker, args=(folder, how, listening, os.getpid()))
                    alive[place].start()
    finally:
        for process in alive:
            process.terminate()
        for process in alive:
            process.join(_GRACE + 5)
        for number, handler in before.items():
            signal.signal(number, handler)
        listening.close()


def _worker(folder: str, how: Serving, listening: socket.socket, parent: int) -> None:
    _end_with(parent)
    _work(folder, how, listening)


def _end_with(parent: int) -> None:
    """End this process when its parent has died, however that was: a new server needs the port."""
    import threading

    def look() -> None:
        while os.getppid() == parent:
            time.sleep(_PAUSE)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=look, daemon=True).start()


def _listening(how: Serving) -> socket.socket:
    family = socket.AF_INET6 if ":" in how.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((how.host, how.port))
    except OSError as error:
        listening.close()
        raise StorageError(
            f"{how.host}:{how.port} cannot be listened to ({error.strerror or error}). Pass another --host or --port."
        ) from error
    listening.listen(512)
    listening.set_inheritable(True)
    return listening


def _secret(folder: Path) -> str:
    """The study's secret, which is made once; nobody but the owner of the folder may read it."""
    path = folder / SECRET
    try:
        if not path.is_file():
            write_atomically(path, lambda draft: _write_secret(draft))
        found = path.read_text("ascii").strip()
    except OSError as error:
        raise cannot("read", path, error) from error
    if len(found) < 32:
        raise InputError(
            f"{path} must hold 32 letters or more", f"it holds {len(found)}", "Delete it; visits begin anew."
        )
    return found


def _write_secret(draft: Path) -> None:
    draft.touch(mode=0o600)
    draft.write_text(secrets.token_hex(32))
