"""Ledger: every response of one model, kept for ever and asked for once, by however many processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from sqlite3 import Connection

from geobias.errors import InputError, require
from geobias.filenames import file_name
from geobias.files import at_home, make_folder
from geobias.memo import FORMATS
from geobias.models.generation.claims import Claims
from geobias.models.generation.records import Record, as_json, record, request_key, words_of
from geobias.models.generation.responder import Decoding, Request, Response
from geobias.models.generation.salvage import opened
from geobias.models.prompting import Prompt
from geobias.versions import versions

FILE = f"ledger-{FORMATS['responses']}.sqlite"
_FIELDS = "key, prompt, asked, said, time"
_AT_ONCE = 500
"""Keys of one query; SQLite may take no more than 999."""


class Ledger:
    """An append-only store of responses, one per fingerprint of a responder: `<store>/responses/<name>-<fingerprint>`.

    A response is kept, to the bit, as soon as `keep` returns, whatever happens to the process after it. Processes share
    one by claiming requests before they ask them; the claims of one that has ended, however it ended, are free again.
    Use it as a context manager.

    Parameters
    ----------
    store : folder of all stores. name : of the responder, for people. fingerprint : of all that decides its responses.
    notice : takes sentences on a file that was damaged.

    Attributes
    ----------
    claims : which of the requests this process is asking. name : of the responder, when it was first asked.

    Raises
    ------
    StorageError : the folder cannot be made or written. InputError : the file is damaged while others work with it.
    """

    def __init__(
        self, store: str | Path, name: str, fingerprint: str, notice: Callable[[str], None] = lambda sentence: None
    ):
        self.name, self.fingerprint = name, fingerprint
        self.folder = ledger_folder(store, name, fingerprint)
        make_folder(self.folder)
        workers = self.folder / "workers"
        filelock = require("filelock", extra="study", purpose="a ledger of responses")
        with filelock.FileLock(self.folder / "open.lock"):
            self._file = opened(self.folder / FILE, workers, notice)
            # Within the lock: nobody takes a damaged file away from a process that has just opened it.
            self.claims = Claims(self._file, workers)
        facts = {"format": str(FORMATS["responses"]), "responder": name, "fingerprint": fingerprint}
        with self._file.transaction() as base:
            base.executemany("INSERT OR IGNORE INTO facts VALUES (?, ?)", facts.items())
        self.name = self._file.rows("SELECT value FROM facts WHERE name = 'responder'")[0][0]

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Leave; what was claimed and not answered is free again."""
        try:
            self.claims.leave()
        finally:
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
            found |= self._file.rows(f"SELECT key, COUNT(*) FROM errors WHERE key IN ({marks}) GROUP BY key", some)
        return found

    def keep(self, request: Request, decoding: Decoding, response: Response) -> None:
        """Write a response, or note an error; the request is claimed no more.

        Of two responses to one request the first stays. An error is no response: the request may be claimed again.
        """
        self.keep_all({self.key(request, decoding): (request, response)}, decoding)

    def keep_all(self, answers: Mapping[str, tuple[Request, Response]], decoding: Decoding) -> None:
        """As `keep`, of several requests under their keys: all are kept, or none."""
        time = datetime.now(UTC).isoformat(timespec="milliseconds")
        with self._file.transaction() as base:
            session = _session(base, versions())
            for key, (request, response) in answers.items():
                one = record(key, request, decoding, response, time)
                _append(base, one, request.prompt, session, is_error=response.outcome == "error")
                base.execute("DELETE FROM claims WHERE key = ?", (key,))

    def adopt(self, one: Record, prompt: Prompt, made_by: Mapping[str, str]) -> bool:
        """Add a response that was made elsewhere; whether it was not here before."""
        with self._file.transaction() as base:
            return _append(base, one, prompt, _session(base, made_by))

    def records(self) -> Iterator[tuple[Record, str, str]]:
        """Every response in the order of the keys, with its messages and the versions it was made by, as JSON."""
        query = (
            f"SELECT {', '.join(f'r.{name}' for name in _FIELDS.split(', '))}, p.messages, s.made_by "
            "FROM responses r JOIN prompts p ON p.id = r.prompt JOIN sessions s ON s.number = r.session ORDER BY r.key"
        )
        for *fields, messages, made_by in self._file.each(query):
            yield Record(*fields), messages, made_by


def open_ledger(folder: str | Path, notice: Callable[[str], None] = lambda sentence: None) -> Ledger:
    """The ledger that lies in a folder, whoever's it is; raises `InputError` where none does."""
    place = at_home(folder).absolute()
    name, _, fingerprint = place.name.rpartition("-")
    if not (place / FILE).is_file() or place.parent.name != "responses":
        must = f"a ledger must be a folder <store>/responses/<name>-<fingerprint> with {FILE}"
        raise InputError(must, f"{folder} is none", "The run.json of an ask names its own.")
    return Ledger(place.parents[1], name, fingerprint, notice)


def ledger_folder(store: str | Path, name: str, fingerprint: str) -> Path:
    """Where the ledger of a responder lies, or would; one that was called otherwise before is found again."""
    folder = at_home(store) / "responses"
    there = sorted(folder.glob(f"*-{fingerprint}")) if folder.is_dir() else []
    return there[0] if there else folder / f"{file_name(name)}-{fingerprint}"


def _append(base: Connection, one: Record, prompt: Prompt, session: int, *, is_error: bool = False) -> bool:
    """Write a record within a transaction; whether it was not there before."""
    base.execute("INSERT OR IGNORE INTO prompts VALUES (?, ?)", (one.prompt, words_of(prompt)))
    values = (one.key, one.prompt, one.asked, one.said, one.time, session)
    if is_error:
        base.execute(f"INSERT INTO errors ({_FIELDS}, session) VALUES (?, ?, ?, ?, ?, ?)", values)
        return True
    insert = f"INSERT OR IGNORE INTO responses ({_FIELDS}, session, checksum) VALUES (?, ?, ?, ?, ?, ?, ?)"
    return base.execute(insert, (*values, one.checksum)).rowcount == 1


def _session(base: Connection, made_by: Mapping[str, str]) -> int:
    """The number under which these versions are kept."""
    said = as_json(dict(sorted(made_by.items())))
    row = base.execute("SELECT number FROM sessions WHERE made_by = ?", (said,)).fetchone()
    if row is None:
        row = (base.execute("INSERT INTO sessions (made_by) VALUES (?)", (said,)).lastrowid,)
    return int(row[0])


def _parts(keys: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for start in range(0, len(keys), _AT_ONCE):
        yield tuple(keys[start : start + _AT_ONCE])
