"""Which words make a pair differ, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from geobias.report.estimates import chance, signed_number
from geobias.report.phrases import listing, percent, plural
from geobias.report.section import Finding
from geobias.report.sections.explanations.rows import Pair
from geobias.tables import ALIKE, AXIS, DIFFERENT, FOUND, LOG_ODDS, NAMED, TRANSPORT, UNTESTABLE

if TYPE_CHECKING:
    import pandas as pd

_NAMED = 8  # words in a sentence
LIMITS = (
    "The words are those of these texts and of what they are about: a region that writes of other things differs in "
    "words that have nothing to do with how it writes. Words found were masked in the texts that they were found in, "
    "so what is left without them is, if anything, too little; for words that were named this does not hold."
)


def explanation_findings(pair: Pair) -> Iterator[Finding]:
    """The words of each method, and what is left without them."""
    yield from map(Finding, _by_method(pair))
    if said := _masked(pair):
        yield Finding(said)


def _by_method(pair: Pair) -> Iterator[str]:
    found, whole = pair.found(LOG_ODDS), pair.whole(LOG_ODDS)
    if found.empty:
        yield f"{pair.label}: no word is said more by one of them than chance allows ({_tested(pair, LOG_ODDS)})."
    else:
        sides = [
            f"{group} says more {_words(rows)}"
            for group in pair.groups
            if len(rows := found[found["said_more_by"] == group])
        ]
        counted = f"{plural(len(found), 'word')} of {whole['n_items']:.0f} stand{'s' * (len(found) == 1)} out"
        yield f"{pair.label}: {counted} by how often either says it; {listing(sides)}."
    yield _of_whole(pair, TRANSPORT, "the excess of their token clouds over the noise floor")
    yield _of_whole(pair, AXIS, "their distance along the discriminant axis (standard deviations, held-out texts)")


def _of_whole(pair: Pair, method: str, what: str) -> str:
    found, whole = pair.found(method), pair.whole(method)
    said = f"{pair.label}: {what} is {signed_number(whole['whole'])} ({chance(whole['p'])})"
    if found.empty:
        return f"{said}; no single word has more of it than its frequency explains ({_tested(pair, method)})."
    share, tokens = (percent(float(found[column].sum())) for column in ("share", "frequency"))
    verb = "has" if len(found) == 1 else "have together"
    return f"{said}; {_words(found)} {verb} {share} of it, with {tokens} of the tokens."


def _tested(pair: Pair, method: str) -> str:
    rows = pair.of(method)
    if len(rows) and (rows["verdict"] == UNTESTABLE).all():
        return f"they cannot be tested with {rows['lacking'].iloc[0] or 'so few samples'}"
    return f"{plural(len(rows), 'word')} tested together"


def _words(rows: pd.DataFrame) -> str:
    """The first words, and how many more."""
    shown = [f"“{word}”" for word in rows["word"].astype(str)[:_NAMED]]
    more = len(rows) - len(shown)
    return listing([*shown, f"{more} more"]) if more else listing(shown)


def _masked(pair: Pair) -> str:
    rows = {row["masked"]: row for row in pair.masked.to_dict("records") if row["n_words"]}
    parts = []
    for kind, called in (
        (FOUND, "the {n} found"),
        (NAMED, "the {n} that were named"),
        (ALIKE, "{n} as frequent as those found"),
    ):
        if kind in rows:
            row = rows[kind]
            still = "still apart" if row["verdict"] == DIFFERENT else "no longer told apart"
            left = f"{percent(row['left'])} of the excess" if row["left"] == row["left"] else "an unknown part"
            ends = f" [{percent(row['left_low'])}, {percent(row['left_high'])}]" if row["left"] == row["left"] else ""
            words = called.format(n=plural(row["n_words"], "word"))
            parts.append(f"without {words} {left} is left{ends}, and they are {still}")
    return f"{pair.label}, encoded anew with words masked: {'; '.join(parts)}." if parts else ""
