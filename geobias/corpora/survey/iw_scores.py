"""Scores of nations on the cultural map of Inglehart and Welzel."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path

from geobias.corpora.corpus import CountLog
from geobias.corpora.survey.counting import Counting
from geobias.errors import InputError, require
from geobias.raw import RawTable, read_bytes, read_table
from geobias.suggest import nearest
from geobias.tables import InglehartWelzel, InglehartWelzelTable

_COLUMNS = ("name", "year", "tradagg", "survsagg")


@dataclass(frozen=True)
class IWScores:
    """The scores, and how they were read: `counts`, `files` (path -> sha256), `notices`."""

    table: InglehartWelzelTable
    counts: CountLog = field(default_factory=CountLog)
    files: dict[str, str] = field(default_factory=dict)
    notices: tuple[str, ...] = ()


def load_iw_scores(
    path: str | Path, *, nations: Sequence[str] = (), year: int | None = None, flipped: bool = True
) -> IWScores:
    """Load a table with the columns name, year, tradagg, survsagg: one nation in one year a row.

    Nations that are named in several ways over the years get one name (`iw_names.yaml`).

    Parameters
    ----------
    nations : those to keep; none = all.
    year : of each nation the latest scores up to then; None = the latest there are.
    flipped : whether survsagg is low for self-expression, as in the aggregates of open-numbers, whose description says
        the opposite. It is turned round, so that high is self-expression.

    Raises
    ------
    InputError : a missing column, a cell that is no number, a nation that is not there, or twice in one year.
    """
    source = Path(path).name
    table = read_table(path, needed=_COLUMNS)
    table.check(_COLUMNS, source)
    counting = Counting(source)
    rows = _rows(table, counting, -1.0 if flipped else 1.0)
    if flipped:
        counting.say(f"survsagg of {source} has its sign turned round: high is self-expression.")
    latest: dict[str, InglehartWelzel] = {}
    for row in sorted(rows, key=lambda row: row.year):
        if year is None or row.year <= year:
            latest[row.nation] = row
    counting.add("", "dropped", "earlier_or_later_year", len(rows) - len(latest))
    for nation in nations:
        if nation not in latest:
            got = f"it has none of '{nation}'{'' if year is None else f' up to {year}'}"
            mend = f"{nearest(nation, latest)}Leave it out."
            raise InputError(f"{source} must have scores of every nation", got, mend)
    kept = [row for name, row in sorted(latest.items()) if not nations or name in nations]
    counting.add("", "dropped", "nation_not_chosen", len(latest) - len(kept))
    counting.add("", "kept", "nations", len(kept))
    return IWScores(
        InglehartWelzelTable(tuple(kept)),
        counting.counts,
        {str(path): read_bytes(path)[1]},
        (*table.notices, *counting.notices),
    )


def _rows(table: RawTable, counting: Counting, sign: float) -> list[InglehartWelzel]:
    names, renamed = _names(), Counter[str]()
    out: list[InglehartWelzel] = []
    seen: dict[tuple[str, int], int] = {}
    counting.add("", "read", "rows", len(table["name"]))
    for row, cells in enumerate(zip(*(table[column] for column in _COLUMNS), strict=True)):
        given = str(cells[0] or "").strip()
        columns = zip(cells[1:], _COLUMNS[1:], strict=True)
        numbers = [_number(cell, column, table.places(row), counting.source) for cell, column in columns]
        nation = names.get(given, given)
        renamed[f"{given} to {nation}"] += nation != given
        about = (nation, int(numbers[0]))
        if about in seen:
            raise InputError(
                f"{counting.source} must have a nation once in a year",
                f"{nation}, {about[1]} is on {table.places(seen[about])} and {table.places(row)}",
                "Leave one out.",
            )
        seen[about] = row
        out.append(InglehartWelzel(*about, secular=numbers[1], self_expression=sign * numbers[2]))
    for change, count in renamed.items():
        counting.add("name", "repaired", f"renamed:{change}", count)
    if told := [change for change, count in renamed.items() if count]:
        counting.say(f"Nations were named in several ways; read as one: {', '.join(told)}.")
    return out


def _number(cell: object, column: str, place: str, source: str) -> float:
    try:
        value = float(str(cell).strip())
    except ValueError:
        value = math.nan
    whole = column == "year"
    if not math.isfinite(value) or (whole and not value.is_integer()):
        must = f"column '{column}' of {source} must hold {'whole ' * whole}numbers"
        raise InputError(must, f"{place} is {cell!r}", "Correct the cell.")
    return value


def _names() -> dict[str, str]:
    yaml = require("yaml", extra="study", purpose="names of nations")
    listed = yaml.safe_load((resources.files(__package__) / "iw_names.yaml").read_text("utf-8"))
    return {other: name for name, others in listed.items() for other in others}
