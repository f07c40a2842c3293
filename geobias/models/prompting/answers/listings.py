"""Listings: options that are only named ("yes or no", "(A) yes (B) no") go, so that none counts as chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from geobias.models.prompting.answers.folding import END, is_word
from geobias.models.prompting.answers.wordings import Wordings

_LONGEST = 12


@dataclass(frozen=True)
class _Option:
    start: int
    stop: int
    answer: str
    keyed: bool


def without_listings(tokens: Sequence[str], known: Wordings) -> list[str]:
    """The tokens with a sentence's end in place of every listing of two answers or more."""
    options = [*_options(tokens, known)]
    out = list(tokens)
    group: list[_Option] = []
    for option in [*options, None]:
        if option and group and _is_listed(tokens, group[-1], option, known):
            group.append(option)
            continue
        if len({one.answer for one in group}) > 1:
            stop = group[-1].stop
            out[group[0].start : stop] = [END] + [""] * (stop - group[0].start - 1)
        group = [option] if option else []
    return [token for token in out if token]


def _options(tokens: Sequence[str], known: Wordings) -> Iterator[_Option]:
    """Wordings and words of answers with the key before them, from left to right without overlap."""
    place = 0
    while place < len(tokens):
        run = _run(tokens, place)
        found = (
            [one for one in (one.at_start(run) for one in (known.within, known.alone, known.words)) if one]
            if run
            else []
        )
        best = max(found, key=lambda one: one.stop, default=None)
        if best is None:
            place += 1
            continue
        start = _with_key(tokens, place, known)
        stop = place + best.stop
        yield _Option(start, stop, best.what, start < place)
        place = stop


def _run(tokens: Sequence[str], place: int) -> list[str]:
    run: list[str] = []
    for token in tokens[place : place + _LONGEST]:
        if not is_word(token):
            break
        run.append(token)
    return run


def _with_key(tokens: Sequence[str], place: int, known: Wordings) -> int:
    """Where the option begins, with the key before its wording: "(a) yes", "1 = yes", "1 (yes)"."""
    back = place - 1
    while back >= 0 and tokens[back] in "()[].:=—,":
        back -= 1
    if back < 0 or tokens[back] not in known.keys or back == place - 1:
        return place
    return back - 1 if back and tokens[back - 1] in "([" else back


def _is_listed(tokens: Sequence[str], one: _Option, other: _Option, known: Wordings) -> bool:
    """Whether nothing but a connective, or the key of the second, stands between two options."""
    between = [token for token in tokens[one.stop : other.start] if token not in "()[]"]
    said = [token for token in between if is_word(token)]
    if one.keyed and other.keyed and not said:
        return True
    if END in between or (said and not known.language.alternatives.are(said)):
        return False
    return bool(said) or "/" in between or "|" in between
