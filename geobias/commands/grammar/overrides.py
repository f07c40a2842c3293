"""Overrides `key=value` become the settings of a study, or one sentence that blames the word that is wrong.

Hydra names what it stumbles over first; here every word is judged by itself, beside the options that were chosen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from geobias.commands.grammar.choices import check_choices, choices_among
from geobias.commands.grammar.composing import accepted, composed, initialised, known_keys
from geobias.commands.grammar.hints import several, unknown, unreadable
from geobias.commands.grammar.parsing import parsed
from geobias.commands.grammar.sources import SEARCHPATH, is_group, options_of
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
        chosen = choices_among(read)
        check_choices({word: read[word] for word in chosen})
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
        return [_quoted_number(word, read[word], choices_among(read)) for word in overrides]


def _quoted_number(word: str, found: Any, chosen: Sequence[str]) -> str:
    if found is None or found.is_sweep_override() or type(found.value()) not in (int, float):
        return word
    key, _, raw = word.partition("=")
    quoted = f'{key}="{raw}"'
    return quoted if str(found.value()) != raw and accepted(quoted, chosen) else word


def _check_key(found: Any, word: str, chosen: Sequence[str], known: Mapping[str, Any]) -> None:
    """A key that there is not gets the nearest one; a group's name is chosen, not set; a value must be there."""
    key, value = str(found.key_or_group), None if found.is_sweep_override() else found.value()
    group, _, last = key.partition(".")
    parent = key.rpartition(".")[0]
    if key not in known:
        # Into a map, not into a group of settings: the typed check says whether it is one.
        if not (found.is_add() and parent in known and ("." in parent or _holds_groups(known[parent]))):
            raise unknown(word, chosen, known)
    elif found.is_delete() and not isinstance(known.get(parent), dict):
        raise InputError("a setting cannot be taken away", f"{word} does", "Leave it out for its default.")
    elif found.is_add() and not found.is_force_add():
        raise InputError("+ adds a key that is not there yet", f"'{key}' is", f"Did you mean {override(key, value)}?")
    elif last == "name" and parent == group and is_group(group, chosen) and value != known[key]:
        options = options_of(group, chosen)
        near = closest(value, options)
        mend = f"Did you mean {group}={near}?" if near else f"There are {options}."
        raise InputError(f"an option of '{group}' must be chosen by {group}=", f"{word} sets a name alone", mend)
    elif "=" in word and not word.partition("=")[2].strip() and known[key] != "":
        unset = f"Pass {key}=<value>."
        mend = unset if known[key] == UNSET else f"Leave it out, or pass {override(key, known[key])}."
        raise InputError(f"'{key}' must have a value after =", "there is none", mend)


def _holds_groups(values: Any) -> bool:
    """Whether a group is a map of groups of settings by names of one's own, such as `asked`, an empty one too."""
    return isinstance(values, dict) and all(isinstance(value, dict) for value in values.values())
