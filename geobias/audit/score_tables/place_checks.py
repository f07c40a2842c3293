"""Coordinates in a column of places whose country is not the one beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from geobias.audit.score_tables.reading import FoundTable
from geobias.corpora import countries_around
from geobias.errors import MissingDependencyError
from geobias.tables import NOTE, WARNING, AuditFinding, row_numbers

_POINT = re.compile(r"(?<![\d.])(-?\d{1,3}\.\d+)\s*,\s*(-?\d{1,3}\.\d+)(?![\d.])")
_PLACE = ("location", "place", "coordinates", "profile_location")
_LEAST, _MUCH = 5, 0.05
_ALIASES = {"uk": "gb"}


def place_findings(table: FoundTable) -> Iterator[AuditFinding]:
    """Of each column of countries how many rows with coordinates lie elsewhere; 15 km of a border are forgiven."""
    column = next((name for name in table.words if name.strip().lower() in _PLACE), "")
    labels = [name for name in table.words if "country" in name.lower() and _are_codes(table.words[name])]
    points = _points(table.words.get(column, ()))
    if not labels or len(points) < _LEAST:
        return
    try:
        found = countries_around([lat for lat, _ in points.values()], [lon for _, lon in points.values()])
    except MissingDependencyError as error:
        yield AuditFinding("coordinates_elsewhere", table.name, NOTE, words=f"Not looked at: {error}")
        return
    around = dict(zip(points, found, strict=True))
    for name in labels:
        yield from _compared(table, name, around)


def _compared(table: FoundTable, name: str, around: dict[int, tuple[str, ...]]) -> Iterator[AuditFinding]:
    said = {row: table.words[name][row].strip().lower() for row in around}
    told = [row for row, country in said.items() if country and around[row]]
    wrong = [row for row in told if _ALIASES.get(said[row], said[row]) not in around[row]]
    share = len(wrong) / len(told) if told else 0.0
    if wrong:
        yield AuditFinding(
            "coordinates_elsewhere", f"{table.name}: {name}", WARNING if share > _MUCH else NOTE, share, len(wrong),
            row_numbers(wrong),
            f"{len(wrong)} of {len(told)} rows with coordinates lie in another country than {name} says.",
            "Look the coordinates up row by row; geobias geocode does.",
        )  # fmt: skip


def _points(cells: Sequence[str]) -> dict[int, tuple[float, float]]:
    """Row -> latitude and longitude, where a cell holds both."""
    found = {}
    for row, cell in enumerate(cells):
        match = _POINT.search(cell)
        if match and abs(float(match[1])) <= 90 and abs(float(match[2])) <= 180:
            found[row] = float(match[1]), float(match[2])
    return found


def _are_codes(cells: Sequence[str]) -> bool:
    return all(len(cell.strip()) in (0, 2) for cell in cells)
