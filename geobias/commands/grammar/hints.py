"""What an override should have been: offers that have been tried before they are made."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from geobias.commands.grammar.composing import accepted, option_keys
from geobias.commands.grammar.parsing import parsed
from geobias.commands.grammar.roots import root
from geobias.commands.grammar.sources import folders_among, groups, is_group, mentions, options_of, written
from geobias.errors import InputError
from geobias.suggest import closest, override

_QUOTES = " '\"“”„‘’‚«»`´"
"""What people type or paste around a value."""


def unknown(word: str, chosen: Sequence[str], known: Mapping[str, Any]) -> InputError:
    """The error for a key that there is not, with the word that was meant."""
    sign, key, value = _parts(word)
    return InputError(
        "every override must name a key of the configuration",
        f"'{key}' is none",
        _other_options(key, chosen, known) or _near_keys(sign, key, value, chosen, known),
    )


def _parts(word: str) -> tuple[str, str, str]:
    """(signs before it, key, value as typed)"""
    key, _, value = word.partition("=")
    bare = key.lstrip("+~")
    return key[: len(key) - len(bare)], bare, value


def _other_options(key: str, chosen: Sequence[str], known: Mapping[str, Any]) -> str:
    """A key of another option of its group, of any group where it names none, or of another study: which have it."""
    group, _, rest = key.partition(".")
    folders = folders_among(chosen)
    if any(name.rpartition(".")[2] == key for name in known) or not written(key.rpartition(".")[2], folders):
        return ""
    named = {group: key} if rest else {one: f"{one}.{key}" for one in groups(folders) if mentions(one, key, folders)}
    places = {place: full for place, full in named.items() if is_group(place, folders)}
    beside = (*folders, *([f"study={known.get('study.name')}"] if root().of_studies else []))
    having = [
        (full, f"{place}={option}")
        for place, full in places.items()
        for option in options_of(place, folders)
        if full in option_keys(place, option, beside)
    ] or [
        (full, f"study={study}")
        for full in places.values()
        for study in (options_of("study", folders) if root().of_studies else ())
        if full in option_keys("study", study, tuple(folders))
    ]
    if not having:
        return ""
    return f"'{having[0][0]}' belongs to {', '.join(option for _, option in having)}: name the one you mean."


def _near_keys(sign: str, key: str, value: str, chosen: Sequence[str], known: Mapping[str, Any]) -> str:
    group, _, last = key.replace("/", ".").replace(":", ".").rpartition(".")
    if "." in group and group in known and accepted(nested := f"{group}={{{last}:{value}}}", chosen):
        return f"Did you mean {shlex.quote(nested)}?"
    near = [
        name
        for name in _nearest_keys(group, last, known)
        if not is_group(name, chosen) or value in options_of(name, chosen)
    ]
    if not near:
        return f"`{root().listing}` lists all."
    offers = [f"'{name}'" if sign.startswith("~") else shlex.quote(f"{name}={value}") for name in near]
    return f"Did you mean {' or '.join(offers)}?"


def _nearest_keys(group: str, last: str, known: Mapping[str, Any]) -> list[str]:
    """Of the same group what is very like it; of others what is called alike; then what is somewhat like it."""
    beside = {name.rpartition(".")[2]: name for name in known if name.rpartition(".")[0] == group}
    alike = [name for name in known if name.rpartition(".")[2] == last]
    every = f"{group}.{last}" if group else last
    found = (
        beside.get(str(closest(last, beside, 0.8))),
        alike,
        beside.get(str(closest(last, beside))),
        closest(every, known, 0.6),
    )
    return next(([one] if isinstance(one, str) else one for one in found if one), [])


def unreadable(word: str, chosen: Sequence[str], known: Mapping[str, Any]) -> InputError:
    """The error for an override that Hydra cannot parse: its key is none, or its value needs quotes."""
    sign, key, value = _parts(word)
    if parsed(f"{key}=0") is None:
        return unknown(word, chosen, known)
    closing = {"[": "]", "{": "}"}.get(value[:1], "")
    bare = f"{sign}{key}={value.strip(_QUOTES)}"
    offers = [
        shlex.quote(word + closing),
        shlex.quote(bare),
        *(override(f"{sign}{key}", read) for read in _readings(value)),
    ]
    offer = next((one for one in offers if accepted(_typed(one), chosen)), None)
    if offer is None and not value.startswith(("[", "{")):
        offer = override(f"{sign}{key}", value)
    return InputError(
        "every override must be key=value in Hydra's grammar",
        f"{word} is not (characters such as = ( ) ' , and letters beyond a to z need quotes)",
        f"Write {offer} in the shell, quotes and all; or {root().by_file}"
        if offer
        else f"{root().by_file[0].upper()}{root().by_file[1:]}",
    )


def _typed(offer: str) -> str:
    """The word that a shell makes of an offer."""
    return shlex.split(offer)[0]


def _readings(value: str) -> Iterator[Any]:
    """What the text of a value may stand for: a list or a map, items in other brackets, or itself."""
    from yaml import YAMLError, safe_load

    if value.startswith(("[", "{")):
        apart = re.sub(r"""("[^"]*"|'[^']*')|:(?=\S)""", lambda found: found[1] or ": ", value)
        for text in (apart, value):  # YAML parts a key from its value by a blank, Hydra needs none
            with suppress(YAMLError):
                yield safe_load(text)
    if value.startswith(("(", "{", "[")):
        yield [item.strip(_QUOTES) for item in value.strip("()[]{} ").split(",")]
    elif value.strip(_QUOTES) != value:
        yield value.strip(_QUOTES)
        yield [item.strip(_QUOTES) for item in value.split(",")]
    yield value


def several(word: str, chosen: Sequence[str]) -> InputError:
    """The error for several values without brackets: a list, a decimal comma, a text with commas, or a sweep."""
    sign, key, value = _parts(word)
    listed, text = shlex.quote(f"{sign}{key}=[{value}]"), override(f"{sign}{key}", value)
    if not is_group(key, chosen) and accepted(_typed(listed), chosen):
        mend = f"A list needs brackets: {listed}."
    elif re.fullmatch(r"\d+,\d+", value) and accepted(point := word.replace(",", "."), chosen):
        mend = f"A number has a decimal point: {point}."
    elif accepted(_typed(text), chosen):
        mend = f"A text with commas needs quotes: {text}."
    else:
        mend = f"A sweep, one run for each, needs -m: -m {shlex.quote(word)}."
    return InputError(f"'{key}' must have one value", f"{value} is several", mend)
