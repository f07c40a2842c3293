"""Labelling: texts that were not read go to a table that a person fills, and whose labels come before the parser."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Self

from geobias.errors import InputError
from geobias.files import at_home
from geobias.models.prompting.answers.answer_set import AnswerSet, Parsed
from geobias.models.prompting.answers.label_file import resaved
from geobias.suggest import nearest
from geobias.tables import RowTable

ABSTAINS = "abstains"
"""What a person writes for a text that is no answer."""
LABELLED = "labelled"
"""The reason of an abstention that a person has seen."""
_MOST = 5


@dataclass(frozen=True)
class Unlabelled:
    """A text that a person is to read.

    Attributes
    ----------
    prompt : id of the prompt. sample : number of the response among several to it.
    text : as it was said. reason : why it was not taken for an answer.
    label : what a person says that it answers; "" = not looked at.
    allowed : what may stand there.
    """

    prompt: str
    sample: int
    text: str = ""
    reason: str = ""
    label: str = ""
    allowed: str = ""


@dataclass(frozen=True, repr=False)
class LabelTable(RowTable):
    """Texts for a person to label; `save` and `load` as csv or parquet."""

    rows: tuple[Unlabelled, ...]

    row_type = Unlabelled
    key = ("prompt", "sample")
    noun = "text"

    @classmethod
    def load(cls, path: str | Path, **attributes: Any) -> Self:
        """As of every table, and also what a spreadsheet makes of a csv file: semicolons, tabs, another encoding.

        Raises
        ------
        InputError, StorageError : as of every table.
        """
        try:
            return super().load(path, **attributes)
        except InputError:
            place = at_home(path)
            frame = resaved(place, [one.name for one in fields(Unlabelled)]) if place.suffix == ".csv" else None
            if frame is None:
                raise
        return cls.from_frame(frame, **attributes)

    @classmethod
    def of(cls, answers: AnswerSet, texts: Iterable[tuple[str, int, str]], language: str | None = None) -> LabelTable:
        """Those of (prompt id, sample, text) that `answers` does not read, one row for equal texts to one prompt."""
        allowed = " | ".join((*answers.values, ABSTAINS))
        rows: dict[tuple[str, str], Unlabelled] = {}
        for prompt, sample, text in texts:
            parsed = answers.parse(text, language)
            if parsed.answer is None:
                rows.setdefault((prompt, _same(text)), Unlabelled(prompt, sample, text, parsed.reason, "", allowed))
        return cls(tuple(rows.values()))

    def labelled_as(self, before: LabelTable) -> LabelTable:
        """These with the labels that equal texts have in an earlier table; what else a person labelled there stays."""
        labelled = [row for row in before.rows if row.label.strip()]
        given = {(row.prompt, _same(row.text)): row.label for row in labelled}
        rows = [replace(row, label=given.get((row.prompt, _same(row.text)), "")) for row in self.rows]
        about = {(row.prompt, row.sample) for row in rows}
        return LabelTable((*rows, *(row for row in labelled if (row.prompt, row.sample) not in about)))


@dataclass(frozen=True)
class Labels:
    """What a person said that texts answer, before what the parser says.

    Attributes
    ----------
    answers : the set that they are labelled with.
    given : (prompt id, text with single blanks) -> value of an answer, None = it is none.
    """

    answers: AnswerSet
    given: Mapping[tuple[str, str], str | None] = field(default_factory=dict)

    @classmethod
    def read(cls, path: str | Path, answers: AnswerSet) -> Labels:
        """Labels of a file that `LabelTable.save` wrote and a person filled; rows without a label are left out.

        Raises
        ------
        InputError : a label is none of the set's values nor "abstains", or equal texts have two labels; it names the
            rows. StorageError : the file cannot be read.
        """
        table = _spelt(LabelTable.load(path), (*answers.values, ABSTAINS))
        _refuse_unknown(table, answers, path)
        given: dict[tuple[str, str], str | None] = {}
        first: dict[tuple[str, str], int] = {}
        for row, one in enumerate(table.rows, 1):
            if not (label := one.label):
                continue
            about, value = (one.prompt, _same(one.text)), None if label == ABSTAINS else label
            if given.setdefault(about, value) != value:
                raise InputError(
                    f"equal texts to one prompt must have one label in {path}",
                    f"rows {first[about]} and {row} have {given[about] or ABSTAINS!r} and {label!r}",
                    "Correct one of them.",
                )
            first.setdefault(about, row)
        return cls(answers, given)

    def unused(self, texts: Iterable[tuple[str, str]]) -> int:
        """How many labels are of none of these (prompt id, text): of what is said no more, or was changed since."""
        said = {(prompt, _same(text)) for prompt, text in texts}
        return sum(about not in said for about in self.given)

    def parse(self, prompt: str, text: str, language: str | None = None) -> Parsed:
        """What the person said of this text to this prompt, else what the parser says."""
        about = (prompt, _same(text))
        if about not in self.given:
            return self.answers.parse(text, language)
        answer = self.given[about]
        return Parsed(answer, LABELLED) if answer is None else Parsed(answer)


def _spelt(table: LabelTable, allowed: Sequence[str]) -> LabelTable:
    """The labels as the set spells them: case does not matter, unless two answers differ by it alone."""
    alike = Counter(value.casefold() for value in allowed)
    known = {value.casefold(): value for value in allowed if alike[value.casefold()] == 1}
    rows = (replace(row, label=known.get(row.label.strip().casefold(), row.label.strip())) for row in table.rows)
    return LabelTable(tuple(rows))


def _same(text: str) -> str:
    """Spreadsheets change blanks and ends of lines; they do not make another text."""
    return " ".join(text.split())


def _refuse_unknown(table: LabelTable, answers: AnswerSet, path: str | Path) -> None:
    allowed = (*answers.values, ABSTAINS)
    wrong = [(row, one) for row, one in enumerate(table.rows, 1) if one.label not in ("", *allowed)]
    if wrong:
        told = [f"row {row} (prompt {one.prompt}, sample {one.sample}) is {one.label!r}" for row, one in wrong[:_MOST]]
        more = f" and {len(wrong) - _MOST} more" if len(wrong) > _MOST else ""
        raise InputError(
            f"labels in {path} must be {', '.join(map(repr, answers.values))} or {ABSTAINS!r}",
            "; ".join(told) + more,
            f"{nearest(wrong[0][1].label, allowed)}Correct the cells, or leave them blank.",
        )
