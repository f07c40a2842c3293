"""Columns of tables of pairs: which two groups every row, or every column, is about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from geobias.audit.score_tables.reading import FoundTable

_BETWEEN = re.compile(r"\s+vs\.?\s+|\s*[–—_|:/-]\s*")
_MOST_GROUPS, _LEAST_PAIRS = 60, 3
Pair = tuple[str, str]


@dataclass(frozen=True)
class PairColumn:
    """One quantity of pairs. place : file, column and part, for messages. rows : pair -> rows of the file.

    values : pair -> its values, several where there are repeats; names of groups are in lower case.
    """

    place: str
    values: Mapping[Pair, np.ndarray]
    rows: Mapping[Pair, tuple[int, ...]]

    @property
    def groups(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for pair in self.values for name in pair))

    @property
    def means(self) -> dict[Pair, float]:
        """pair -> mean of what is known."""
        return {pair: float(np.nanmean(values)) for pair, values in self.values.items() if not np.isnan(values).all()}

    def matrix(self) -> np.ndarray:
        """`means` as float64 (G, G), symmetric; a group with itself on the diagonal."""
        names = self.groups
        out = np.full((len(names), len(names)), np.nan)
        for (a, b), value in self.means.items():
            out[names.index(a), names.index(b)] = out[names.index(b), names.index(a)] = value
        return out


def pair_columns(table: FoundTable) -> Iterator[PairColumn]:
    """The columns of a table whose rows are pairs, or the one quantity of a table whose columns are pairs."""
    pairs, used = _pairs_of_rows(table)
    if pairs:
        parts = _parts(table, used)
        for name, values in table.measures.items():
            for part in dict.fromkeys(parts):
                rows = [row for row, own in enumerate(parts) if own == part]
                yield _column(f"{table.name}: {name}{f' ({part})' * bool(part)}", pairs, values, rows)
        return
    named = {name: pair for name in table.measures if (pair := _pair(name))}
    if _complete(list(named.values())):
        columns = {pair: table.measures[name] for name, pair in named.items()}
        yield PairColumn(table.name, columns, dict.fromkeys(columns, ()))


def _column(place: str, pairs: Sequence[Pair], values: np.ndarray, rows: Sequence[int]) -> PairColumn:
    found: dict[Pair, list[int]] = {}
    for row in rows:
        a, b = pairs[row]
        found.setdefault((b, a) if (b, a) in found else (a, b), []).append(row)
    return PairColumn(
        place, {pair: values[own] for pair, own in found.items()}, {p: tuple(r) for p, r in found.items()}
    )


def _pairs_of_rows(table: FoundTable) -> tuple[list[Pair], tuple[str, ...]]:
    """Two groups of every row and the columns that name them; none where the rows are no pairs."""
    words = {name: [cell.strip().lower() for cell in cells] for name, cells in table.words.items()}
    names = list(words)
    for a in names:
        for b in names[names.index(a) + 1 :]:
            if _END.search(a) and _END.sub("", a) == _END.sub("", b):
                found = list(zip(words[a], words[b], strict=True))
                return (found, (a, b)) if _complete(found) else ([], ())
    for name, cells in words.items():
        named = [pair for pair in map(_pair, cells) if pair]
        if len(named) == len(cells) and _complete(named):
            return named, (name,)
    return [], ()


_END = re.compile(r"[_ ]?(a|b|1|2|x|y|left|right|first|second)$", re.IGNORECASE)


def _pair(label: str) -> Pair | None:
    parts = _BETWEEN.split(label.strip().lower())
    return (parts[0], parts[1]) if len(parts) == 2 and all(parts) else None


def _complete(pairs: Sequence[Pair | None]) -> bool:
    """Whether labels are pairs of a few groups, at least half of all that these have."""
    distinct = {frozenset(pair) for pair in pairs if pair and pair[0] != pair[1]}
    groups = {name for pair in distinct for name in pair}
    every = len(groups) * (len(groups) - 1) // 2
    return len(distinct) >= _LEAST_PAIRS and len(groups) <= _MOST_GROUPS and 2 * len(distinct) >= every


def _parts(table: FoundTable, used: Sequence[str]) -> list[str]:
    """What else words of a row say, "" where nothing: a corpus, a quantity."""
    told = {name: cells for name, cells in table.words.items() if name not in used}
    others = [cells for cells in told.values() if 1 < len(set(cells)) <= _MOST_GROUPS]
    return [", ".join(cells) for cells in zip(*others, strict=True)] if others else [""] * len(table)
