"""Template: messages with {field} places, and what may be answered to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from geobias.errors import InputError
from geobias.models.prompting.places import field_names, filled
from geobias.models.prompting.prompt import Message, Prompt


@dataclass(frozen=True)
class Template:
    """What a prompt is filled from.

    Attributes
    ----------
    messages : turns of a conversation, whose texts have fields in braces, "{region}"; doubled braces are braces.
    options : answers whose log-probabilities can be asked for; none = free text alone.
    answers : the set of answers that a text is read as one of: its name, or its description; None = texts stay unread.
    language : of the answers, such as "en"; None = any that the set of answers knows.
    values : answer -> its number, for what is computed from answers; None = it has none, and counts as no answer.

    Raises
    ------
    InputError : there is no message, a brace stands alone, or an option is blank or there twice.
    """

    name: str
    messages: tuple[Message, ...]
    options: tuple[str, ...] = ()
    answers: str | Mapping[str, Any] | None = None
    language: str | None = None
    values: Mapping[str, float | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.messages:
            raise InputError(
                f"template '{self.name}' must have a message", "it has none", "Add `- user: <what is asked>`."
            )
        for option in self.options:
            if not option.strip() or self.options.count(option) > 1:
                got = f"'{option}' is there {self.options.count(option)} times" if option.strip() else "one is blank"
                raise InputError(f"options of template '{self.name}' must differ", got, "Remove it.")
        assert self.fields is not None  # read now, so that a stray brace is found before anything is filled

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """Names of all fields, in the order of their first places."""
        where = f"template '{self.name}'"
        return tuple(dict.fromkeys(name for turn in self.messages for name in field_names(turn.text, where)))

    def fill(self, values: Mapping[str, str]) -> Prompt:
        """The prompt with these values in its places; all of them, used or not, are the prompt's fields.

        Raises
        ------
        InputError : a field has no value.

        >>> asked = Template("greet", (Message("user", "Say hello to {who}."),))
        >>> asked.fill({"who": "Ada", "id": "7"}).messages[0].text
        'Say hello to Ada.'
        """
        for name in self.fields:
            if name not in values:
                raise InputError(
                    f"every field of template '{self.name}' must have a value",
                    f"'{name}' has none; there are {sorted(values)}",
                    "Add it, or double the braces that stand for themselves.",
                )
        turns = tuple(Message(turn.role, filled(turn.text, values)) for turn in self.messages)
        return Prompt(turns, self.name, dict(values))

    def content_free(self, word: str = "N/A") -> Prompt:
        """The prompt that asks about nothing: `word` in every place (Zhao et al. 2021, Calibrate before use).

        What a model prefers there it prefers whatever it is asked, which a calibration takes away.
        """
        return self.fill(dict.fromkeys(self.fields, word))
