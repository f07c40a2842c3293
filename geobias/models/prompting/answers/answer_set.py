"""AnswerSet: which answers there are to a question, and how each is worded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from geobias.errors import InputError
from geobias.models.prompting.answers.language import check_language, language_codes

ANY = "any"
"""In place of a language: wordings that are used in all of them."""
HEDGED, REFUSAL, CONTRADICTION, UNPARSED, EMPTY = "hedged", "refusal", "contradiction", "unparsed", "empty"
REASONS = (HEDGED, REFUSAL, CONTRADICTION, UNPARSED, EMPTY)
"""Why a text is no answer."""


@dataclass(frozen=True)
class Parsed:
    """What a text answers: the value of an answer, or None (an abstention) and one of `REASONS`."""

    answer: str | None
    reason: str = ""


@dataclass(frozen=True)
class Wording:
    """Wordings of an answer: `alone` where they are a whole clause, `within` anywhere in one; see `Phrases`."""

    alone: tuple[str, ...] = ()
    within: tuple[str, ...] = ()


@dataclass(frozen=True)
class Answer:
    """One of the declared answers.

    Attributes
    ----------
    value : what it is called in tables.
    wordings : language code, or `ANY` -> how it is said.
    keys : letters and numbers of the option in the prompt, such as "b" and "2".
    affirms : "yes" or "no" where that says the same, "" where it says nothing.
    negated : value of the answer that its negation is ("not rude"), "" = its negation is no answer.
    """

    value: str
    wordings: Mapping[str, Wording] = field(default_factory=dict, hash=False)
    keys: tuple[str, ...] = ()
    affirms: str = ""
    negated: str = ""


@dataclass(frozen=True)
class AnswerSet:
    """Declared answers, in the order of the prompt's options; `ordered` where it is that of a scale.

    >>> hate = AnswerSet.named("hate")
    >>> hate.values
    ('hate', 'not hate', 'not sure')
    >>> hate.parse("**Answer**: (B) no, it isn't hateful.")
    Parsed(answer='not hate', reason='')
    """

    name: str
    answers: tuple[Answer, ...]
    ordered: bool = False

    @classmethod
    def named(cls, name: str | Path | Mapping[str, Any] | AnswerSet) -> AnswerSet:
        """A set that comes with geobias by its name, one of a YAML file by its path, or a mapping such a file holds.

        A mapping has `answers`, a list of values or value -> wordings; see docs/answers.md.

        Raises
        ------
        InputError : there is none of this name, or what is declared is no set; it names the key. StorageError : the
            file cannot be read.
        """
        from geobias.models.prompting.answers.declaring import declared

        return name if isinstance(name, AnswerSet) else declared(name)

    @property
    def values(self) -> tuple[str, ...]:
        return tuple(answer.value for answer in self.answers)

    @property
    def languages(self) -> tuple[str, ...]:
        """Codes of the languages that its answers are worded in."""
        own = {code for answer in self.answers for code in answer.wordings}
        if ANY in own or any(answer.affirms for answer in self.answers):
            return language_codes()
        return tuple(code for code in language_codes() if code in own)

    def parse(self, text: str, language: str | None = None) -> Parsed:
        """What a text answers; in doubt it is an abstention.

        language : ISO 639-1 code of the text; None = all of `languages` are tried, and have to agree.

        Raises
        ------
        InputError : the language is none that there is, or the text is no string.
        """
        from geobias.models.prompting.answers.deciding import decided

        if not isinstance(text, str):
            raise InputError("a reply must be a string", f"it is {text!r}", "Pass '' for one that is missing.")
        if language is not None:
            check_language(language)
        return decided(self, text, language)
