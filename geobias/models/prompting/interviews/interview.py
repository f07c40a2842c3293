"""Interview: who is spoken as, in which words, and what is asked of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from geobias.errors import InputError
from geobias.models.prompting.interviews.wording import Wording, with_optional_parts
from geobias.suggest import nearest

_QUESTION_HERE = "\x02"
QUESTION, DESIGN, GENERAL = "question", "design", "general"
"""Fields of every prompt beside the axes; the question that is about no single value."""


@dataclass(frozen=True)
class Interview:
    """Questions that are put to a model which speaks as somebody.

    Attributes
    ----------
    name : for people.
    template : of a prompt, with {question} and a {field} of every axis, see `Wording`; one without brackets is given
        optional parts by rule, see `with_optional_parts`.
    axes : name -> the texts that it takes, such as nation, age and sex.
    questions : name -> text. "general" is about no single value.
    decoding : how it was published that texts are drawn: temperature, top_p, max_tokens, seed; empty = it says nothing.
    said : value of an axis -> how the template says it, where that is not its name: "the United States".
    constants : fields that are one text in all prompts, such as a house number.
    introduction : who is asked, without a question, for items that are asked otherwise; "" = the template up to it.
    has_values : whether its file declares the values too that answers are held against.

    Raises
    ------
    InputError : an axis without values, blank or twin texts, a template that lacks an axis or the question, or has a
        field that is none.
    """

    name: str
    template: str
    axes: Mapping[str, tuple[str, ...]]
    questions: Mapping[str, str]
    decoding: Mapping[str, float] = field(default_factory=dict)
    said: Mapping[str, str] = field(default_factory=dict)
    constants: Mapping[str, str] = field(default_factory=dict)
    introduction: str = ""
    has_values: bool = False

    def __post_init__(self) -> None:
        where = f"interview '{self.name}'"
        for axis, values in self.axes.items():
            if axis in (QUESTION, DESIGN):
                raise InputError(f"axes of {where} must have names of their own", f"one is '{axis}'", "Rename it.")
            _check_texts(f"values of '{axis}' in {where}", values)
        _check_texts(f"questions of {where}", tuple(self.questions.values()))
        known = {*self.axes, *self.constants, QUESTION}
        for name in self.wording.fields:
            if name not in known:
                mend = f"{nearest(name, known)}There are {sorted(known)}."
                raise InputError(f"fields of the template of {where} must be known", f"'{name}' is not", mend)
        for name in sorted(known.difference(self.wording.fields)):
            mend = f"Write {{{name}}} where it is to stand."
            raise InputError(f"the template of {where} must have the field '{name}'", "it does not", mend)
        for name in self._introducing.fields if self.introduction else ():
            if name not in self.axes:
                got = f"'{name}' is none"
                raise InputError(
                    f"fields of the introduction of {where} must be axes", got, f"There are {[*self.axes]}."
                )
        for text in self.said:
            if not any(text in values for values in self.axes.values()):
                raise InputError(
                    f"what is said otherwise in {where} must be a value", f"'{text}' is none", "Correct it."
                )

    @cached_property
    def wording(self) -> Wording:
        return Wording(with_optional_parts(self.template, self.axes), f"the template of interview '{self.name}'")

    @cached_property
    def _introducing(self) -> Wording:
        return Wording(self.introduction, f"the introduction of interview '{self.name}'")

    def introduce(self, persona: Mapping[str, str]) -> str:
        """Who is asked: the introduction, or what the template says up to its question (all else, where that is first).

        >>> asked = Interview("toy", "Speak as a {sex|person}. {question}", {"sex": ("man",)}, {"general": "Why?"})
        >>> asked.introduce({"sex": "man"})
        'Speak as a man.'
        """
        if self.introduction:
            return self._introducing.say({axis: self._as_said(persona, axis) for axis in self.axes}).strip()
        before, _, after = self.say(persona, _QUESTION_HERE).partition(_QUESTION_HERE)
        return before.strip() or after.strip()

    def _as_said(self, persona: Mapping[str, str], axis: str) -> str:
        value = persona.get(axis, "")
        return self.said.get(value, value)

    def say(self, persona: Mapping[str, str], question: str) -> str:
        """The prompt's text: `question`, which is any text, asked of a persona. Axes not in it are left out.

        >>> asked = Interview("toy", "Speak as a {sex|person}. {question}", {"sex": ("man",)}, {"general": "Why?"})
        >>> asked.say({"sex": "man"}, "Who?"), asked.say({}, "Who?")
        ('Speak as a man. Who?', 'Speak as a person. Who?')
        """
        values = {axis: self._as_said(persona, axis) for axis in self.axes}
        return self.wording.say({**values, **self.constants, QUESTION: question})


def _check_texts(what: str, texts: tuple[str, ...]) -> None:
    if not texts:
        raise InputError(f"{what} must be there", "there is none", "Write one.")
    for text in texts:
        if not text.strip() or texts.count(text) > 1:
            got = f"'{text}' is there twice" if text.strip() else "one is blank"
            raise InputError(f"{what} must differ and say something", got, "Correct or remove it.")
