"""ResponseTable: what a model said to every prompt, and what it was read as."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Self

from geobias.tables.cells import columns_of, pandas, typed
from geobias.tables.rows import RowTable

if TYPE_CHECKING:
    import pandas as pd

NAN = float("nan")
_FIELD = "field."
_OF_OPTION = re.compile(r"(score|calibrated)\[(.*)\]", re.DOTALL)


@dataclass(frozen=True)
class _Plain:
    """The columns that every table of responses has."""

    number: int
    prompt: str
    template: str
    sample: int
    asked: str
    outcome: str
    text: str = ""
    answer: str = ""
    reason: str = ""
    detail: str = ""
    truncated: bool = False
    prompt_tokens: float = NAN
    response_tokens: float = NAN


@dataclass(frozen=True)
class ResponseRow(_Plain):
    """The response to one request.

    Attributes
    ----------
    number : of the prompt, from 0, in the order of the prompts. prompt : its id, of its words alone.
    template : that it was filled from. sample : number of the response among several to one prompt, from 0.
    asked : "text", or "scores" of the options.
    outcome : "text", "empty", "refused" or "error". text : as it was said.
    answer : of the declared ones, what it was read as; "" = none of them. reason : why none, or how it was told.
    detail : why it was refused, or what went wrong. truncated : whether it was cut off at the most tokens.
    prompt_tokens, response_tokens : as the model counts; NaN = it does not say.
    fields : name -> what the prompt was filled with; columns of their own.
    scores : option -> natural logarithm of its probability; columns "score[yes]".
    calibrated : option -> its probability among the options after calibration; columns "calibrated[yes]".
    """

    fields: Mapping[str, str] = field(default_factory=dict)
    scores: Mapping[str, float] = field(default_factory=dict)
    calibrated: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, repr=False)
class ResponseTable(RowTable):
    """Responses, one a row. A field that is called as a column of ours has "field." before its name."""

    rows: tuple[ResponseRow, ...]

    row_type = ResponseRow
    key = ("number", "sample", "asked")
    noun = "response"
    block = "outcome"

    @staticmethod
    def told(row: ResponseRow) -> dict[str, str]:
        said = " ".join(row.text.split())
        best = max(row.scores, key=lambda option: row.scores[option], default="")
        return {
            "template": row.template,
            "prompt": row.prompt,
            "answer": row.answer or row.reason or "–",
            "said": (said or best or row.detail)[:60],
        }

    def to_frame(self) -> pd.DataFrame:
        """A response a line: number, prompt and template, fields, what was said, a column for each option's score."""
        given = dict.fromkeys(name for row in self.rows for name in row.fields)
        scored = dict.fromkeys(option for row in self.rows for option in row.scores)
        calibrated = dict.fromkeys(option for row in self.rows for option in row.calibrated)
        names = [one.name for one in fields(_Plain)]
        cut = names.index("sample")
        columns: dict[str, list[Any]] = {name: [getattr(row, name) for row in self.rows] for name in names[:cut]}
        columns |= {_column(name): [row.fields.get(name, "") for row in self.rows] for name in given}
        columns |= {name: [getattr(row, name) for row in self.rows] for name in names[cut:]}
        columns |= {f"score[{name}]": [row.scores.get(name, NAN) for row in self.rows] for name in scored}
        columns |= {f"calibrated[{name}]": [row.calibrated.get(name, NAN) for row in self.rows] for name in calibrated}
        return pandas().DataFrame(columns)

    @classmethod
    def from_frame(cls, frame: pd.DataFrame, **attributes: Any) -> Self:
        """Read `to_frame`'s columns back; a field that a prompt does not have is "" there.

        Raises
        ------
        InputError : a column is missing, a cell is of another type, or two rows are of one prompt and sample.
        """
        plain = columns_of(frame, _Plain, cls.key, made_by=cls.__name__)
        scores: dict[str, dict[str, list[float]]] = {"score": {}, "calibrated": {}}
        given: dict[str, list[str]] = {}
        for column in map(str, frame.columns):
            if column in plain:
                continue
            if option := _OF_OPTION.fullmatch(column):
                scores[option[1]][option[2]] = typed(frame[column], float, column)
            else:
                given[column.removeprefix(_FIELD)] = typed(frame[column], str, column, optional=True)
        rows = []
        for place in range(len(frame)):
            values: dict[str, Any] = {name: cells[place] for name, cells in plain.items()}
            values["fields"] = {name: cells[place] for name, cells in given.items()}
            for name, kind in (("scores", "score"), ("calibrated", "calibrated")):
                cells_of = scores[kind].items()
                values[name] = {option: cells[place] for option, cells in cells_of if cells[place] == cells[place]}
            rows.append(ResponseRow(**values))
        return cls(tuple(rows), **attributes)


def _column(name: str) -> str:
    """The column of a field; ours have their names first."""
    ours = {one.name for one in fields(_Plain)}
    return _FIELD + name if name in ours or name.startswith(_FIELD) or _OF_OPTION.fullmatch(name) else name
