"""The words of a command line, told apart: Hydra's flags with their values, overrides, and what is neither."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from geobias.commands.grammar.composing import initialised, known_keys
from geobias.commands.grammar.flags import FLAGS, check_flag
from geobias.commands.grammar.roots import root
from geobias.commands.grammar.sources import options_of
from geobias.errors import InputError
from geobias.suggest import closest, override

_LIKE = 0.7
"""How like a name a word must be to stand for it: a word alone may mean anything."""


def is_override(word: str) -> bool:
    return not word.startswith("-") and ("=" in word or word.startswith("~"))


def split_words(words: Sequence[str], commands: Iterable[str]) -> tuple[dict[str, str], list[str]]:
    """(flag in its long spelling -> its value or "", overrides).

    Raises
    ------
    InputError : a flag that there is not or that is not taken here, or a word that is neither; the message has what was
        meant.
    """
    flags: dict[str, str] = {}
    overrides: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        spelling, _, value = word.partition("=")
        if spelling in FLAGS:
            flag = FLAGS[spelling]
            if not value and rest and (flag.needed or rest[0] in flag.choices):
                value = rest.pop(0)
            check_flag(flag, value)
            flags[flag.name] = value
        elif is_override(word):
            overrides.append(word)
        elif word.startswith("-"):
            raise _unknown_flag(word, rest, FLAGS)
        else:
            raise _bare(word, overrides[-1:], rest, commands)
    return flags, overrides


def _known() -> Mapping[str, Any]:
    with initialised():
        return known_keys([])


def _unknown_flag(word: str, rest: Sequence[str], flags: Iterable[str]) -> InputError:
    key, _, value = word.lstrip("-").partition("=")
    if not value and rest and not rest[0].startswith("-") and "=" not in rest[0]:
        value = rest[0]
    known = _known()
    flag = closest(word, flags, 0.75)
    if key in known or not flag:
        mend = _assignment(key, value, known) or f"See {root().help}."
    else:
        mend = f"Did you mean {flag}?"
    return InputError(
        "what begins with - must be a flag of Hydra's (settings are key=value)", f"'{word}' is none", mend
    )


def _assignment(key: str, value: str, known: Mapping[str, Any]) -> str:
    """The override that a word without = stands for; "" where it is like no key."""
    near = key if key in known else closest(key, known)
    if near is None:
        return ""
    return f"Did you mean {shlex.quote(f'{near}={value}')}?" if value else f"Pass {near}=<value>."


def _bare(word: str, before: Sequence[str], rest: Sequence[str], commands: Iterable[str]) -> InputError:
    """The error for a word that is neither a flag, nor a flag's value, nor an override."""
    error = "arguments must be a command or overrides key=value", f"'{word}' is neither"
    if rest and rest[0].startswith("="):
        joined = word + rest[0] + ("" if rest[0] != "=" else (rest[1:] or [""])[0])
        return InputError(*error, f"There are no blanks around =. Did you mean {shlex.quote(joined)}?")
    if before and before[0].endswith("="):
        return InputError(*error, f"There are no blanks around =. Did you mean {shlex.quote(before[0] + word)}?")
    known = _known()
    if before and word not in commands and word.partition(":")[0] not in known:
        key, _, value = before[0].partition("=")
        several = [value, word]
        for other in rest:
            if is_override(other) or other.startswith("-"):
                break
            several.append(other)
        if value.startswith(("[", "{")) or value.endswith(","):
            whole = f"{key}={' '.join(several)}"
            return InputError(*error, f"What has blanks in it needs quotes: {shlex.quote(whole)}.")
        return InputError(*error, f"A value with blanks needs quotes: {override(key, ' '.join(several))}.")
    return InputError(*error, _lone(word, rest, commands, known))


def _lone(word: str, rest: Sequence[str], commands: Iterable[str], known: Mapping[str, Any]) -> str:
    """What a word stands for that is no part of a value: a setting without its =, or a command."""
    key, colon, value = word.partition(":")
    following = rest[0] if rest and not is_override(rest[0]) else ""
    command = closest(word, commands, _LIKE)
    if command and key not in known:
        return f"Did you mean 'geobias {command}'?"
    study = closest(word, options_of("study"), _LIKE) if root().of_studies else None
    if study and key not in known:
        return f"Did you mean study={study}?"
    if closest(key, known, _LIKE):
        return _assignment(key, value if colon else following, known)
    if not root().of_studies:
        return f"See {root().help}."
    return f"Commands are {', '.join(sorted(commands))}; settings of a study are key=value. See {root().help}."
