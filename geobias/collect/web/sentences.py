"""Sentences of the pages, one file a language; a study's own `sentences/` comes before those that are here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from geobias.collect.design import Study, read_mapping
from geobias.errors import InputError

_HERE = Path(__file__).parent / "languages"
_COMPLETE = "en"


@dataclass(frozen=True)
class Sentences:
    """One language. code : such as "de". `say` fills a sentence, `options` name the answers of a demographic."""

    code: str
    content: Mapping[str, Any]

    @property
    def name(self) -> str:
        return self.content["name"]

    @property
    def direction(self) -> str:
        return self.content["direction"]

    def say(self, key: str, **values: Any) -> str:
        if self.direction == "rtl":  # names of the other direction stand apart from the sentence around them
            values = {name: f"\u2068{value}\u2069" for name, value in values.items()}
        return self.content[key].format(**values)

    def options(self, attribute: str) -> Mapping[str, str]:
        return self.content["options"][attribute]

    def attribute(self, name: str) -> str:
        return self.content["attributes"][name]


def read_sentences(study: Study) -> dict[str, Sentences]:
    """language -> its sentences, for every language that the study has words in.

    Raises
    ------
    InputError : a language that has no sentences, or whose file lacks one or has one too many.
    """
    return {code: Sentences(code, _of(study, code)) for code in study.languages}


def _of(study: Study, code: str) -> Mapping[str, Any]:
    own, ready = study.folder / "sentences" / f"{code}.yaml", _HERE / f"{code}.yaml"
    path = own if own.is_file() else ready
    if not path.is_file():
        raise InputError(
            f"words/{code}.yaml needs the sentences of the pages in this language",
            f"there is no {own}, and geobias has {sorted(file.stem for file in _HERE.glob('*.yaml'))}",
            f"Translate {_HERE / _COMPLETE}.yaml into it, or remove words/{code}.yaml.",
        )
    content = read_mapping(path)
    for name, needed, there in _compared(_complete(), content):
        if missing := sorted(needed - there):
            raise InputError(f"{path} must have {name}'{missing[0]}'", "it is not there", "Translate it.")
        if more := sorted(there - needed):
            raise InputError(f"{path} may have known sentences alone", f"there is {name}'{more[0]}'", "Remove it.")
    return content


def _compared(complete: Mapping[str, Any], content: Mapping[str, Any]) -> list[tuple[str, set[str], set[str]]]:
    found = [("", set(complete), set(content))]
    if set(complete) == set(content):
        found.append(("attributes: ", set(complete["attributes"]), set(content["attributes"])))
        for name in complete["options"]:
            found.append((f"options: {name}: ", set(complete["options"][name]), set(content["options"].get(name, {}))))
    return found


@lru_cache
def _complete() -> Mapping[str, Any]:
    return read_mapping(_HERE / f"{_COMPLETE}.yaml")


def best_language(wanted: str, there: list[str]) -> str:
    """The language of an Accept-Language header that there is; the first of those there are where none is.

    >>> best_language("fr-CH, de;q=0.8, en;q=0.9", ["en", "de"]), best_language("", ["en", "de"])
    ('en', 'en')
    """
    shares: dict[str, float] = {}
    for part in wanted[:500].split(","):
        name, _, share = part.strip().partition(";")
        code = name.split("-")[0].strip().lower()
        try:
            weight = float(share.strip().removeprefix("q=") or 1)
        except ValueError:
            weight = 0.0
        if code in there and weight > 0:
            shares[code] = max(shares.get(code, 0.0), weight)
    return max(shares, key=shares.__getitem__) if shares else there[0]
