"""Serving: one process or several on a socket, and an end that lets everybody finish."""

from __future__ import annotations

import gc
import multiprocessing
import os
import secrets
import signal
import socket
import threading
import time
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import FrameType

import uvicorn

from geobias.collect.design import Study, read_study
from geobias.collect.listening import Serving
from geobias.collect.store import Store, keep_items
from geobias.collect.web.app import make_app
from geobias.collect.web.sentences import read_sentences
from geobias.collect.web.site import Site
from geobias.collect.web.visits import Visits
from geobias.errors import InputError
from geobias.files import cannot, write_atomically

SECRET = "secret.key"
_GRACE = 10  # seconds that pages under way have at the end
_PAUSE = 0.2
_ENDINGS = (signal.SIGTERM, signal.SIGINT)


def make_site(study: Study, store: Store, *, prefix: str = "", workers: int = 1) -> Site:
    """What is served; the folder gets its secret where it has none."""
    return Site(study, store, Visits(_secret(study.folder)), read_sentences(study), prefix, workers)


def serve(folder: str | Path, how: Serving, listening: socket.socket, tell: Callable[[str], None] = print) -> None:
    """Serve a study on a socket until the process is asked to end; pages under way are finished then.

    Raises
    ------
    InputError : the study is not as it must be. StorageError : the store cannot be used.
    """
    study = read_study(folder)
    with Store(study.store_url) as store:
        keep_items(store, [(one.name, one.text(""), one.stratum, dict(one.sources)) for one in study.items.values()])
        site = make_site(study, store, prefix=how.prefix, workers=how.workers)
        site.prepare()
        gc.freeze()  # what stays to the end need not be looked through while somebody waits
        tell(f"{study.settings.name} is at {how.address(listening)} (end with Ctrl-C)")
        if how.workers == 1:
            _work(site, how, listening)
        else:
            store.close()  # a connection belongs to one process
            _watch(site, how, listening)


def _work(site: Site, how: Serving, listening: socket.socket) -> None:
    config = uvicorn.Config(
        make_app(site),
        log_level="warning",
        access_log=False,  # it would name addresses
        server_header=False,
        proxy_headers=bool(how.proxy),
        forwarded_allow_ips=how.proxy or None,
        timeout_graceful_shutdown=_GRACE,
        h11_max_incomplete_event_size=16_384,
    )
    uvicorn.Server(config).run(sockets=[listening])


def _watch(site: Site, how: Serving, listening: socket.socket) -> None:
    """Several processes on one socket; one that dies is replaced. They are forked, so that none has to start anew."""
    if "fork" not in multiprocessing.get_all_start_methods():
        raise InputError("workers must be 1 on this system", f"it is {how.workers}", "Pass --workers 1.")
    ended = False

    def end(number: int, frame: FrameType | None) -> None:
        nonlocal ended
        ended = True

    def begin() -> BaseProcess:
        process = multiprocessing.get_context("fork").Process(target=_worker, args=(site, how, listening, os.getpid()))
        process.start()
        return process

    before = {number: signal.signal(number, end) for number in _ENDINGS}
    alive = [begin() for _ in range(how.workers)]
    try:
        while not ended:
            time.sleep(_PAUSE)
            alive = [process if process.is_alive() or ended else begin() for process in alive]
    finally:
        for process in alive:
            process.terminate()
        for process in alive:
            process.join(_GRACE + 5)
        for number, handler in before.items():
            signal.signal(number, handler)


def _worker(site: Site, how: Serving, listening: socket.socket, parent: int) -> None:
    for number in _ENDINGS:  # what the parent does then is not for this process
        signal.signal(number, signal.SIG_DFL)
    _end_with(parent)
    _work(site, how, listening)


def _end_with(parent: int) -> None:
    """End this process when its parent has died, however that was: a new server needs the port."""

    def look() -> None:
        while os.getppid() == parent:
            time.sleep(_PAUSE)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=look, daemon=True).start()


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
