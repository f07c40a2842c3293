"""Overrides `key=value` become the settings of a study, or one sentence that blames the word that is wrong.

Hydra names what it stumbles over first; here every word is judged by itself, beside the options that were chosen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from geobias.commands.composing import (
    SEARCHPATH,
    accepted,
    composed,
    initialised,
    is_group,
    known_keys,
    options_of,
    parsed,
)
from geobias.commands.hints import several, unknown, unreadable
from geobias.errors import InputError
from geobias.files import at_home
from geobias.suggest import closest, override
from geobias.typed import UNSET


def with_folder(overrides: Sequence[str], folder: str | None) -> list[str]:
    """The overrides, and one that adds a folder with configurations of one's own."""
    if folder is None:
        return list(overrides)
    path = at_home(folder).absolute()
    if not path.is_dir():
        raise InputError("--config-dir must be a folder", f"'{folder}' is none", "Correct the path.")
    return [*overrides, f'{SEARCHPATH}=["file://{path}"]']


def compose(overrides: Sequence[str]) -> Any:
    """The configuration of these overrides.

    Raises
    ------
    InputError : an override cannot be parsed, or names what there is not, or lacks what it needs; the message says
        which, and what would be accepted.
    """
    with initialised():
        read = {word: parsed(word) for word in overrides}
        chosen = _chosen(read)
        for word in chosen:
            _check_option(read[word], word, overrides)
        single = [word for word in chosen if not read[word].is_sweep_override()]
        known = known_keys(single)
        for word, found in read.items():
            if found is None:
                raise unreadable(word, single, known)
            if word not in chosen:
                _check_key(found, word, single, known)
            if found.is_sweep_override():
                raise several(word, single)
        return composed(overrides)


def as_written(overrides: Sequence[str], added: Sequence[str] = ()) -> list[str]:
    """The overrides with numbers quoted where text is wanted: a column called 1e5 is not 100000.0."""
    with initialised():
        read = {word: parsed(word) for word in (*overrides, *added)}
        return [_quoted_number(word, read[word], _chosen(read)) for word in overrides]


def _quoted_number(word: str, found: Any, chosen: Sequence[str]) -> str:
    if found is None or found.is_sweep_override() or type(found.value()) not in (int, float):
        return word
    key, _, raw = word.partition("=")
    quoted = f'{key}="{raw}"'
    return quoted if str(found.value()) != raw and accepted(quoted, chosen) else word


def _chosen(found: Mapping[str, Any]) -> list[str]:
    """The overrides that choose options of groups, or are Hydra's own."""
    keys = {word: str(one.key_or_group) for word, one in found.items() if one is not None}
    return [word for word, key in keys.items() if key.startswith("hydra") or is_group(key)]


def _check_option(found: Any, word: str, overrides: Sequence[str]) -> None:
    """An option of a group that there is not gets the nearest one; a group cannot be taken away."""
    group = str(found.key_or_group)
    if group.startswith("hydra") or found.is_sweep_override():
        return
    value, options = found.value(), options_of(group, overrides)
    if group == "experiment" and (value is None or found.is_delete()):
        return
    picked = value if group == "experiment" and isinstance(value, list) else [value]
    wrong = next((one for one in picked if one not in options), None)
    if wrong is None and value is not None and not found.is_delete():
        if found.is_add():
            raise InputError(f"'{group}' is chosen without +", f"{word} has one", f"Did you mean {word.lstrip('+')}?")
        return
    near = closest(wrong, options) or ("none" if "none" in options and not isinstance(wrong, str) else None)
    mend = f"Did you mean {group}={near}?" if near else f"There are {options}."
    got = f"{word} takes it away" if found.is_delete() else f"{_shown(wrong)} is not"
    raise InputError(f"'{group}' must be one of its options", got, mend)


def _shown(value: Any) -> str:
    return "null" if value is None else f"'{value}'"


def _check_key(found: Any, word: str, chosen: Sequence[str], known: Mapping[str, Any]) -> None:
    """A key that there is not gets the nearest one; a group's name is chosen, not set; a value must be there."""
    key, value = str(found.key_or_group), None if found.is_sweep_override() else found.value()
    group, _, last = key.partition(".")
    parent = key.rpartition(".")[0]
    if key not in known:
        # Into a map, not into a group of settings: the typed check says whether it is one.
        if not (found.is_add() and "." in parent and parent in known):
            raise unknown(word, chosen, known)
    elif found.is_delete() and not isinstance(known.get(parent), dict):
        raise InputError("a setting cannot be taken away", f"{word} does", "Leave it out for its default.")
    elif found.is_add() and not found.is_force_add():
        raise InputError("+ adds a key that is not there yet", f"'{key}' is", f"Did you mean {override(key, value)}?")
    elif last == "name" and is_group(group) and value != known[key]:
        near = closest(value, options_of(group))
        mend = f"Did you mean {group}={near}?" if near else f"There are {options_of(group)}."
        raise InputError(f"an option of '{group}' must be chosen by {group}=", f"{word} sets a name alone", mend)
    elif "=" in word and not word.partition("=")[2].strip() and known[key] != "":
        unset = f"Pass {key}=<value>."
        mend = unset if known[key] == UNSET else f"Leave it out, or pass {override(key, known[key])}."
        raise InputError(f"'{key}' must have a value after =", "there is none", mend)
