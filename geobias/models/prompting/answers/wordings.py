"""Wordings of one answer set in one language, compiled: which words are an answer alone, and which within a clause."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache

from geobias.models.prompting.answers.answer_set import ANY, AnswerSet, Wording
from geobias.models.prompting.answers.folding import words as words_of
from geobias.models.prompting.answers.language import Language, language
from geobias.models.prompting.answers.phrases import Found, Phrases

_SHARED = ("markers", "quoting")
CONTRAST, REASON, CONDITION, FORCED = "contrast", "reason", "condition", "forced"


@dataclass(frozen=True)
class Wordings:
    """A set in a language.

    Attributes
    ----------
    words : yes and no, alone in a clause or before what may follow them. alone : other wordings that have to be all
        of a clause. within : those that may stand anywhere in one. short : whole sentences that answer.
    eager : as in `Language`. kept : wordings that no connective parts. connectives : kind -> what begins such a clause.
    markers, quoting : of the language and of English, which models write around any.
    foreign : negations of other languages that the text may be in.
    keys : key of an option -> value. negated : value -> value of its negation, "" = none.
    denying : answers that affirm no. undecided : answers beside yes and no, such as "not sure".
    vocabulary : all words that the language lists, by which a text is known to be in it.
    """

    language: Language
    words: Phrases
    alone: Phrases
    within: Phrases
    kept: Phrases
    short: Phrases
    eager: Phrases
    markers: Phrases
    quoting: Phrases
    connectives: Phrases
    foreign: Phrases
    keys: dict[str, str]
    negated: dict[str, str]
    denying: frozenset[str]
    undecided: frozenset[str]
    vocabulary: frozenset[str]

    def without_answers(self, said: Sequence[str]) -> list[str]:
        """The words with a sign in place of those that are wordings of answers."""
        out = list(said)
        for found in (*self.within.find(said), *self.alone.find(said)):
            out[found.start : found.stop] = ["·"] * (found.stop - found.start)
        return out

    def word_at_start(self, said: Sequence[str]) -> Found | None:
        """The word that the clause answers with: all of it, or before what may follow such a word."""
        found = self.words.at_start(said)
        if found is None:
            return None
        rest = said[found.stop :]
        own = self.language
        plain = own.plain.are(said[: found.stop]) and own.continues.at_start(rest)
        goes_on = plain or own.joins.at_start(rest) or own.trailers.are(rest)
        return found if not rest or goes_on else None


@cache
def wordings(answers: AnswerSet, code: str, others: tuple[str, ...] = ()) -> Wordings:
    """`others` : languages that the text may as well be in."""
    own, english = language(code), language("en")
    sides = {"yes": (own.yes, own.short_yes), "no": (own.no, own.short_no)}
    words: dict[str, list[str]] = {}
    alone: dict[str, list[str]] = {}
    within: dict[str, list[str]] = {}
    short: dict[str, list[str]] = {}
    eager: dict[str, list[str]] = {}
    for answer in answers.answers:
        found = [answer.wordings.get(one, Wording()) for one in (code, ANY)]
        words[answer.value] = []
        # The value itself, as JSON has it in any language; "yes" is in the lists of English.
        is_word = any(english_side.are(words_of(answer.value)) for english_side in (english.yes, english.no))
        (words if is_word else alone)[answer.value] = [answer.value]
        alone.setdefault(answer.value, []).extend(word for one in found for word in one.alone)
        within[answer.value] = [word for one in found for word in one.within]
        if answer.affirms:
            said, whole = sides[answer.affirms]
            words[answer.value] += _listed(said)
            short[answer.value] = _listed(whole)
        if answer.affirms == "yes":
            eager[answer.value] = _listed(own.eager)
    sides_taken = any(answer.affirms for answer in answers.answers)
    spelt = [*words.values(), *alone.values(), *within.values()]
    connectives = {CONTRAST: own.contrasts, REASON: own.reasons, CONDITION: own.conditions, FORCED: own.forced}
    return Wordings(
        language=own,
        words=Phrases.of(words),
        alone=Phrases.of(alone),
        within=Phrases.of(within),
        kept=Phrases.of(
            [*_listed(own.negations), *_listed(own.not_negations), *(one for w in within.values() for one in w)]
        ),
        short=Phrases.of(short),
        eager=Phrases.of(eager),
        markers=_both(own.markers, english.markers),
        quoting=_both(own.quoting, english.quoting),
        connectives=Phrases.of({kind: _listed(phrases) for kind, phrases in connectives.items()}),
        foreign=Phrases.of(_foreign(own, others)),
        keys={key: answer.value for answer in answers.answers for key in answer.keys},
        negated={answer.value: answer.negated for answer in answers.answers},
        denying=frozenset(one.value for one in answers.answers if one.affirms == "no"),
        undecided=frozenset(one.value for one in answers.answers if sides_taken and not one.affirms),
        vocabulary=_vocabulary(own) | {word for phrases in spelt for one in phrases for word in _literal(one)},
    )


def _listed(phrases: Phrases) -> list[str]:
    return [wording for _, wording in phrases.wordings]


def _both(own: Phrases, english: Phrases) -> Phrases:
    return Phrases(tuple(dict.fromkeys((*own.wordings, *english.wordings))))


@cache
def _vocabulary(own: Language) -> frozenset[str]:
    """Words of the lists of a language, but for those of English that stand before answers in all of them."""
    listed = [getattr(own, one.name) for one in fields(own) if one.type == "Phrases" and one.name not in _SHARED]
    return frozenset(word for phrases in listed for one in _listed(phrases) for word in _literal(one))


def _literal(wording: str) -> list[str]:
    return words_of(re.sub(r"[()|]|\.\.\.", " ", wording))


def _foreign(own: Language, others: tuple[str, ...]) -> list[str]:
    found = [one for code in others if code != own.code for one in _listed(language(code).negations)]
    return [one for one in found if not own.negations.are(words_of(one))]
