"""Decisions: the claims of a text's sentences become one answer, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from geobias.models.prompting.answers.answer_set import (
    CONTRADICTION,
    EMPTY,
    HEDGED,
    REFUSAL,
    UNPARSED,
    AnswerSet,
    Parsed,
)
from geobias.models.prompting.answers.containers import opened, without_scale, without_thinking
from geobias.models.prompting.answers.folding import is_word, tokens
from geobias.models.prompting.answers.listings import without_listings
from geobias.models.prompting.answers.reading import Reading, read_sentence
from geobias.models.prompting.answers.sentences import Sentence, sentences
from geobias.models.prompting.answers.wordings import Wordings, wordings


def decided(answers: AnswerSet, text: str, code: str | None) -> Parsed:
    """See `AnswerSet.parse`."""
    spoken = without_thinking(text)
    if not any(map(is_word, tokens(spoken))):
        return Parsed(None, EMPTY)
    said = tokens(without_scale(opened(spoken), len(answers.answers)))
    if code is not None:
        return _in_language(said, wordings(answers, code))
    likely = _likely(said, answers)
    return _joint([_in_language(said, wordings(answers, one, likely)) for one in likely])


def _likely(said: Sequence[str], answers: AnswerSet) -> tuple[str, ...]:
    """The languages that list the most words of the text, several where they tie."""
    counts = {code: sum(word in wordings(answers, code).vocabulary for word in said) for code in answers.languages}
    return tuple(code for code, count in counts.items() if count == max(counts.values()))


def _joint(found: Sequence[Parsed]) -> Parsed:
    """What all languages say together: they must not differ, and whatever one takes for an abstention is one."""
    reasons = {one.reason for one in found}
    values = {one.answer for one in found if one.answer is not None}
    if len(values) > 1:
        return Parsed(None, CONTRADICTION)
    for reason in (CONTRADICTION, REFUSAL, HEDGED):
        if reason in reasons:
            return Parsed(None, reason)
    return Parsed(values.pop()) if values else Parsed(None, UNPARSED)


def _in_language(said: Sequence[str], known: Wordings) -> Parsed:
    if len(said) > 1 and said[-1] == ":" and said[-2] in known.keys:
        said = said[:-2]  # "a:" is what an answer would follow
    found = [*sentences(without_listings(said, known))]
    readings: list[Reading] = []
    marked = False
    for sentence, after in pairwise([*found, Sentence(())]):
        reading = read_sentence(sentence, after, known, marked=marked)
        readings.append(reading)
        marked = reading.announces
    _read_eager(found, readings, known)
    return _decision(readings, known)


def _read_eager(found: Sequence[Sentence], readings: list[Reading], known: Wordings) -> None:
    """A lone "of course" is a yes, as is one before "it is" and its like, but no courtesy ("of course! here are")."""
    if not found or any(one.marked or one.direct for one in readings):
        return
    first, *rest = [clause for sentence in found for clause in sentence.clauses]
    eager, own = known.eager.at_start(first), known.language
    goes_on = not rest or (own.continues.at_start(rest[0]) and not own.chatty.at_start(rest[0]))
    if eager and eager.stop == len(first) and goes_on:
        agrees = readings[0].said <= {eager.what}
        # What softens the rest of the sentence does not soften a yes before it.
        readings[0] = replace(
            readings[0],
            direct={eager.what},
            contradicted=readings[0].contradicted or not agrees,
            softened=False,
            limited=False,
            conditional=False,
        )


def _decision(readings: Sequence[Reading], known: Wordings) -> Parsed:
    marked, direct, said, told = (
        set().union(*(getattr(one, kind) for one in readings)) for kind in ("marked", "direct", "said", "told")
    )
    hedged = any(one.hedged for one in readings)
    if any(one.refused for one in readings):
        return Parsed(None, REFUSAL)
    if any(one.contradicted for one in readings) or len(marked | direct) > 1 or (not marked | direct and len(said) > 1):
        return Parsed(None, CONTRADICTION)
    if (marked or direct) and any(one.worded for one in readings) and any(one.asks_contrary for one in readings):
        return Parsed(None, UNPARSED)
    if marked:
        in_doubt = any(one.unsettled or (one.marked and one.doubtful) for one in readings)
        return Parsed(None, HEDGED) if in_doubt else Parsed(marked.pop())
    if direct:
        if told - direct:
            return Parsed(None, CONTRADICTION)
        in_doubt = hedged or any(one.direct and one.doubtful for one in readings)
        return Parsed(None, HEDGED) if in_doubt else Parsed(direct.pop())
    if said:
        in_doubt = hedged or any(one.said and one.doubtful for one in readings)
        return Parsed(None, HEDGED) if in_doubt else Parsed(said.pop())
    if any(one.disclaimed for one in readings):
        return Parsed(None, REFUSAL)
    return Parsed(None, HEDGED if hedged or any(one.softened for one in readings) else UNPARSED)
