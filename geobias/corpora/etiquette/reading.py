"""Cells of a table of statements become texts and labels, and texts are mended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from geobias.corpora.cells import word_of
from geobias.corpora.cleaning import Cleaning
from geobias.corpora.columns import as_string
from geobias.corpora.mojibake import looks_broken, mend_mojibake
from geobias.errors import InputError
from geobias.raw import RawTable
from geobias.suggest import nearest

MOJIBAKE = Literal["repair", "keep"]
LABELS: Mapping[str, int | None] = {"1": 1, "-1": -1}


@dataclass(frozen=True)
class Mending:
    """How texts are repaired: mojibake first, for cleaning takes its control characters away."""

    mojibake: MOJIBAKE
    cleaning: Cleaning

    def clean(self, text: str) -> tuple[str, Counter[str], bool]:
        """The text, repairs by reason, and whether it still looks broken."""
        mended, count = mend_mojibake(text)
        kept = self.mojibake == "keep"
        broken = looks_broken(text) or (kept and count > 0)
        if kept:
            mended, count = text, 0
        cleaned, repairs = self.cleaning.clean(mended)
        return cleaned, repairs + Counter(mojibake=count), broken if kept else looks_broken(mended)


def read_texts(table: RawTable, column: str, source: str) -> list[str]:
    """Texts as they stand; a cell that holds nothing is an empty one."""
    values = table[column]
    if not len(values):
        raise InputError(f"{source} must have at least one statement", "it has none", "Check the file.")
    for row, value in enumerate(values):
        if not isinstance(value, str) and as_string(value) != "":
            raise InputError(
                f"every statement in column '{column}' of {source} must be text",
                f"{table.places(row)} is {repr(value)[:60]} ({value.__class__.__name__})",
                "Name the column of statements.",
            )
    return [as_string(value) for value in values]


def label_words(label_map: Mapping[Any, int | None] | None) -> Mapping[str, int | None]:
    words = LABELS if label_map is None else {word_of(word): value for word, value in label_map.items()}
    for word, value in words.items():
        if value not in (1, -1, None):
            raise InputError("label_map must lead to 1, -1 or null", f"{word!r} leads to {value!r}", "Correct it.")
    return words


def read_labels(table: RawTable, column: str, source: str, words: Mapping[str, int | None]) -> list[int | None]:
    """1, -1, or None where the cell is blank or its word is left out."""
    out: list[int | None] = []
    for row, value in enumerate(table[column]):
        word = word_of(value)
        if word and word not in words:
            raise InputError(
                f"every label in column '{column}' of {source} must be one of {list(words)}",
                f"{table.places(row)} is {word!r}",
                f"{nearest(word, words)}Pass label_map={{<word>: 1, <word>: -1}}.",
            )
        out.append(words[word] if word else None)
    return out
