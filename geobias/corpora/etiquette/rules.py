"""Which rows of a file of statements are kept: empty and short ones, repeats, and those with both labels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from geobias.arguments import choice, whole
from geobias.corpora.cleaning import normalise_text
from geobias.errors import InputError

EMPTY = Literal["drop", "error"]
SHORT = Literal["keep", "drop", "error"]
REPEATS = Literal["first", "keep", "error"]
CONFLICTS = Literal["drop", "first", "keep", "error"]


@dataclass(frozen=True)
class Lines:
    """Rows as read: `texts`, `regions` and `labels` of each, and in which line they stand."""

    texts: Sequence[str]
    regions: Sequence[str]
    labels: Sequence[int]
    places: Callable[[int], str]


@dataclass(frozen=True)
class Finding:
    """What a rule found: `rows` (bool, of all lines), why, and whether they were "dropped" or only "flagged"."""

    rows: np.ndarray
    reason: str
    event: str


@dataclass(frozen=True)
class Rules:
    """What is done with rows that say nothing, or say it twice.

    Attributes
    ----------
    empty : of texts without a visible character: "drop" or "error".
    short, least_words : of texts of fewer words than that: "keep", "drop" or "error".
    conflicts : of one text that its region both accepts and does not: "drop" all of it, "first" keeps the label that
        comes first, "keep" keeps both, "error".
    repeats : of one text with one label in one region: "first", "keep" or "error".

    Texts are one where they differ in case, signs and blanks alone (`normalise_text`). All are counted in any case.
    """

    empty: EMPTY = "drop"
    short: SHORT = "keep"
    least_words: int = 4
    conflicts: CONFLICTS = "drop"
    repeats: REPEATS = "first"

    def __post_init__(self) -> None:
        for name, words in (("empty", EMPTY), ("short", SHORT), ("conflicts", CONFLICTS), ("repeats", REPEATS)):
            choice(name, getattr(self, name), get_args(words))
        whole("least_words", self.least_words, 1)

    def apply(self, lines: Lines) -> tuple[np.ndarray, list[Finding]]:
        """bool (rows,), which are kept, and what each rule found among those that the rules before it kept.

        Raises
        ------
        InputError : the first row that a rule with "error" finds, with its place.
        """
        steps: tuple[tuple[str, str, Callable[[Lines, np.ndarray], np.ndarray]], ...] = (
            ("empty", "empty_text", _empty),
            ("short", f"under_{self.least_words}_words", self._short),
            ("conflicts", "both_labels_in_a_region", self._conflicts),
            ("repeats", "repeated_text", _repeats),
        )
        kept, found = np.ones(len(lines.texts), dtype=bool), []
        for name, reason, find in steps:
            rows, policy = find(lines, kept) & kept, getattr(self, name)
            if policy == "error" and rows.any():
                _refuse(name, reason, lines, int(np.argmax(rows)))
            event = "flagged" if policy == "keep" else "dropped"
            found.append(Finding(rows, reason, event))
            kept = kept & ~rows if event == "dropped" else kept
        return kept, found

    def _short(self, lines: Lines, _: np.ndarray) -> np.ndarray:
        counts = [len(text.split()) for text in lines.texts]
        return np.array([0 < count < self.least_words for count in counts], dtype=bool)

    def _conflicts(self, lines: Lines, kept: np.ndarray) -> np.ndarray:
        """All rows of a text with both labels in a region; with "first" those of the label that comes second."""
        first: dict[tuple[str, str], int] = {}
        labels: dict[tuple[str, str], set[int]] = {}
        keys = _keys(lines)
        for row in np.flatnonzero(kept).tolist():
            first.setdefault(keys[row], lines.labels[row])
            labels.setdefault(keys[row], set()).add(lines.labels[row])
        both = [len(labels.get(key, ())) > 1 for key in keys]
        if self.conflicts == "first":
            both = [two and first[key] != label for two, key, label in zip(both, keys, lines.labels, strict=True)]
        return np.array(both, dtype=bool)


def _empty(lines: Lines, _: np.ndarray) -> np.ndarray:
    return np.array([not text for text in lines.texts], dtype=bool)


def _repeats(lines: Lines, kept: np.ndarray) -> np.ndarray:
    seen: set[tuple[str, str, int]] = set()
    out = np.zeros(len(kept), dtype=bool)
    keys = _keys(lines)
    for row in np.flatnonzero(kept).tolist():
        about = (*keys[row], lines.labels[row])
        out[row] = about in seen
        seen.add(about)
    return out


def _keys(lines: Lines) -> list[tuple[str, str]]:
    """(text, region) of every row, the text without what case, signs and blanks add."""
    texts = [normalise_text(text) for text in lines.texts]
    return list(zip(texts, lines.regions, strict=True))


def across_regions(texts: Sequence[str], regions: Sequence[str]) -> int:
    """How many texts stand in more than one region."""
    pairs = {(normalise_text(text), region) for text, region in zip(texts, regions, strict=True)}
    return sum(count > 1 for count in Counter(text for text, _ in pairs).values())


def _refuse(name: str, reason: str, lines: Lines, row: int) -> None:
    said = {
        "empty": "be filled",
        "short": "be long enough",
        "conflicts": "have one label a region",
        "repeats": "stand once in a region",
    }[name]
    raise InputError(
        f"every statement must {said}, as {name}=error asks",
        f"{lines.places(row)} does not ({reason.replace('_', ' ')}: {lines.texts[row][:60]!r})",
        f"Correct it, or pass another {name}.",
    )
