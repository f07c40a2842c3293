"""Ledger: every response of one model, kept for ever and asked for once, by however many processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from geobias.errors import require
from geobias.filenames import file_name
from geobias.files import at_home, make_folder
from geobias.memo import FORMATS
from geobias.models.generation.ledger_file import LedgerFile
from geobias.models.generation.records import Record, as_json, record, request_key, words_of
from geobias.models.generation.responder import Decoding, Request, Response
from geobias.models.generation.salvage import opened
from geobias.models.generation.workers import Worker, is_alive
from geobias.models.prompting import Prompt
from geobias.versions import versions

FILE = f"ledger-{FORMATS['responses']}.sqlite"
_AT_ONCE = 500


class Ledger:
    """An append-only store of responses, one per fingerprint of a responder: `<store>/responses/<name>-<fingerprint>`.

    A response is kept as soon as `keep` returns, to the bit, whatever happens to the process after it. Processes share
    one by claiming requests before they ask them; the claims of one that has ended, however it ended, are free again.
    Use it as a context manager.

    Parameters
    ----------
    store : folder of all stores. name : of the responder, for people. fingerprint : of all that decides its responses.
    notice : takes sentences on a file that was damaged.

    Raises
    ------
    StorageError : the folder cannot be made or written. InputError : the file is damaged while others work with it.
    """

    def __init__(
        self, store: str | Path, name: str, fingerprint: str, notice: Callable[[str], None] = lambda sentence: None
    ):
        self.name, self.fingerprint = name, fingerprint
        self.folder = ledger_folder(store, name, fingerprint)
        self._workers = self.folder / "workers"
        make_folder(self.folder)
        filelock = require("filelock", extra="study", purpose="a ledger of responses")
        with filelock.FileLock(self.folder / "open.lock"):
            self._file: LedgerFile = opened(self.folder / FILE, self._workers, notice)
        self._me = Worker(self._workers)
        with self._file.transaction() as base:
            facts = {"format": str(FORMATS["responses"]), "responder": name, "fingerprint": fingerprint}
            base.executemany("INSERT OR IGNORE INTO facts VALUES (?, ?)", facts.items())
            base.execute("INSERT INTO workers VALUES (?)", (self._me.name,))
            self._session: int | None = None

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Leave; what was claimed and not answered is free again."""
        try:
            with self._file.transaction() as base:
                self._forget(base, self._me.name)
        finally:
            self._me.leave()
            self._file.close()

    def key(self, request: Request, decoding: Decoding) -> str:
        return request_key(self.fingerprint, request, decoding)

    def kept(self, keys: Sequence[str]) -> dict[str, Response]:
        """key -> response, of those that there are."""
        found = {}
        for some in _parts(keys):
            marks = ",".join("?" * len(some))
            for row in self._file.rows(f"SELECT {_FIELDS} FROM responses WHERE key IN ({marks})", some):
                found[row[0]] = Record(*row).response
        return found

    def errors(self, keys: Sequence[str]) -> dict[str, int]:
        """key -> how often it was asked and nothing came back, where that happened."""
        found: dict[str, int] = {}
        for some in _parts(keys):
            marks = ",".join("?" * len(some))
            query = f"SELECT key, COUNT(*) FROM errors WHERE key IN ({marks}) GROUP BY key"
            found.update(self._file.rows(query, some))
        return found

    def claim(self, keys: Sequence[str], most: int) -> list[str]:
        """The first of these, at most so many, that are neither answered nor claimed by a living process: now ours."""
        mine = []
        with self._file.transaction() as base:
            self._free_dead(base)
            for key in keys:
                if base.execute("SELECT 1 FROM responses WHERE key = ?", (key,)).fetchone():
                    continue
                if base.execute("INSERT OR IGNORE INTO claims VALUES (?, ?)", (key, self._me.name)).rowcount:
                    mine.append(key)
                if len(mine) == most:
                    break
        return mine

    def release(self) -> None:
        """Give back what this process has claimed and not answered."""
        with self._file.transaction() as base:
            base.execute("DELETE FROM claims WHERE worker = ?", (self._me.name,))

    def keep(self, request: Request, decoding: Decoding, response: Response) -> None:
        """Write a response, or note an error; the request is claimed no more.

        Of two responses to one request the first stays. An error is no response: the request may be claimed again.
        """
        time = datetime.now(UTC).isoformat(timespec="milliseconds")
        one = record(self.key(request, decoding), request, decoding, response, time)
        with self._file.transaction() as base:
            self._session = self._session or _session(base, versions())
            base.execute("INSERT OR IGNORE INTO prompts VALUES (?, ?)", (one.prompt, words_of(request.prompt)))
            self._write(base, one, self._session, is_error=response.outcome == "error")
            base.execute("DELETE FROM claims WHERE key = ?", (one.key,))

    def records(self) -> Iterator[tuple[Record, str, str]]:
        """Every response in the order of the keys, with its messages and the versions it was made by, as JSON."""
        query = (
            f"SELECT {', '.join(f'r.{name}' for name in _FIELDS.split(', '))}, p.messages, s.made_by "
            "FROM responses r JOIN prompts p ON p.id = r.prompt JOIN sessions s ON s.number = r.session ORDER BY r.key"
        )
        for *fields, messages, made_by in self._file.each(query):
            yield Record(*fields), messages, made_by

    def adopt(self, one: Record, prompt: Prompt, made_by: Mapping[str, str]) -> bool:
        """Add a response that was made elsewhere; whether it was not here before."""
        with self._file.transaction() as base:
            base.execute("INSERT OR IGNORE INTO prompts VALUES (?, ?)", (one.prompt, words_of(prompt)))
            return self._write(base, one, _session(base, made_by))

    @staticmethod
    def _write(base: Any, one: Record, session: int | None, *, is_error: bool = False) -> bool:
        """Append a record within a transaction; whether it was not there before."""
        values = (one.key, one.prompt, one.asked, one.said, one.time, session)
        if is_error:
            base.execute(f"INSERT INTO errors ({_FIELDS}, session) VALUES (?, ?, ?, ?, ?, ?)", values)
            return True
        insert = f"INSERT OR IGNORE INTO responses ({_FIELDS}, session, checksum) VALUES (?, ?, ?, ?, ?, ?, ?)"
        return base.execute(insert, (*values, one.checksum)).rowcount == 1

    def _free_dead(self, base: Any) -> None:
        for (name,) in base.execute("SELECT name FROM workers WHERE name != ?", (self._me.name,)).fetchall():
            if not is_alive(self._workers, name):
                self._forget(base, name)

    @staticmethod
    def _forget(base: Any, worker: str) -> None:
        base.execute("DELETE FROM claims WHERE worker = ?", (worker,))
        base.execute("DELETE FROM workers WHERE name = ?", (worker,))


_FIELDS = "key, prompt, asked, said, time"


def _session(base: Any, made_by: Mapping[str, str]) -> int:
    """The number under which these versions are kept."""
    said = as_json(dict(sorted(made_by.items())))
    row = base.execute("SELECT number FROM sessions WHERE made_by = ?", (said,)).fetchone()
    return row[0] if row else base.execute("INSERT INTO sessions (made_by) VALUES (?)", (said,)).lastrowid


def _parts(keys: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """As many at once as SQLite takes."""
    for start in range(0, len(keys), _AT_ONCE):
        yield tuple(keys[start : start + _AT_ONCE])


def ledger_folder(store: str | Path, name: str, fingerprint: str) -> Path:
    """Where the ledger of a responder lies, or would; one that was called otherwise before is found again."""
    folder = at_home(store) / "responses"
    there = sorted(folder.glob(f"*-{fingerprint}")) if folder.is_dir() else []
    return there[0] if there else folder / f"{file_name(name)}-{fingerprint}"
