"""A source of the kind `responder`: a model is asked in words; its answers, or the scores of options, are numbers."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from typing import Any

import numpy as np

from geobias.memo import digest
from geobias.models.generation import (
    Ledger,
    ask_prompts,
    load_responder,
    option_probabilities,
)
from geobias.models.prompting import PromptSet
from geobias.pipeline.asked.settings import ResponderAsked
from geobias.pipeline.asked.source import Items, Progress, Said
from geobias.pipeline.asked.wording import Numbers, numbers_of, options_of, template_of
from geobias.pipeline.asking import Reader, notices, plan_of
from geobias.tables import ResponseRow

NO_NUMBER, IMPOSSIBLE = "no number", "impossible"
"""Why there is no number: the answer is one that counts as none; no option has a probability above 0."""


class ResponderSource:
    """See `AskedSource`.

    Raises
    ------
    InputError : the prompts or the responder cannot be used, or an answer has no number.
    """

    unit = "responses"

    def __init__(self, settings: ResponderAsked):
        self._settings = settings
        self._template = template_of(settings)
        self._numbers = numbers_of(self._template, settings)
        self._options = options_of(self._template, settings, self._numbers)
        self._responder = load_responder(settings.responder)
        self.notices: list[str] = []
        self.fingerprint = digest([self._responder.fingerprint, self._identity()])[:16]
        self.facts: Mapping[str, Any] = {
            "kind": settings.name,
            "settings": asdict(settings),
            "model": {"name": self._responder.name, "fingerprint": self._responder.fingerprint},
            "messages": [{turn.role: turn.text} for turn in self._template.messages],
            "values": dict(self._numbers),
        }

    def _identity(self) -> list[Any]:
        template, settings = self._template, self._settings
        said = [[turn.role, turn.text] for turn in template.messages]
        read = [template.options, template.answers, template.language]
        return [said, read, dict(self._numbers), settings.questions, settings.decoding]

    def _prompts(self, items: Items) -> PromptSet:
        template = self._template
        given = zip(items.names, items.texts, items.facts, strict=True)
        filled = tuple(template.fill({**facts, "item": name, "text": text}) for name, text, facts in given)
        return PromptSet(filled, {template.name: template})

    def ask(self, items: Items, store: str, progress: Progress) -> list[Said]:
        prompts, settings = self._prompts(items), self._settings
        read = Reader.of(prompts)
        self.notices += notices(prompts, settings, self._responder)
        with Ledger(store, self._responder.name, self._responder.fingerprint, self.notices.append) as ledger:
            table = ask_prompts(prompts, self._responder, settings.decoding, ledger, settings.questions, read, progress)
        self.notices += _failures(table.rows)
        return [self._said(list(rows)) for _, rows in groupby(table.rows, key=lambda row: row.number)]

    def _said(self, rows: Sequence[ResponseRow]) -> Said:
        """Of an item by its rows: the mean of the samples that have a number, and the commonest answer."""
        found = [_of_scores(row, self._options) if row.scores else _of_text(row, self._numbers) for row in rows]
        known = [one for one in found if not math.isnan(one.value)]
        if not known:
            return found[0]
        [(answer, _)] = Counter(one.answer for one in known).most_common(1)
        return Said(float(np.mean([one.value for one in known])), answer)

    def plan(self, items: Items, store: str) -> str:
        return str(plan_of(self._prompts(items), self._responder, self._settings, store))


def _of_text(row: ResponseRow, numbers: Numbers) -> Said:
    if row.outcome != "text":
        return Said(reason=row.outcome)
    if not row.answer:
        return Said(reason=row.reason)
    return _numbered(row.answer, numbers)


def _numbered(answer: str, numbers: Numbers) -> Said:
    number = numbers[answer]
    return Said(answer=answer, reason=NO_NUMBER) if number is None else Said(number, answer)


def _of_scores(row: ResponseRow, numbers: Numbers) -> Said:
    """The expected number of the options, by their probabilities; those without a number are left out of it."""
    counted = [option for option in row.scores if numbers[option] is not None]
    if row.calibrated:
        chances = np.array([row.calibrated[option] for option in counted])
    elif max(row.scores[option] for option in counted) == -math.inf:
        return Said(reason=IMPOSSIBLE)
    else:
        chances = option_probabilities([row.scores[option] for option in counted])
    if not chances.sum() > 0:
        return Said(reason=row.reason or IMPOSSIBLE)
    worth = np.array([numbers[option] for option in counted], dtype=np.float64)
    return Said(float(chances @ worth / chances.sum()), row.answer)


def _failures(rows: Sequence[ResponseRow]) -> list[str]:
    """What came back in error, by the commonest of its causes."""
    details = Counter(row.detail for row in rows if row.outcome == "error")
    if not details:
        return []
    [(commonest, _)] = details.most_common(1)
    return [f"{details.total()} of {len(rows)} responses are errors, most often: {commonest}. A later run asks again."]
