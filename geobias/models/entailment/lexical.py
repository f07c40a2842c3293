"""The lexical baseline: shared words, and whether one of both sides is negated. It knows no meaning."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from geobias.memo import key
from geobias.models.entailment.pairs import Pairs

_WORD = re.compile(r"\w+(?:['’]\w+)*")
_SENTENCE = re.compile(r"[.!?;\n]+")
NEGATIONS = frozenset(
    ("no", "not", "never", "none", "nobody", "nothing", "nowhere", "neither", "nor", "cannot", "without")
)
_GRAMMAR = """
    a an the this that these those i you he she it we they me him her us them my your his its our their
    is am are was were be been being do does did have has had will would can could should must may might
    of to in on at by for with from as and or but if so than then there here who which what very
"""
FUNCTION_WORDS = frozenset(_GRAMMAR.split())
"""Words of English grammar that say nothing of what a text is about."""


class Lexical:
    """The share o of the hypothesis's content words that the best sentence of the premise has.

    That sentence is the first of those that share most; with as many negations, modulo two, as the hypothesis it
    entails it with probability o, else it contradicts it with o; neither has 1 - o. English alone; word overlap with
    negation is the bag of words
    that inference is held against (MacCartney 2009, *Natural language inference*, chapter 2), with negation added.
    """

    name = "lexical"
    knows_contradiction = True

    def __init__(self) -> None:
        self.fingerprint = key("entailment", "lexical", [sorted(NEGATIONS), sorted(FUNCTION_WORDS)])

    def judge(self, pairs: Pairs) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """All pairs at once; see `Backend.judge`."""
        premises = [[read(sentence) for sentence in _SENTENCE.split(text)] for text in pairs.premises]
        hypotheses = [read(text) for text in pairs.hypotheses]
        rows = [_probabilities(premises[first], hypotheses[second]) for first, second in pairs.index]
        yield np.arange(len(pairs)), np.array(rows)


def read(text: str) -> tuple[frozenset[str], bool]:
    """The content words of a text, and whether it is negated: an odd number of negations.

    >>> words, negated = read("Women shouldn't have to work.")
    >>> sorted(words), negated
    (['women', 'work'], True)
    """
    words = [word.replace("’", "'") for word in _WORD.findall(text.casefold())]
    negations = [word for word in words if word in NEGATIONS or word.endswith("n't")]
    return frozenset(words) - FUNCTION_WORDS - frozenset(negations), len(negations) % 2 == 1


def _probabilities(
    sentences: list[tuple[frozenset[str], bool]], hypothesis: tuple[frozenset[str], bool]
) -> tuple[float, float, float]:
    """Of contradiction, neutral, entailment."""
    words, negated = hypothesis
    shares = [len(words & found) / len(words) if words else 0.0 for found, _ in sentences]
    best = int(np.argmax(shares))
    share = shares[best]
    return (0.0, 1 - share, share) if sentences[best][1] == negated else (share, 1 - share, 0.0)
