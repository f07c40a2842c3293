"""Declarations of answer sets, from names, YAML files and mappings, checked key by key."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from geobias.errors import InputError
from geobias.files import at_home
from geobias.models.prompting.answers.answer_set import ANY, Answer, AnswerSet, Wording
from geobias.models.prompting.answers.folding import words
from geobias.models.prompting.answers.language import language_codes, packaged
from geobias.suggest import nearest
from geobias.yaml_files import read_yaml

_KEYS = {"wordings", "keys", "affirms", "negated"}
_SET_KEYS = {"name", "ordered", "answers"}
_QUOTES = "YAML reads a bare yes, no, on or off as true or false: put quotes around it."


@cache
def set_names() -> tuple[str, ...]:
    """Names of the sets that come with geobias."""
    names = (entry.name for entry in resources.files("geobias.models.prompting.answers").joinpath("sets").iterdir())
    return tuple(sorted(name.removesuffix(".yaml") for name in names if name.endswith(".yaml")))


def declared(source: str | Path | Mapping[str, Any]) -> AnswerSet:
    """See `AnswerSet.named`."""
    if isinstance(source, Mapping):
        return _answer_set(source, str(source.get("name") or "own"))
    if str(source) in set_names():
        return _packaged(str(source))
    if not str(source).endswith((".yaml", ".yml")):
        raise InputError(
            f"an answer set must be one of {', '.join(set_names())}, a YAML file or a mapping",
            f"it is {str(source)!r}",
            f"{nearest(source, set_names())}The name of a file ends in .yaml.",
        )
    return _answer_set(_read(at_home(source)), Path(source).stem)


@cache
def _packaged(name: str) -> AnswerSet:
    return _answer_set(packaged(f"sets/{name}.yaml"), name)


def _read(path: Path) -> Mapping[str, Any]:
    content = read_yaml(path, "an answer set")
    if not isinstance(content, Mapping):
        raise InputError("an answer set must be a mapping with 'answers'", f"{path} holds {content!r}", "Write one.")
    return content


def _answer_set(mapping: Mapping[str, Any], name: str) -> AnswerSet:
    place = f"answer set '{name}'"
    _check_keys(mapping, _SET_KEYS, place)
    listed = mapping.get("answers")
    if isinstance(listed, (list, tuple)):
        listed = dict.fromkeys(listed)
    if not isinstance(listed, Mapping) or len(listed) < 2:
        raise InputError(f"'answers' of {place} must be two or more", f"it is {listed!r}", "List them.")
    answers = [_answer(value, content, number, place) for number, (value, content) in enumerate(listed.items())]
    answers = [_with_contrary(answer, answers, place) for answer in answers]
    _refuse_twins(answers, place)
    return AnswerSet(name, tuple(answers), bool(mapping.get("ordered", False)))


def _answer(value: Any, content: Any, number: int, place: str) -> Answer:
    if not isinstance(value, str) or not words(value):
        raise InputError(f"answers of {place} must be words", f"one is {value!r}", _QUOTES)
    place = f"'{value}' of {place}"
    own = content if isinstance(content, Mapping) and not set(content) - _KEYS else {"wordings": content}
    affirms = own.get("affirms", "")
    if affirms not in ("", "yes", "no"):
        raise InputError(f'\'affirms\' of {place} must be "yes" or "no"', f"it is {affirms!r}", _QUOTES)
    wordings = _wordings(own.get("wordings"), place)
    if not wordings and not affirms:
        wordings = {ANY: Wording(within=(value,))}
    keys = own.get("keys")
    if keys is None:
        keys = [chr(ord("a") + number), number + 1] if number < 26 else [number + 1]
    keys = tuple(found[0] for key in _strings(keys, f"'keys' of {place}") if (found := words(key)))
    return Answer(value, wordings, keys, affirms, str(own.get("negated", "")))


def _wordings(content: Any, place: str) -> dict[str, Wording]:
    if content is None:
        return {}
    by_language = (
        content if isinstance(content, Mapping) and not set(content) <= {"alone", "within"} else {ANY: content}
    )
    known = {*language_codes(), ANY}
    for code in by_language:
        if code not in known:
            raise InputError(
                f"wordings of {place} must be a list, or given by language ({', '.join(sorted(known))})",
                f"one is {code!r}",
                _QUOTES if isinstance(code, bool) else "Take a code that there is.",
            )
    return {code: _wording(listed, f"wordings of {place} in '{code}'") for code, listed in by_language.items()}


def _wording(listed: Any, place: str) -> Wording:
    """A list of wordings within a clause, among which a mapping holds some that have to stand alone."""
    alone, within = [], []
    for one in listed if isinstance(listed, (list, tuple)) else [listed]:
        if isinstance(one, Mapping):
            _check_keys(one, {"alone", "within"}, place)
            alone += _strings(one.get("alone", ()), place)
            within += _strings(one.get("within", ()), place)
        else:
            within += _strings([one], place)
    return Wording(tuple(alone), tuple(within))


def _strings(listed: Any, place: str) -> list[str]:
    listed = list(listed) if isinstance(listed, (list, tuple)) else [listed]
    for one in listed:
        if isinstance(one, bool) or not isinstance(one, (str, int)) or not words(str(one)):
            raise InputError(f"{place} must be words", f"one is {one!r}", _QUOTES)
    return [str(one) for one in listed]


def _with_contrary(answer: Answer, answers: list[Answer], place: str) -> Answer:
    """The answer with the one that its negation is: of an answer that affirms yes, the one that affirms no."""
    values = [one.value for one in answers]
    if answer.negated and answer.negated not in values:
        raise InputError(
            f"'negated' of '{answer.value}' of {place} must be one of {values}",
            f"it is {answer.negated!r}",
            f"{nearest(answer.negated, values)}Leave it out where a negation is no answer.",
        )
    contrary = {"yes": "no", "no": "yes"}.get(answer.affirms)
    found = [one.value for one in answers if contrary and one.affirms == contrary]
    negated = answer.negated or (found[0] if len(found) == 1 else "")
    return Answer(answer.value, answer.wordings, answer.keys, answer.affirms, negated)


def _refuse_twins(answers: list[Answer], place: str) -> None:
    seen: dict[tuple[str, str, str], str] = {}
    for answer in answers:
        said = {("", "key", key) for key in answer.keys} | {("", "value", answer.value)}
        for code, wording in answer.wordings.items():
            said |= {(code, "wording", " ".join(words(one))) for one in (*wording.alone, *wording.within)}
        for what in sorted(said):
            if seen.setdefault(what, answer.value) != answer.value:
                raise InputError(
                    f"answers of {place} must differ in what they are called",
                    f"'{seen[what]}' and '{answer.value}' have the same {what[1]}, {what[2]!r}",
                    "Leave it to one of them.",
                )


def _check_keys(mapping: Mapping[str, Any], known: set[str], place: str) -> None:
    for key in mapping:
        if key not in known:
            raise InputError(
                f"{place} must have no keys but {', '.join(sorted(known))}",
                f"one is {key!r}",
                f"{nearest(key, known)}Correct it.",
            )
