"""Readings: what one sentence claims, and what in it speaks against taking that for an answer."""

from __future__ import annotations

from dataclasses import dataclass, field

from geobias.models.prompting.answers.clauses import claims_within, ends_denied, opening
from geobias.models.prompting.answers.sentences import Part, Sentence, parts
from geobias.models.prompting.answers.wordings import CONDITION, CONTRAST, REASON, Wordings


@dataclass
class Reading:
    """Of a sentence.

    Attributes
    ----------
    marked, direct, said : values of answers that are called one, that a clause gives as such, and that it says within.
    hedged : nothing else counts ("it depends"). softened : what this sentence claims is in doubt ("might", "if").
    announces : it ends with what calls the next sentence an answer.
    """

    marked: set[str] = field(default_factory=set)
    direct: set[str] = field(default_factory=set)
    said: set[str] = field(default_factory=set)
    hedged: bool = False
    softened: bool = False
    refused: bool = False
    disclaimed: bool = False
    contradicted: bool = False
    announces: bool = False


def read_sentence(sentence: Sentence, after: Sentence, known: Wordings, *, marked: bool) -> Reading:
    """`after` : the sentence that follows, which tells the key of an option from the number of an item. `marked` : the
    one before announces an answer.
    """
    reading, own = Reading(), known.language
    said = sentence.words
    if sentence.question or own.questions.at_start(said) or _quotes(sentence, known):
        return reading
    left = known.without_answers(said)
    reading.hedged = own.hedges.occur(left)
    reading.refused = own.refusals.occur(said)
    reading.disclaimed = own.disclaimers.occur(said)
    reading.contradicted = own.contradictions.occur(said)
    if known.short.are(said):
        found = known.short.at_start(said)
        reading.direct |= {found.what} if found else set()
        return reading
    if _read_key(sentence, after, known, reading, marked=marked):
        return reading
    _Walk(reading, known, marked).over([*parts(sentence, known.connectives, known.words)])
    return reading


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
    denied: bool = False  # a negation was left open
    explains: bool = False  # what follows is a reason
    told: bool = False  # what follows is the view of others

    def over(self, all_parts: list[Part]) -> None:
        own, reading = self.known.language, self.reading
        softened = False
        for place, part in enumerate(all_parts):
            before = all_parts[place - 1] if place else None
            soft = own.softeners.occur(self.known.without_answers(part.words))
            if not self.word:
                softened |= soft or (part.kind == CONDITION)
            elif self._adjoins(part, before):
                reading.softened = True
            self._read(part, first=place == 0)
        if not self.word or (softened and not reading.said):
            reading.softened |= softened
        elif softened:
            reading.softened = True
        reading.announces = self.marked and not (reading.marked or reading.direct or reading.said)

    def _adjoins(self, part: Part, before: Part | None) -> bool:
        """Whether a condition or a softener follows directly on the answer: "yes, if", "yes, sometimes"."""
        own = self.known.language
        if before is None or not opening(before.words, self.known).answers:
            return False
        return part.kind == CONDITION or own.softeners.at_start(self.known.without_answers(part.words)) is not None

    def _read(self, part: Part, *, first: bool) -> None:
        own, reading = self.known.language, self.reading
        if part.kind == CONTRAST:
            self.explains = self.told = False
        self.explains |= part.kind == REASON and not first
        self.told |= own.others.at_start(part.words) is not None
        found = opening(part.words, self.known, marked=self.marked)
        self.marked = found.marked
        if self.told or part.kind in (REASON, CONDITION) or (reading.disclaimed and part.kind != CONTRAST):
            return
        if self.explains and not found.marked:
            return
        if found.answers:
            (reading.marked if found.marked else reading.direct).update(found.answers)
            self.word = True
            self.marked = False
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
