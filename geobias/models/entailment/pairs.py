"""Pairs: distinct premises and hypotheses, and which of them are to be judged together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from geobias.errors import InputError


@dataclass(frozen=True, eq=False)
class Pairs:
    """What a back end is given.

    Attributes
    ----------
    premises, hypotheses : distinct texts, none of them blank.
    index : int64 (pairs, 2), the premise and the hypothesis of each pair; none comes twice.
    """

    premises: tuple[str, ...]
    hypotheses: tuple[str, ...]
    index: np.ndarray

    def __len__(self) -> int:
        return len(self.index)

    def texts(self, place: int) -> tuple[str, str]:
        """The premise and the hypothesis of one pair."""
        premise, hypothesis = self.index[place]
        return self.premises[premise], self.hypotheses[hypothesis]

    def only(self, places: np.ndarray) -> Pairs:
        """Some of the pairs, with the texts that these have."""
        (firsts, first), (seconds, second) = (
            np.unique(self.index[places, side], return_inverse=True) for side in (0, 1)
        )
        return Pairs(
            tuple(self.premises[place] for place in firsts),
            tuple(self.hypotheses[place] for place in seconds),
            np.stack([first, second], axis=1),
        )


def distinct(texts: Sequence[str], what: str) -> tuple[tuple[str, ...], np.ndarray]:
    """Distinct texts in the order of their first places, and the place among them of each, int64 (texts,).

    Raises
    ------
    InputError : one is no string, blank, or holds half of a character; named by its index.
    """
    if isinstance(texts, str):
        raise InputError(f"{what} must be a list of texts", "it is one text", "Put it in a list.")
    found: dict[str, int] = {}
    places = np.empty(len(texts), dtype=np.int64)
    for index, text in enumerate(texts):
        if text not in found if isinstance(text, str) else True:
            _check(text, index, what)
        places[index] = found.setdefault(text, len(found))
    return tuple(found), places


def _check(text: object, index: int, what: str) -> None:
    got = ""
    if not isinstance(text, str):
        got = f"{text!r} ({type(text).__name__})"
    elif not text.strip():
        got = f"blank ({text!r})"
    elif any("\ud800" <= letter <= "\udfff" for letter in text):
        got = f"{text[:60]!r}, with half of a character that takes two"
    if got:
        raise InputError(
            f"{what} must be texts that say something",
            f"the one at index {index} is {got}",
            "Leave it out, or mend it where it comes from.",
        )
