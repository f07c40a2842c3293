"""Readings: what one sentence claims, and what in it speaks against taking that for an answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from geobias.models.prompting.answers.clauses import claims_within, ends_denied, opening
from geobias.models.prompting.answers.sentences import Part, Sentence, parts
from geobias.models.prompting.answers.wordings import CONDITION, CONTRAST, FORCED, REASON, Wordings

_SHORT = 4
"""Words of a part that does nothing but soften the one before it."""


@dataclass
class Reading:
    """Of a sentence.

    Attributes
    ----------
    marked, direct, said : values of answers that are called one, that a clause gives as such, and that it says within.
    told : those that a clause gives beside the view of others; they may not differ from `direct`.
    hedged : nothing in the text counts ("it depends").
    softened, limited, conditional : what this sentence claims is in doubt ("might"), or holds in some cases, or under a
        condition ("if").
    unsettled : what it calls an answer is a hedge ("the long answer is: it depends").
    worded : it answers with yes or no. asks_contrary : it is a question that such an answer turns round ("rude? no").
    announces : it ends with what calls the next sentence an answer.
    """

    marked: set[str] = field(default_factory=set)
    direct: set[str] = field(default_factory=set)
    said: set[str] = field(default_factory=set)
    told: set[str] = field(default_factory=set)
    hedged: bool = False
    softened: bool = False
    limited: bool = False
    conditional: bool = False
    unsettled: bool = False
    worded: bool = False
    asks_contrary: bool = False
    refused: bool = False
    disclaimed: bool = False
    contradicted: bool = False
    announces: bool = False

    @property
    def doubtful(self) -> bool:
        return self.hedged or self.softened or self.limited or self.conditional


def read_sentence(sentence: Sentence, after: Sentence, known: Wordings, *, marked: bool) -> Reading:
    """`after` : the sentence that follows, which tells the key of an option from the number of an item. `marked` : the
    one before announces an answer.
    """
    reading, own = Reading(), known.language
    said = sentence.words
    if sentence.question or own.questions.at_start(said) or _quotes(sentence, known):
        asked = [found.what for clause in sentence.clauses for found in known.within.find(clause)]
        reading.asks_contrary = not known.denying.isdisjoint(asked)
        return reading
    left = known.without_answers(said)
    reading.hedged = own.hedges.occur(left) or own.scopes.are(said)
    reading.refused = own.refusals.occur(said)
    reading.disclaimed = own.disclaimers.occur(said)
    reading.contradicted = own.contradictions.occur(said)
    if _answers_the_person(said, known):
        return reading
    if known.short.are(said):
        found = known.short.at_start(said)
        reading.direct |= {found.what} if found else set()
        return reading
    if _read_key(sentence, after, known, reading, marked=marked):
        return reading
    _Walk(reading, known, marked).over([*parts(sentence, known.connectives, known.words, known.kept)])
    return reading


def _answers_the_person(said: Sequence[str], known: Wordings) -> bool:
    """Whether a yes or its like is to who asks, and not to what is asked: "yes, that is a good question"."""
    answers = (known.words, known.eager, known.within, known.alone)
    answered = False
    while not (answered and known.language.courtesies.at_start(said)):
        found = next((one for phrases in answers if (one := phrases.at_start(said))), None)
        answered |= found is not None
        found = found or known.language.openers.at_start(said)
        if not found:
            return False
        said = said[found.stop :]
    return True


def _quotes(sentence: Sentence, known: Wordings) -> bool:
    return len(sentence.clauses) > 1 and known.quoting.are(sentence.clauses[0])


def _read_key(sentence: Sentence, after: Sentence, known: Wordings, reading: Reading, *, marked: bool) -> bool:
    """Read a sentence that is, or begins with, the key of an option; whether it is such a one and no more."""
    key, *rest = sentence.clauses
    if len(key) != 1 or key[0] not in known.keys:
        return False
    answer = known.keys[key[0]]
    if rest:
        # "(b) no": the wording after it says whether it is a key.
        spelt = opening(rest[0], known)
        if spelt.answers or known.language.reasons.at_start(rest[0]) or marked:
            (reading.marked if marked else reading.direct).add(answer)
        return False
    if not sentence.followed or (after.clauses and opening(after.clauses[0], known).answers):
        (reading.marked if marked else reading.direct).add(answer)
    return True


@dataclass
class _Walk:
    """Over the parts of a sentence, from left to right."""

    reading: Reading
    known: Wordings
    marked: bool
    word: bool = False  # an answer has been given alone
    answering: Part | None = None  # the first that gave it
    denied: bool = False  # a negation was left open
    explains: bool = False  # what follows is a reason
    told: bool = False  # what follows is the view of others

    def over(self, all_parts: list[Part]) -> None:
        own, reading = self.known.language, self.reading
        for place, part in enumerate(all_parts):
            before = [one for one in all_parts[:place] if one.words]
            if not self.word or (before and self._adjoins(part, before[-1])):
                left = self.known.without_answers(part.words)
                reading.softened |= own.softeners.occur(left)
                reading.limited |= own.scopes.occur(left)
                reading.conditional |= part.kind == CONDITION and not self._undecided()
            self._read(part, first=place == 0)
        reading.unsettled |= self.marked and not reading.marked and (reading.hedged or reading.softened)
        reading.announces = self.marked and not (reading.marked or reading.direct or reading.said)

    def _adjoins(self, part: Part, before: Part) -> bool:
        """Whether a condition or a softener follows directly on the answer: "yes, if", "yes, sometimes"."""
        if before is not self.answering:
            return False
        own = self.known.language
        # "It is rude, perhaps because ..." doubts the reason; "yes, perhaps because ..." may doubt either.
        softens = self.reading.worded or len(part.words) <= _SHORT
        softened = softens and any(one.at_start(part.words) for one in (own.softeners, own.scopes))
        return part.kind == CONDITION or softened or own.partly.occur(part.words)

    def _undecided(self) -> bool:
        """Whether what is answered so far is that it is not known: "not sure whether"."""
        found = self.reading.direct | self.reading.said | self.reading.marked
        return bool(found) and found <= self.known.undecided

    def _read(self, part: Part, *, first: bool) -> None:
        own, reading = self.known.language, self.reading
        if part.kind == CONTRAST:
            self.explains = self.told = False
        self.explains |= part.kind == REASON and not first
        self.told |= own.others.at_start(part.words) is not None
        found = opening(part.words, self.known, marked=self.marked or part.kind == FORCED)
        self.marked = found.marked or part.kind == FORCED
        if self.told:
            reading.told.update(found.answers)
        if self.told or part.kind in (REASON, CONDITION) or (reading.disclaimed and part.kind != CONTRAST):
            return
        if self.explains and not found.marked:
            return
        if found.marked and not found.answers:
            reading.unsettled |= own.softeners.occur(found.rest) or own.hedges.occur(found.rest)
        if found.answers and not found.word and (self.denied or self.known.foreign.occur(part.words)):
            return
        if found.answers:
            reading.contradicted |= not found.marked and bool(reading.said - set(found.answers))
            reading.worded |= found.word
            (reading.marked if found.marked else reading.direct).update(found.answers)
            self.word, self.marked = True, False
            self.answering = self.answering or part
            return
        claims = set(claims_within(part.words, self.known))
        if self.word:
            # Beside an answer that stands alone the rest of its sentence may only agree.
            reading.contradicted |= (
                part.kind != CONTRAST and bool(claims) and not claims & (reading.direct | reading.marked)
            )
        elif not self.denied:
            reading.said |= claims
        self.denied |= ends_denied(part.words, self.known) and not claims
