"""Values: statements that a text can resonate with, each with its inversion, a survey item and a loading; from YAML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

from geobias.arguments import number
from geobias.errors import InputError
from geobias.files import at_home
from geobias.suggest import nearest
from geobias.yaml_files import read_yaml

_TEXTS = ("name", "item", "hypothesis", "inversion", "question", "item_question")
_BLANK = ("item", "question", "item_question")
_ALIASES = {"inverted": "inversion"}
_KEYS = (*_TEXTS, "options", "loading", *_ALIASES)
PACKAGED = "own"
"""The five values that come with geobias, worded by us."""


@dataclass(frozen=True)
class Value:
    """One value on an axis whose positive end is the traditional one.

    Attributes
    ----------
    name, item : of the value, and of the survey's question about it ("" = none asks).
    hypothesis, inversion : what somebody at the traditional end says, and somebody at the other end; no two alike.
    loading : weight on the axis, a finite number other than 0.
    question : that is put to a model about this value; "" = none.
    item_question : the survey's question, whose answer is one of the options; "" = none. options : each with its place
        in -1..1, the traditional end positive; in the order in which they are read out.
    """

    name: str
    item: str
    hypothesis: str
    inversion: str
    loading: float
    question: str = ""
    item_question: str = ""
    options: Mapping[str, float] = field(default_factory=dict, hash=False)


def read_values(source: str | Path | Mapping[str, Any] | Sequence[Mapping[str, Any]] = PACKAGED) -> tuple[Value, ...]:
    """Values that are declared in YAML, at least one, in the order of the file.

    Parameters
    ----------
    source : "own", a YAML file or what one holds: a list, or a mapping with `values` (other keys may stand beside it,
        as in the file of a published study). Of each `hypothesis`, `inversion` (or `inverted`) and `loading` are
        needed, and `name` or `item`, which stands for it; `question` may be left out, and so may `item_question` with
        its `options`, a mapping of each answer to its place.

    Raises
    ------
    InputError : a key is missing or unknown, a text blank, a loading no number or 0, two names or statements are alike,
        an item's question lacks options or they lack it, an option's place is outside -1..1, or all have one place.

    >>> [(value.name, value.item, value.loading) for value in read_values()][:2]
    [('religion', 'Q164', 0.7), ('autonomy', 'Y003', 0.61)]
    """
    content, place = _read(source) if isinstance(source, (str, Path)) else (source, "values")
    listed = content.get("values") if isinstance(content, Mapping) else content
    if not isinstance(listed, Sequence) or isinstance(listed, str) or not listed:
        got = f"'values' is {listed!r}" if isinstance(content, Mapping) else f"there is {listed!r}"
        raise InputError(f"{place} must list one value or more", got[:120], "Write `values:` with a list below it.")
    values = tuple(_value(entry, f"{place}, values[{at}]") for at, entry in enumerate(listed))
    _refuse_twins([value.name for value in values], f"names of {place}")
    _refuse_twins([text for value in values for text in (value.hypothesis, value.inversion)], f"statements of {place}")
    return values


def _read(source: str | Path) -> tuple[Any, str]:
    if str(source) == PACKAGED:
        file = resources.files("geobias.measures.resonance").joinpath("values.yaml")
        return read_yaml(file, "values"), "values.yaml"
    if not str(source).endswith((".yaml", ".yml")):
        mend = f"{nearest(str(source), (PACKAGED,))}The name of a file ends in .yaml."
        raise InputError(f"values must be '{PACKAGED}', a YAML file or what one holds", f"it is {str(source)!r}", mend)
    path = at_home(source)
    return read_yaml(path, "values"), path.name


def _value(entry: Any, place: str) -> Value:
    if not isinstance(entry, Mapping):
        raise InputError(f"{place} must be a mapping", f"it is {entry!r}", f"Its keys are {list(_KEYS[:-1])}.")
    for key in entry:
        if key not in _KEYS:
            mend = nearest(str(key), _KEYS) or f"There are {list(_KEYS)}."
            raise InputError(f"keys of {place} must be known ones", f"'{key}' is not", mend)
    given = {_ALIASES.get(key, key): value for key, value in entry.items()}
    given.setdefault("name", given.get("item"))
    texts = {name: _text(given.get(name, ""), f"{name} of {place}", name not in _BLANK) for name in _TEXTS}
    loading = number(
        f"loading of {place}", given.get("loading"), "be a number other than 0", lambda v: v != 0, "Write loading: 0.5."
    )
    options = _options(given.get("options", {}), f"options of {place}")
    if bool(options) != bool(texts["item_question"]):
        lacks, has = ("options", "item_question") if texts["item_question"] else ("item_question", "options")
        raise InputError(
            f"item_question and options of {place} go together", f"it has {has} without {lacks}", f"Add {lacks}."
        )
    return Value(loading=loading, options=options, **texts)


def _options(given: Any, what: str) -> dict[str, float]:
    """Answer -> its place; YAML may have read an answer as a number."""
    if not isinstance(given, Mapping):
        raise InputError(f"{what} must map answers to places", f"it is {given!r}", 'Write `options: {"Very": 1.0}`.')
    within, mend = (lambda v: -1 <= v <= 1), "The traditional end is 1, the other -1."
    places = {
        _text(answer if isinstance(answer, str) else str(answer), what, True): number(
            f"'{answer}' in {what}", place, "lie in -1..1", within, mend
        )
        for answer, place in given.items()
    }
    if given and len(set(places.values())) < 2:
        raise InputError(f"{what} must have two places or more", f"they are {places}", mend)
    return places


def _text(value: Any, what: str, needed: bool) -> str:
    if not isinstance(value, str) or (needed and not value.strip()):
        raise InputError(f"{what} must be a text", f"it is {value!r}", "Write one, in quotes where it has a colon.")
    return value.strip()


def _refuse_twins(texts: Sequence[str], what: str) -> None:
    seen: set[str] = set()
    for text in texts:
        if text.casefold() in seen:
            raise InputError(f"{what} must differ", f"'{text}' is there twice", "Reword one, or remove it.")
        seen.add(text.casefold())
