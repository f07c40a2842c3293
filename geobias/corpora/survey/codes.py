"""What stands in a column becomes codes, or is missing for a reason that is counted."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from geobias.corpora.cells import word_of
from geobias.errors import InputError
from geobias.raw import RawTable

BLANK = "missing:blank"
_NOTHING = ("", "na", "nan", ".")  # how R, Python and Stata write that there is no number
_SHOWN = 8


@dataclass(frozen=True)
class CodeRules:
    """What the codes of a variable are.

    Attributes
    ----------
    place : the key of the declaration that missing codes stand under, for messages.
    range : the lowest and the highest code. whole : whether codes are whole numbers.
    missing, no_answer : code -> why nothing is known. recode : code -> the code that it is read as.
    """

    place: str
    range: tuple[float, ...]
    missing: Mapping[int, str]
    no_answer: Mapping[int, str] = field(default_factory=dict)
    recode: Mapping[int, int] = field(default_factory=dict)
    whole: bool = True

    def read(self, word: str) -> tuple[float, str]:
        """The code of a word, NaN where it says nothing, and what is counted of it; infinite = it must not be there."""
        if word.lower() in _NOTHING:
            return math.nan, BLANK
        try:
            code = float(word)
        except ValueError:
            return math.inf, ""
        for kind, reasons in (("missing", self.missing), ("no_answer", self.no_answer)):
            if code in reasons:
                return math.nan, f"{kind}:{word} {reasons[int(code)]}"
        read_as = float(self.recode.get(int(code), code)) if code.is_integer() else code
        if not self.range[0] <= read_as <= self.range[1] or (self.whole and not code.is_integer()):
            return math.inf, ""
        return read_as, "" if read_as == code else f"recoded:{word} to {read_as:g}"


def read_codes(table: RawTable, column: str, rules: CodeRules, source: str) -> tuple[np.ndarray, Counter[str]]:
    """float64 (N,), NaN = missing, and reason -> rows.

    Raises
    ------
    InputError : codes that are outside the range and not declared as missing, each with its rows.
    """
    cells = table[column]
    known: dict[Any, tuple[str, float, str]] = {}
    values = np.empty(len(cells))
    reasons: Counter[str] = Counter()
    outside: dict[str, list[int]] = {}
    for row, cell in enumerate(cells):
        if cell not in known:
            word = word_of(cell)
            known[cell] = (word, *rules.read(word))
        word, values[row], reason = known[cell]
        if math.isinf(values[row]):
            outside.setdefault(word, []).append(row)
        elif reason:
            reasons[reason] += 1
    if outside:
        raise _outside(outside, f"column '{column}' of {source}", rules, table)
    return values, reasons


def _outside(outside: Mapping[str, Sequence[int]], where: str, rules: CodeRules, table: RawTable) -> InputError:
    low, high = rules.range
    told = {word: f"{word!r} (rows: {len(rows)}, first: {table.places(rows[0])})" for word, rows in outside.items()}
    more = f" and {len(told) - _SHOWN} more" if len(told) > _SHOWN else ""
    missing = ", ".join(map(str, sorted({**rules.missing, **rules.no_answer}, reverse=True))) or "none"
    return InputError(
        f"codes in {where} must be {'whole ' * rules.whole}numbers from {low:g} to {high:g}, or declared missing "
        f"(these are: {missing})",
        f"there are {', '.join(list(told.values())[:_SHOWN])}{more}",
        f"Correct them, or declare them under {rules.place}.",
    )


def read_names(
    table: RawTable, column: str, names: Mapping[str, str], missing: Mapping[str, str]
) -> tuple[np.ndarray, Counter[str], Counter[str]]:
    """Strings (N,), "" = missing; reason -> rows; and what has no name -> rows, which are "" too.

    Parameters
    ----------
    names : code or word -> name; with none every word is its own name.
    missing : code -> why nothing is known.
    """
    cells = table[column]
    values = np.full(len(cells), "", dtype=object)
    reasons: Counter[str] = Counter()
    unknown: Counter[str] = Counter()
    for row, word in enumerate(map(word_of, cells)):
        if not word:
            reasons[BLANK] += 1
        elif word in names:
            values[row] = names[word]
        elif word in missing:
            reasons[f"missing:{word} {missing[word]}"] += 1
        elif names:
            unknown[word] += 1
        else:
            values[row] = word
    return values, reasons, unknown
