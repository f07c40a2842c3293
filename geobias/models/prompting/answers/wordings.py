"""Wordings of one answer set in one language, compiled: which words are an answer alone, and which within a clause."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from geobias.models.prompting.answers.answer_set import ANY, AnswerSet, Wording
from geobias.models.prompting.answers.language import Language, language, language_codes
from geobias.models.prompting.answers.phrases import Found, Phrases

CONTRAST, REASON, CONDITION = "contrast", "reason", "condition"


@dataclass(frozen=True)
class Wordings:
    """A set in a language.

    Attributes
    ----------
    words : what answers alone in a clause, and may be followed by one of `Language.continues`; within : what answers
        wherever it stands; short : whole sentences that do.
    markers, quoting : of the language and of English, which models write around any.
    foreign : negations of other languages than this, for a text whose language is not known.
    """

    language: Language
    words: Phrases
    within: Phrases
    short: Phrases
    eager: Phrases
    markers: Phrases
    quoting: Phrases
    connectives: Phrases
    foreign: Phrases
    keys: dict[str, str]
    negated: dict[str, str]

    def without_answers(self, said: Sequence[str]) -> list[str]:
        """The words with a sign in place of those that are wordings of answers."""
        out = list(said)
        for found in self.within.find(said):
            out[found.start : found.stop] = ["·"] * (found.stop - found.start)
        return out

    def word_at_start(self, said: Sequence[str]) -> Found | None:
        """The word that the clause answers with: all of it, or before what may follow such a word."""
        found = self.words.at_start(said)
        if found is None:
            return None
        rest = said[found.stop :]
        own = self.language
        goes_on = own.continues.at_start(rest) or own.joins.at_start(rest) or own.trailers.are(rest)
        return found if not rest or goes_on else None


@cache
def wordings(answers: AnswerSet, code: str, *, only: bool) -> Wordings:
    """`only` : the text is known to be in this language."""
    own, english = language(code), language("en")
    sides = {"yes": (own.yes, own.short_yes), "no": (own.no, own.short_no)}
    words: dict[str, list[str]] = {}
    within: dict[str, list[str]] = {}
    short: dict[str, list[str]] = {}
    eager: dict[str, list[str]] = {}
    for answer in answers.answers:
        found = [answer.wordings.get(one, Wording()) for one in (code, ANY)]
        words[answer.value] = [answer.value, *(word for one in found for word in one.alone)]
        within[answer.value] = [word for one in found for word in one.within]
        if answer.affirms:
            alone, whole = sides[answer.affirms]
            words[answer.value] += _listed(alone)
            short[answer.value] = _listed(whole)
        if answer.affirms == "yes":
            eager[answer.value] = _listed(own.eager)
    connectives = {CONTRAST: own.contrasts, REASON: own.reasons, CONDITION: own.conditions}
    return Wordings(
        language=own,
        words=Phrases.of(words),
        within=Phrases.of(within),
        short=Phrases.of(short),
        eager=Phrases.of(eager),
        markers=Phrases.of({*_listed(own.markers), *_listed(english.markers)}),
        quoting=Phrases.of({*_listed(own.quoting), *_listed(english.quoting)}),
        connectives=Phrases.of({kind: _listed(phrases) for kind, phrases in connectives.items()}),
        foreign=Phrases.of(() if only else _foreign(own)),
        keys={key: answer.value for answer in answers.answers for key in answer.keys},
        negated={answer.value: answer.negated for answer in answers.answers},
    )


def _listed(phrases: Phrases) -> list[str]:
    return [wording for _, wording in phrases.wordings]


def _foreign(own: Language) -> list[str]:
    others = [language(code) for code in language_codes() if code != own.code]
    return [one for other in others for one in _listed(other.negations) if not own.negations.are([one])]
