"""StatedScores: where a persona's answers to a survey's items lie, by the probabilities of the options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from geobias.errors import InputError
from geobias.measures.resonance.asking_items import DESIGN, QUESTION
from geobias.measures.resonance.values import Value
from geobias.models.generation import option_probabilities
from geobias.tables import ResponseRow, ResponseTable


@dataclass(frozen=True, eq=False)
class StatedScores:
    """n personas by design, V values.

    Attributes
    ----------
    places : float64 (n, V) in -1..1, the expected place of the answer, the traditional end positive; NaN = not asked.
    design : n names. fields : name -> n strings, the persona's.
    notices : what was left out, counted.
    """

    values: tuple[Value, ...]
    places: np.ndarray
    design: tuple[str, ...]
    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    notices: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.design)

    def projection(self) -> np.ndarray:
        """Sum of loading x place, float64 (n,); NaN where an item has no answer, as of a respondent."""
        return self.places @ np.array([value.loading for value in self.values])

    def labels(self, name: str) -> np.ndarray:
        """n strings of a field or "design"; raises `InputError` for one that there is not."""
        columns = {"design": self.design, **self.fields}
        if name not in columns:
            raise InputError(f"'{name}' must be a field of the personas", "it is not", f"There are {list(columns)}.")
        return np.asarray(columns[name], dtype=object)


def stated_scores(responses: ResponseTable, values: Sequence[Value], *, calibrated: bool = False) -> StatedScores:
    """The expected place of every scored answer: the sum over options of probability x place.

    Parameters
    ----------
    responses : rows of scores whose field "question" names a value are read, all others are left alone.
    values : those with an item's question. calibrated : by the probabilities that were calibrated.

    Raises
    ------
    InputError : no row is scored, one lacks an option's score, or a persona was asked an item twice by one design.

    >>> from geobias.measures.resonance import read_values
    >>> fields = {"question": "authority", "nation": "de", "design": ""}
    >>> scores = {"Good": np.log(0.7), "Neither": np.log(0.2), "Bad": np.log(0.1)}
    >>> row = ResponseRow(0, "p", "item: authority", 0, "scores", "text", fields=fields, scores=scores)
    >>> stated_scores(ResponseTable((row,)), read_values()[4:]).places.round(2).tolist()
    [[0.6]]
    """
    asked = tuple(value for value in values if value.item_question)
    places = {value.name: at for at, value in enumerate(asked)}
    rows = [row for row in responses.rows if row.asked == "scores" and row.fields.get(QUESTION) in places]
    kept = [row for row in rows if row.scores and not (calibrated and _unknown(row))]
    if not kept:
        got = f"of {len(rows)} rows that ask for one none has them" if rows else "no row asks for one"
        raise InputError(
            f"responses must have scores of options of {list(places)}", got, "Ask `item_prompts` for scores."
        )
    found: dict[tuple[tuple[str, str], ...], np.ndarray] = {}
    for row in kept:
        who = tuple((name, text) for name, text in row.fields.items() if name != QUESTION)
        line = found.setdefault(who, np.full(len(asked), np.nan))
        at = places[row.fields[QUESTION]]
        if not np.isnan(line[at]):
            raise InputError(
                "a persona must be asked an item once by a design", f"'{asked[at].name}' of {dict(who)} is there twice",
                "Drop the copies, or name the designs.",
            )  # fmt: skip
        line[at] = _place(row, asked[at], calibrated)
    people = [dict(who) for who in found]
    names = list(dict.fromkeys(name for one in people for name in one if name != DESIGN))
    return StatedScores(
        asked,
        np.array(list(found.values())),
        tuple(one.get(DESIGN, "") for one in people),
        {name: tuple(one.get(name, "") for one in people) for name in names},
        _notices(rows, kept, calibrated),
    )


def _unknown(row: ResponseRow) -> bool:
    return not row.calibrated or any(np.isnan(share) for share in row.calibrated.values())


def _place(row: ResponseRow, value: Value, calibrated: bool) -> float:
    given = row.calibrated if calibrated else row.scores
    lacking = [option for option in value.options if option not in given]
    if lacking:
        raise InputError(
            f"a row of '{value.name}' must have a score of every option",
            f"prompt {row.prompt} has none of '{lacking[0]}'",
            "Ask it with the options of these values.",
        )
    numbers = np.array([given[option] for option in value.options])
    chances = numbers if calibrated else option_probabilities(numbers)
    return float(chances @ np.array(list(value.options.values())))


def _notices(rows: Sequence[ResponseRow], kept: Sequence[ResponseRow], calibrated: bool) -> tuple[str, ...]:
    if len(kept) == len(rows):
        return ()
    outcomes = Counter(row.outcome for row in rows if not row.scores)
    told = [f"{count} {outcome}" for outcome, count in sorted(outcomes.items())]
    lost = len(rows) - len(kept) - sum(outcomes.values())
    told += [f"{lost} that cannot be calibrated"] if calibrated and lost else []
    count = len(rows) - len(kept)
    return (f"{count} of {len(rows)} scored answers are left out: {', '.join(told)}.",)
