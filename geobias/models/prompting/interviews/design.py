"""Design: one way of asking or scoring that should not change what is found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from geobias.errors import InputError
from geobias.models.prompting.interviews.interview import Interview


@dataclass(frozen=True)
class Design:
    """What is done otherwise than in the study's own design, which is called "".

    Attributes
    ----------
    name : not blank.
    template : another wording, with the fields of the interview; None = the same.
    fields : name -> text of constants that the template says too, such as a house number.
    temperature, top_p, seed : of decoding; None = the study's.
    entailment : name of another back end of entailment; None = the study's.
    scores : whether options of survey items are scored in place of texts written.
    questions, said : texts in place of those of the interview (in another language, say), see `Interview`.

    Raises
    ------
    InputError : it has no name, or changes nothing.
    """

    name: str
    template: str | None = None
    fields: Mapping[str, str] = field(default_factory=dict)
    temperature: float | None = None
    top_p: float | None = None
    seed: int | None = None
    entailment: str | None = None
    scores: bool = False
    questions: Mapping[str, str] = field(default_factory=dict)
    said: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.name.strip():
            raise InputError("a design must have a name", "it is blank", "'' is the study's own; name this one.")
        if not any(getattr(self, one.name) not in (None, False, {}) for one in fields(self) if one.name != "name"):
            got = f"'{self.name}' changes nothing"
            raise InputError("a design must do something otherwise", got, "Give it a template, or remove it.")

    @property
    def decoding(self) -> dict[str, Any]:
        """What of the decoding it changes: name -> value."""
        given = {"temperature": self.temperature, "top_p": self.top_p, "seed": self.seed}
        return {name: value for name, value in given.items() if value is not None}

    def of(self, interview: Interview) -> Interview:
        """The interview as this design asks it; raises `InputError` where its template does not fit."""
        try:
            return replace(
                interview,
                template=self.template or interview.template,
                questions={**interview.questions, **self._own_questions(interview)},
                said={**interview.said, **self._own_said(interview)},
                constants={**interview.constants, **self.fields},
            )
        except InputError as error:
            raise InputError(f"design '{self.name}': {error.must}", error.got, error.mend) from None

    def _own_questions(self, interview: Interview) -> dict[str, str]:
        return {name: text for name, text in self.questions.items() if name in interview.questions}

    def _own_said(self, interview: Interview) -> dict[str, str]:
        values = {value for axis in interview.axes.values() for value in axis}
        return {value: text for value, text in self.said.items() if value in values}
