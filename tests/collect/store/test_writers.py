"""Writers of one SQLite file: one at a time in all processes, and on the disk before anything is confirmed."""

from __future__ import annotations

import errno
import multiprocessing
import os
import threading

import pytest

from geobias.collect.store import Store, begin_session, writers
from geobias.collect.store.writers import Writers
from geobias.errors import StorageError

from ..conftest import Volunteer, hidden


@pytest.fixture
def synced(monkeypatch):
    """The files that the disk was asked to take, by inode, in order."""
    files = []
    monkeypatch.setattr(writers.os, "fdatasync", lambda handle: files.append(os.fstat(handle).st_ino))
    return files


def test_what_has_to_last_is_on_the_disk_when_the_block_has_ended(tmp_path, synced):
    with Store(f"sqlite:///{tmp_path / 'answers.sqlite'}") as store:
        log = (tmp_path / "answers.sqlite-wal").stat().st_ino
        synced.clear()
        begin_session(store, "v" * 32, "en", "c" * 12, 6)
        assert synced == [log]
        with store.write(lasting=False) as base:
            base.exec_driver_sql("DELETE FROM leases")
        with store.read() as base:
            base.exec_driver_sql("SELECT 1")
        assert synced == [log]


def test_commits_made_while_the_disk_works_share_the_next_sync(tmp_path, monkeypatch):
    (tmp_path / "a.sqlite-wal").touch()
    asked, works, may_end = [], threading.Event(), threading.Event()

    def slow(handle):
        asked.append(handle)
        works.set()
        may_end.wait(20)

    monkeypatch.setattr(writers.os, "fdatasync", slow)
    line = Writers(tmp_path / "a.sqlite")
    first = threading.Thread(target=line.sync)
    first.start()
    works.wait(20)
    others = [threading.Thread(target=line.sync) for _ in range(5)]
    for thread in others:
        thread.start()
    while line._committed < 6:
        pass
    may_end.set()
    for thread in (first, *others):
        thread.join(20)
    assert len(asked) == 2


def test_a_disk_that_takes_nothing_confirms_nothing(app, store, monkeypatch):
    one = Volunteer(app).to_items()
    form, item = one.page, hidden(one.page, "item")

    def full(handle):
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as broken:
        broken.setattr(writers.os, "fdatasync", full)
        with pytest.raises(StorageError, match="answers.sqlite-wal"), store.write():
            pass
        assert one.send_again("/item", form, item=item, answer="1").status_code == 503
    assert one.send_again("/item", form, item=item, answer="1").url.path == "/others/1"


def _go_in(line, seen, rounds):
    for _ in range(rounds):
        with line.alone(), seen.open("ab", buffering=0) as file:
            file.write(b"(")
            file.write(b")")


@pytest.mark.skipif(writers.fcntl is None, reason="this system has no locks of files")
def test_one_is_in_at_a_time_also_of_forked_processes(tmp_path):
    line, seen = Writers(tmp_path / "a.sqlite"), tmp_path / "seen"
    context = multiprocessing.get_context("fork")
    processes = [context.Process(target=_go_in, args=(line, seen, 200)) for _ in range(3)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(60)
    assert seen.read_bytes() == b"()" * 600


def test_a_line_that_cannot_be_made_is_said(tmp_path):
    with pytest.raises(StorageError, match=r"a\.sqlite\.lock"), Writers(tmp_path / "none" / "a.sqlite").alone():
        pass


def test_a_store_in_memory_needs_neither():
    line = Writers(None)
    with line.alone():
        line.sync()
