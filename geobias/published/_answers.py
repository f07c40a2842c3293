"""A table of a model's answers becomes texts with nation, age and sex as a survey writes them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from geobias.corpora import Survey, declare
from geobias.errors import InputError
from geobias.raw import RawTable, read_table

GENERAL = "general"
_SEXES = {"male": "man", "female": "woman"}
_PEOPLES = {
    "German": "Germany", "Japanese": "Japan", "Czech": "Czechia", "American": "United States", "Romanian": "Romania",
    "Vietnamese": "Vietnam", "Venezuelan": "Venezuela", "Nigerian": "Nigeria",
}  # fmt: skip


@dataclass(frozen=True)
class GivenAnswers:
    """n texts, blank ones too, with fields nation, age (bin) and sex; "" = left out. notices : what was left out."""

    texts: tuple[str, ...]
    fields: Mapping[str, tuple[str, ...]]
    notices: tuple[str, ...]


def read_answers(path: Path, survey: Survey, general: Sequence[str] = (GENERAL,)) -> GivenAnswers:
    """The answers to the general question, as `geobias ask` or anybody writes them.

    Columns nation (or nationality), age, sex and text are needed. Of `question` the rows count that name one of
    `general`, or all where there is one question or no such column. Rows of scores, of no text, of an `outcome` other
    than "text" and of a `design` other than "" are left out, counted; nations may be named as peoples are ("German").

    Raises
    ------
    InputError : a missing column, an age that is no number, several questions of which none is the general one, or no
        row left.
    """
    table = read_table(path, needed=("nation", "age", "sex", "text"))
    names = {"nation": "nation" if "nation" in table.names else "nationality"}
    wanted = [names["nation"] if names["nation"] in table.names else "nation", "age", "sex", "text"]
    table.check(wanted, path.name)
    columns = {name: [_text(cell) for cell in table[source]] for name, source in zip(
        ("nation", "age", "sex", "text"), wanted, strict=True)}  # fmt: skip
    kept, notices = _kept(table, columns["text"], general, path.name)
    outside: Counter[str] = Counter()
    nation_of, fields = _nations(), {"nation": [], "age": [], "sex": []}  # type: ignore[var-annotated]
    for at in kept:
        fields["nation"].append(nation_of(columns["nation"][at]))
        fields["sex"].append(_SEXES.get(columns["sex"][at].lower(), columns["sex"][at]))
        fields["age"].append(_bin(columns["age"][at], survey, outside, f"{path.name}, {table.places(at)}"))
    if outside:
        told = ", ".join(f"{age} ({count})" for age, count in sorted(outside.items()))
        notices.append(f"Answers at an age outside all bins of the survey, in no cell: {told}.")
    texts = tuple(columns["text"][at] for at in kept)
    return GivenAnswers(texts, {name: tuple(column) for name, column in fields.items()}, tuple(notices))


def _kept(table: RawTable, texts: Sequence[str], general: Sequence[str], source: str) -> tuple[list[int], list[str]]:
    rows, notices = list(range(len(texts))), []
    other = {
        "are of another design": lambda at: _cell(table, "design", at) != "",
        "ask for scores": lambda at: _cell(table, "asked", at) not in ("", "text"),
        "are none by their outcome": lambda at: _cell(table, "outcome", at) not in ("", "text"),
        "have no text": lambda at: not texts[at].strip(),
    }
    for why, lost in other.items():
        left = [at for at in rows if not lost(at)]
        notices += [f"{len(rows) - len(left)} of {len(texts)} answers {why} and are left out."] * (
            len(left) < len(rows)
        )
        rows = left
    questions = Counter(_cell(table, "question", at) for at in rows)
    asked = [name for name in questions if name in general]
    if len(questions) > 1 and not asked:
        raise InputError(
            f"answers of {source} must be to the general question", f"questions are {list(questions)[:6]}",
            f"Call it '{GENERAL}' in the column 'question', or leave the others out.",
        )  # fmt: skip
    if asked and len(questions) > len(asked):
        left = [at for at in rows if _cell(table, "question", at) in asked]
        notices.append(f"{len(rows) - len(left)} of {len(rows)} answers are to other questions and are left out.")
        rows = left
    if not rows:
        raise InputError(f"{source} must have an answer", "none is left", " ".join([*notices, "Ask for texts."]))
    return rows, notices


def _cell(table: RawTable, name: str, at: int) -> str:
    return _text(table[name][at]) if name in table.names else ""


def _text(value: Any) -> str:
    if value is None or value != value:
        return ""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value).strip()


def _nations() -> Callable[[str], str]:
    named = declare("wvs7").nation
    return lambda name: named.name_of(_PEOPLES.get(name, name))


def _bin(age: str, survey: Survey, outside: Counter[str], place: str) -> str:
    if age in ("", *survey.age_bins):
        return age
    try:
        years = float(age)
    except ValueError:
        years = math.nan
    if math.isnan(years):
        raise InputError("an age must be a number of years", f"{place} has {age!r}", "Correct it, or leave it empty.")
    found = next((name for name, (start, end) in survey.age_bins.items() if start <= years < end), "")
    if not found:
        outside[age] += 1
    return found


def keys_of(fields: Mapping[str, tuple[str, ...]]) -> list[str]:
    """An id of each row's prompt: answers at one nation, age and sex are to one."""
    return ["|".join(row) for row in zip(*fields.values(), strict=True)]
