"""Who the respondents are, and how much each counts."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from geobias.corpora.survey.codes import CodeRules, read_codes, read_names
from geobias.corpora.survey.counting import Counting
from geobias.corpora.survey.declaration import Declaration, Named
from geobias.corpora.survey.reading import present
from geobias.errors import InputError
from geobias.raw import Places, RawTable
from geobias.suggest import nearest

_SHOWN = 12
_OLDEST = 130


def read_named(
    table: RawTable, named: Named, name: str, declaration: Declaration, counting: Counting
) -> tuple[np.ndarray, Counter[str]]:
    """Strings (N,), "" = not known, and codes without a name -> rows."""
    column = present(table, named.column, counting.source)
    missing = {str(code): why for code, why in declaration.missing.items()} if named.missing is None else named.missing
    values, reasons, unknown = read_names(table, column, named.by_code(), missing)
    counting.reasons(name, reasons)
    return values, unknown


def refuse_unknown(unknown: Counter[str], named: Named, name: str, declaration: Declaration, source: str) -> None:
    """Raise `InputError` where codes have no name, each with its rows."""
    if unknown:
        raise InputError(
            f"every {name} of {source} must be named in the declaration '{declaration.name}'",
            f"these codes are not: {_listed(unknown)}",
            f"{nearest(next(iter(unknown)), named.names)}Add them under {name}.names or {name}.missing.",
        )


def chosen_nations(
    table: RawTable, nations: Sequence[str], declaration: Declaration, counting: Counting
) -> tuple[RawTable, np.ndarray]:
    """The rows of the nations, all where none is named, and the nation of each.

    Raises
    ------
    InputError : a name that is none of the declaration or file, a nation without respondents, a code without a name.
    """
    named = declaration.nation
    values, unknown = read_named(table, named, "nation", declaration, counting)
    counting.add("", "read", "respondents", len(values))
    if not nations:
        refuse_unknown(unknown, named, "nation", declaration, counting.source)
        return table, values
    there = Counter(value for value in values if value)
    for nation in nations:
        if nation not in (named.names or there):
            raise InputError(
                f"nations must be those of the declaration '{declaration.name}'",
                f"'{nation}' is none",
                f"{nearest(nation, named.names or there)}Name one of {sorted(named.names or there)}.",
            )
        if nation not in there:
            got = f"there are of {_listed(there)}"
            raise InputError(f"{counting.source} must have respondents of '{nation}'", got, "Leave it out.")
    kept = np.flatnonzero(np.isin(values, list(nations)))
    for nation, rows in (there + unknown).items():
        if nation not in nations:
            counting.add("nation", "dropped", f"not_chosen:{nation}", rows)
    return _rows(table, kept), values[kept]


def read_age(table: RawTable, declaration: Declaration, counting: Counting) -> np.ndarray:
    """float64 (N,), in years; NaN = not known."""
    column = present(table, declaration.age or "", counting.source)
    rules = CodeRules("missing", (0, _OLDEST), declaration.missing, whole=False)
    ages, reasons = read_codes(table, column, rules, counting.source)
    counting.reasons("age", reasons)
    return ages


def read_weights(table: RawTable, column: str, declaration: Declaration, counting: Counting) -> np.ndarray:
    """float64 (N,), at least 0; NaN = none is given.

    Raises
    ------
    InputError : a missing column, a weight that is negative, not finite, or no number.
    """
    rules = CodeRules("missing", (0, math.inf), declaration.missing, whole=False)
    weights, reasons = read_codes(table, present(table, column, counting.source), rules, counting.source)
    counting.reasons("weight", reasons)
    lacking, nothing = int(np.isnan(weights).sum()), int((weights == 0).sum())
    counting.add("weight", "dropped", "no_weight", lacking)
    counting.add("weight", "flagged", "weight_of_0", nothing)
    if lacking:
        counting.say(f"Respondents without a weight in '{column}', who are left out: {lacking}.")
    if nothing:
        counting.say(f"Respondents with a weight of 0 in '{column}', who count for nothing: {nothing}.")
    return weights


def _rows(table: RawTable, rows: np.ndarray) -> RawTable:
    """Some rows of a table, with their places in the file."""
    numbers = table.places.numbers
    places = [int(row) + 1 if numbers is None else numbers[row] for row in rows]

    def column(number: int) -> list[Any]:
        cells = table.column(number)
        return [cells[row] for row in rows]

    return RawTable(table.names, column, places=Places(table.places.word, places), notices=table.notices)


def _listed(tally: Counter[str]) -> str:
    more = f" and {len(tally) - _SHOWN} more" if len(tally) > _SHOWN else ""
    return ", ".join(f"{word} (rows: {rows})" for word, rows in tally.most_common(_SHOWN)) + more
