"""Clauses: what one clause claims, as an answer that stands alone in it or as something said within."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from geobias.models.prompting.answers.phrases import Found
from geobias.models.prompting.answers.wordings import Wordings


@dataclass(frozen=True)
class Opening:
    """How a clause opens.

    Attributes
    ----------
    answers : what it answers, all of it being an answer but for what may stand around one; more than one after "and".
    marked : whether it is called an answer ("the answer is"). rest : what follows its openers.
    """

    answers: tuple[str, ...] = ()
    marked: bool = False
    rest: tuple[str, ...] = ()
    word: bool = False


def opening(said: Sequence[str], known: Wordings, *, marked: bool = False) -> Opening:
    """Take off what may stand before an answer until there is one, or something else."""
    own = known.language
    rest, denied, opened = tuple(said), 0, False
    while rest:
        if not denied and (found := known.word_at_start(rest)):
            return Opening(_with_joined(found, rest, known), marked, rest, word=True)
        if (answer := _whole(rest, known, denied)) is not None:
            return Opening((answer,) if answer else (), marked, rest)
        if len(rest) == 1 and rest[0] in known.keys and (marked or (opened and rest[0].isdigit())):
            return Opening((known.keys[rest[0]],), True, rest)
        if found := own.not_negations.at_start(rest):
            pass
        elif found := known.markers.at_start(rest):
            marked = True
        elif found := own.negations.at_start(rest):
            denied += 1
        else:
            found = own.openers.at_start(rest) or own.contrasts.at_start(rest)
            opened = True
        if not found:
            break
        rest = rest[found.stop :]
    return Opening((), marked, rest)


def _with_joined(found: Found, rest: Sequence[str], known: Wordings) -> tuple[str, ...]:
    """The answer, and a second one after "and"."""
    after = rest[found.stop :]
    joint = known.language.joins.at_start(after)
    second = known.words.at_start(after[joint.stop :]) if joint else None
    return (found.what, second.what) if second and joint and second.stop == len(after) - joint.stop else (found.what,)


def _whole(rest: Sequence[str], known: Wordings, denied: int) -> str | None:
    """The answer that all of the rest says; "" where it is one whose negation is no answer; None = none."""
    tried = [found for one in (known.within, known.alone) if (found := one.at_start(rest))]
    if not tried:
        return None
    found = max(tried, key=lambda one: one.stop)
    after = list(rest[found.stop :])
    own = known.language
    while after:
        end = next((n for n in range(len(after)) if own.trailers.are(after[n:])), None)
        if end is not None:
            after = after[:end]
        elif own.negation_after and own.negations.are(after[-1:]):
            after, denied = after[:-1], denied + 1
        else:
            return None
    return _turned(found.what, denied, known)


def claims_within(said: Sequence[str], known: Wordings) -> Iterator[str]:
    """The answers that the clause says, each turned by the negations that reach it; doubtful ones are left out."""
    own = known.language
    answers = [*known.within.find(said)]
    negations = [*_negations(said, known, answers)]
    for answer in answers:
        before = [one for one in negations if one.stop <= answer.start]
        reaching = negations if own.negation_after else before
        spoilt = any(
            found.stop == answer.start and found.start >= max((one.stop for one in before), default=0)
            for found in own.spoiling.find(said[: answer.start])
        )
        if (
            spoilt
            or not _is_predicate(said, answer, known)
            or _is_subject(said, before, answer, known)
            or known.foreign.occur(said[: answer.start])
        ):
            continue
        turned = _turned(answer.what, len(reaching), known)
        if turned:
            yield turned


def ends_denied(said: Sequence[str], known: Wordings) -> bool:
    """Whether the clause breaks off at a negation, whose scope is then in a later one: "it is not, I think, polite"."""
    return any(found.stop == len(said) for found in known.language.negations.find(said))


def _negations(said: Sequence[str], known: Wordings, answers: Sequence[Found]) -> Iterator[Found]:
    taken = [*answers, *known.language.not_negations.find(said)]
    for found in known.language.negations.find(said):
        if not any(one.start < found.stop and found.start < one.stop for one in taken):
            yield found


def _is_predicate(said: Sequence[str], answer: Found, known: Wordings) -> bool:
    """Whether something is said to be so, and not only mentioned: "polite people wait" judges nothing."""
    own = known.language
    around = said if own.negation_after else said[: answer.stop]
    if not own.predicating.wordings or own.predicating.occur(around):
        return True
    denied = own.negations.occur(said[: answer.start])
    return denied or (answer.start == 0 and own.complements.at_start(said[answer.stop :]) is not None)


def _is_subject(said: Sequence[str], before: Sequence[Found], answer: Found, known: Wordings) -> bool:
    """Whether a negation is part of what is judged: "not tipping is polite" says nothing of tipping."""
    if not before or before[0].start > 0:
        return False
    between = said[before[0].stop : answer.start]
    copulas = known.language.copulas
    return bool(between) and not copulas.at_start(between) and copulas.occur(between[1:])


def _turned(answer: str, negations: int, known: Wordings) -> str:
    """The answer under so many negations; "" where that is none."""
    if known.language.concord:
        negations = min(negations, 1)
    return (answer, known.negated[answer], answer)[negations] if negations < 3 else ""
