"""What a service has answered, kept in a file: nothing is asked twice, whether it found a place or none."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from geobias.corpora.geocoding.placement import Placement
from geobias.errors import InputError
from geobias.files import make_folder

_COLUMNS = "service TEXT, text TEXT, country TEXT, confidence REAL, rule TEXT, alternatives TEXT"


class Answers:
    """Placements by the text that was asked for, of one service; each is on the disk when `keep` returns.

    Raises
    ------
    InputError : the file is no such one.
    """

    def __init__(self, path: Path, service: str):
        make_folder(path.parent)
        self._service = service
        try:
            self._base = sqlite3.connect(path)
            self._base.execute(f"CREATE TABLE IF NOT EXISTS answers ({_COLUMNS}, PRIMARY KEY (service, text))")
        except sqlite3.Error as error:
            raise InputError(
                "--answers must be a file of answers that geobias keeps",
                f"'{path}' is none ({error})",
                "Name another, or leave it out.",
            ) from error

    def close(self) -> None:
        self._base.close()

    def get(self, text: str) -> Placement | None:
        """What was answered, of a place or of none; None where it was not asked."""
        asked = "SELECT country, confidence, rule, alternatives FROM answers WHERE service = ? AND text = ?"
        with closing(self._base.execute(asked, (self._service, text))) as rows:
            found = rows.fetchone()
        return None if found is None else Placement(found[0], found[1], found[2], tuple(found[3].split()))

    def keep(self, text: str, answer: Placement) -> None:
        row = (self._service, text, answer.country, answer.confidence, answer.rule, " ".join(answer.alternatives))
        with self._base:
            self._base.execute("INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?, ?)", row)
