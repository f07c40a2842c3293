"""The file of a ledger: whole transactions, the disk's errors as sentences, shared disks known."""

from __future__ import annotations

import sqlite3

import pytest

from geobias.errors import InputError, StorageError
from geobias.models.generation import ledger_file
from geobias.models.generation.ledger_file import DamagedError, LedgerFile, on_shared_disk


@pytest.fixture
def file(tmp_path):
    opened = LedgerFile(tmp_path / "ledger.sqlite")
    yield opened
    opened.close()


def _write_half(file):
    with file.transaction() as base:
        base.execute("INSERT INTO facts VALUES ('a', 'b')")
        base.execute("nonsense")


def test_a_transaction_is_kept_whole_or_not_at_all(file):
    with pytest.raises(sqlite3.OperationalError):
        _write_half(file)
    assert file.rows("SELECT * FROM facts") == []
    with file.transaction() as base:
        base.execute("INSERT INTO facts VALUES ('a', 'b')")
    other = LedgerFile(file.path)
    assert other.rows("SELECT * FROM facts") == [("a", "b")]
    other.close()


def test_a_full_disk_is_a_sentence(file):
    with file.transaction() as base:
        base.execute("PRAGMA max_page_count = 20")
    with pytest.raises(StorageError) as error, file.transaction() as base:
        base.execute("INSERT INTO facts VALUES ('a', ?)", ("x" * 1_000_000,))
    assert str(error.value) == (
        f"{file.path} cannot be written (database or disk is full). Free some space and start again: what was finished "
        "is kept."
    )


def test_a_file_that_another_holds_is_a_sentence(file, monkeypatch):
    monkeypatch.setattr(ledger_file, "PATIENCE", 0.05)
    other = LedgerFile(file.path)
    with file.transaction(), pytest.raises(InputError) as error, other.transaction():
        pass
    other.close()
    assert str(error.value) == (
        f"{file.path} must be free to be written, but another process has held it for a minute. See which one it is, "
        "and start again."
    )


def test_what_is_no_database_is_damaged(tmp_path):
    (tmp_path / "ledger.sqlite").write_bytes(b"not a database" * 100)
    with pytest.raises(DamagedError, match="file is not a database"):
        LedgerFile(tmp_path / "ledger.sqlite")


@pytest.mark.parametrize(
    ("mounts", "shared"),
    [
        ("ext4 / ext4 rw\n", False),
        ("srv:/x / nfs4 rw\n", True),
        ("a / ext4 rw\nsrv:/x {} nfs rw\n", True),
        ("srv:/x / nfs rw\na {} xfs rw\n", False),
        ("a / ext4 rw\nsshfs {} fuse.sshfs rw\n", True),
        ("", False),
    ],
)
def test_shared_disks_are_known(mounts, shared, tmp_path):
    folder = tmp_path / "a b"
    folder.mkdir()
    (tmp_path / "mounts").write_text(mounts.format(str(folder.resolve()).replace(" ", "\\040")))
    assert on_shared_disk(folder, tmp_path / "mounts") is shared
    assert on_shared_disk(folder, tmp_path / "absent") is False


@pytest.mark.parametrize(("shared", "journal"), [(False, "wal"), (True, "truncate")])
def test_the_journal_suits_the_disk(shared, journal, tmp_path, monkeypatch):
    monkeypatch.setattr(ledger_file, "on_shared_disk", lambda folder: shared)
    file = LedgerFile(tmp_path / "ledger.sqlite")
    assert file.rows("PRAGMA journal_mode") == [(journal,)]
    with file.transaction() as base:
        base.execute("INSERT INTO facts VALUES ('a', 'b')")
    file.close()
    with sqlite3.connect(tmp_path / "ledger.sqlite") as base:
        assert base.execute("SELECT COUNT(*) FROM facts").fetchone() == (1,)


def test_most_commits_do_not_wait_for_the_disk(file, monkeypatch):
    now = [100.0]
    monkeypatch.setattr(ledger_file.time, "monotonic", lambda: now[0])
    waits = []
    for moment in (100.0, 100.5, 101.2, 101.3):
        now[0] = moment
        with file.transaction() as base:
            waits.append(base.execute("PRAGMA synchronous").fetchone()[0])
    assert waits == [2, 1, 2, 1]
