"""Balance of two labels in a training set: negated positives as new negatives, short positives merged into one.

Both are named by EtiCor (Dwivedi et al. 2023). They are made of a training set alone, after the split, so that no
evaluated text has a part in what trains.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from geobias.arguments import choice, whole
from geobias.corpora import negated
from geobias.errors import InputError

BALANCE = Literal["none", "negation", "merging", "both"]
NEGATED, MERGED = "negated", "merged"
SHORT_WORDS = 12


@dataclass(frozen=True)
class Balanced:
    """A training set in which two labels are as near to alike as the rules get them.

    Attributes
    ----------
    texts : n' strings. labels : int8 (n',), 1 or -1.
    sources : of each, the places of the texts that it is made of, in the set that was given.
    made_by : of each, "", `NEGATED` or `MERGED`.
    """

    texts: tuple[str, ...]
    labels: np.ndarray
    sources: tuple[tuple[int, ...], ...]
    made_by: tuple[str, ...]


def balance_labels(
    texts: Sequence[str],
    labels: Sequence[int] | np.ndarray,
    by: BALANCE,
    rng: np.random.Generator,
    *,
    short_words: int = SHORT_WORDS,
    negate: Callable[[str], str | None] = negated,
) -> Balanced:
    """Make negatives of positives, or fewer positives, until both labels are equally many or no rule applies any more.

    "negation" adds the opposites of positives drawn at random, each once, as negatives; "merging" joins two short
    positives, drawn at random, into one until there are no two left; "both" merges first, and negates where that is not
    enough. Where negatives are as many as positives, or more, nothing is done.

    Parameters
    ----------
    labels : (n,), 1 or -1. short_words : the most words of a text that is merged.
    negate : gives a text's opposite, None where it cannot.

    Raises
    ------
    InputError : another name, labels that are neither or not as many as texts.
    """
    choice("by", by, get_args(BALANCE))
    short_words = whole("short_words", short_words, 1)
    given = np.asarray(labels)
    if len(given) != len(texts) or not np.isin(given, (1, -1)).all():
        raise InputError(
            f"labels must be 1 or -1, one for each of {len(texts)} texts",
            f"there are {len(given)}, from {sorted({*given.tolist()})[:4]}",
            "Map them.",
        )
    rows: list[_Row] = [
        (text, int(label), (place,), "") for place, (text, label) in enumerate(zip(texts, given, strict=True))
    ]
    if by in ("merging", "both"):
        rows = _merged(rows, short_words, rng)
    if by in ("negation", "both"):
        rows += _opposites(rows, negate, rng)
    columns = tuple(zip(*rows, strict=True)) or ((), (), (), ())
    return Balanced(columns[0], np.array(columns[1], dtype=np.int8), columns[2], columns[3])


_Row = tuple[str, int, tuple[int, ...], str]


def _more_positives(rows: Sequence[_Row]) -> int:
    return sum(label for _, label, _, _ in rows)


def _merged(rows: list[_Row], short_words: int, rng: np.random.Generator) -> list[_Row]:
    """Two short positives after the other become one, at the first one's place."""
    short = [place for place, row in enumerate(rows) if row[1] == 1 and len(row[0].split()) <= short_words]
    order = rng.permutation(short)
    pairs = [sorted(order[at : at + 2].tolist()) for at in range(0, len(order) - 1, 2)]
    out: list[_Row | None] = list(rows)
    for first, second in pairs[: max(_more_positives(rows), 0)]:
        a, b = rows[first], rows[second]
        out[first], out[second] = (_joined(a[0], b[0]), 1, (*a[2], *b[2]), MERGED), None
    return [row for row in out if row is not None]


def _joined(first: str, second: str) -> str:
    """Two statements as one text; the first ends as a sentence.

    >>> _joined("Thank the cook", "Bow.")
    'Thank the cook. Bow.'
    """
    return f"{first if first[-1:] in '.!?' else first + '.'} {second}"


def _opposites(rows: Sequence[_Row], negate: Callable[[str], str | None], rng: np.random.Generator) -> list[_Row]:
    wanted, out = _more_positives(rows), list[_Row]()
    known = {text for text, _, _, _ in rows}
    for place in rng.permutation([place for place, row in enumerate(rows) if row[1] == 1]).tolist():
        if len(out) >= wanted:
            break
        text, _, sources, _ = rows[place]
        opposite = negate(text)
        if opposite is not None and opposite not in known:
            out.append((opposite, -1, sources, NEGATED))
            known.add(opposite)
    return out
