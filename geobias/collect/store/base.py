"""The store: connections and transactions. What a `write` block did is on the disk when the block has ended."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

import sqlalchemy
from sqlalchemy import Connection, event, text

from geobias.collect.store.versions import bring_up_to_date
from geobias.collect.store.writers import Writers
from geobias.errors import InputError, StorageError

_WAIT = 20.0  # seconds that a writer waits for another process's
_THREADS = 8
_LOCK = 7_341_902  # any number: who choose items in PostgreSQL do so one after another


class Store:
    """A collection's answers, in SQLite (write-ahead log, synced after every commit) or PostgreSQL.

    Parameters
    ----------
    url : as SQLAlchemy writes it.

    Raises
    ------
    StorageError : it cannot be opened. InputError : no such kind, or a store of a newer version.
    """

    def __init__(self, url: str):
        try:
            place = sqlalchemy.make_url(url)
            self.is_sqlite = place.get_backend_name() == "sqlite"
            self._name = place.render_as_string(hide_password=True)
            options: dict[str, Any] = {"pool_size": _THREADS, "max_overflow": 2, "pool_timeout": _WAIT}
            if self.is_sqlite:
                options["connect_args"] = {"timeout": _WAIT, "check_same_thread": False}
            self._engine = sqlalchemy.create_engine(place, pool_pre_ping=not self.is_sqlite, **options)
        except (sqlalchemy.exc.ArgumentError, sqlalchemy.exc.NoSuchModuleError, ImportError) as error:
            raise InputError(
                "store must be an address such as postgresql://user@host/base",
                f"that of the study cannot be used ({error})",
                "Correct it, and pip install 'geobias[postgresql]' for PostgreSQL.",
            ) from error
        self._writers = Writers(_file(place.database)) if self.is_sqlite else None
        if self.is_sqlite:
            event.listen(self._engine, "connect", _prepare)
            event.listen(self._engine, "begin", _begin)
        try:
            with self.write() as base:
                self.one_at_a_time(base)
                bring_up_to_date(base)
        except sqlalchemy.exc.SQLAlchemyError as error:
            self.close()
            cause = getattr(error, "orig", None) or error
            raise StorageError(f"The store {self._name} cannot be used ({str(cause).strip()}).") from error

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """To look something up; each query sees what is kept when it is asked."""
        with self._engine.connect() as base:
            yield base

    @contextmanager
    def write(self, *, lasting: bool = True) -> Iterator[Connection]:
        """One transaction: all of it is kept, or nothing. Writers of SQLite wait in line.

        lasting : whether a cut of power right after it may not undo it. Nothing that a volunteer said may be undone;
            a lease may, and the disk need not be waited for.
        """
        with self._writers.alone() if self._writers else nullcontext(), self._engine.connect() as base:
            writing = base.execution_options(writes=True)
            with writing.begin():
                if not (lasting or self.is_sqlite):
                    writing.exec_driver_sql("SET LOCAL synchronous_commit TO OFF")
                yield writing
        if self._writers and lasting:
            self._writers.sync()

    def one_at_a_time(self, base: Connection) -> None:
        """Until the transaction ends no other one gets beyond this call; in SQLite any writer is alone anyway."""
        if not self.is_sqlite:
            base.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})

    def insert(self, table: sqlalchemy.Table) -> Any:
        """An INSERT of the store's dialect, which can say what becomes of a row that is there."""
        if self.is_sqlite:
            from sqlalchemy.dialects.sqlite import insert
        else:
            from sqlalchemy.dialects.postgresql import insert  # type: ignore[assignment]
        return insert(table)

    def is_well(self) -> bool:
        """Whether the store answers, and an answer could be kept: a folder may be gone that can still be read."""
        with suppress(sqlalchemy.exc.SQLAlchemyError, StorageError), self.write(lasting=False) as base:
            return base.execute(text("SELECT 1")).scalar() == 1
        return False

    def close(self) -> None:
        self._engine.dispose()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _file(database: str | None) -> Path | None:
    return None if database in (None, "", ":memory:") else Path(database)


def _prepare(connection: Any, record: object) -> None:
    connection.isolation_level = None  # transactions are begun by `_begin`, and synced by `Writers`
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", f"busy_timeout={int(_WAIT * 1000)}"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(base: Connection) -> None:
    # A writer says so at once: a reader that becomes one while another writes would be turned away. Readers need no
    # transaction, which would cost as much as what they ask.
    if base.get_execution_options().get("writes"):
        base.exec_driver_sql("BEGIN IMMEDIATE")
