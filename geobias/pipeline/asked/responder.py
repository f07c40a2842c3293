"""A source of the kind `responder`: a model is asked in words; its answers, or the scores of options, are numbers."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from typing import Any

import numpy as np

from geobias.errors import InputError
from geobias.memo import digest
from geobias.models.generation import (
    Ledger,
    ask_prompts,
    load_responder,
    option_probabilities,
    requests_of,
)
from geobias.models.prompting import PromptSet, Template, find_prompt_file
from geobias.models.prompting.answers import AnswerSet
from geobias.pipeline.asked.settings import ResponderAsked
from geobias.pipeline.asked.source import Items, Progress, Said
from geobias.pipeline.asking import Reader, notices, plan_of
from geobias.suggest import nearest
from geobias.tables import ResponseRow

NO_NUMBER, IMPOSSIBLE = "no number", "impossible"
"""Why there is no number: the answer is one that counts as none; no option has a probability above 0."""
Numbers = Mapping[str, float | None]


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


def template_of(settings: ResponderAsked) -> Template:
    """The template that is asked; raises `InputError` where the file has several and none is named."""
    templates = {one.name: one for one in find_prompt_file(settings.prompt).templates}
    if settings.template is None and len(templates) > 1:
        raise InputError(
            "a source must be asked one template",
            f"'{settings.prompt}' has {list(templates)}",
            f"Set `template`, for example template={next(iter(templates))}; each can be a source of its own.",
        )
    chosen = settings.template or next(iter(templates))
    if chosen not in templates:
        raise InputError(
            f"template must be one of '{settings.prompt}'",
            f"'{chosen}' is none of {list(templates)}",
            f"{nearest(chosen, templates)}Correct it.",
        )
    return templates[chosen]


def numbers_of(template: Template, settings: ResponderAsked) -> dict[str, float | None]:
    """answer -> its number, by the settings, else by the template.

    Raises
    ------
    InputError : the template declares no answers; an answer has no number, or a number no answer.
    """
    if template.answers is None:
        raise InputError(
            f"template '{template.name}' must declare answers, so that what is said becomes numbers",
            "it has none",
            "Add `answers: yes_no` or the like to it; docs/answers.md lists what there is.",
        )
    answers = AnswerSet.named(template.answers).values
    numbers = dict(template.values if settings.values is None else settings.values)
    for answer in numbers:
        if answer not in answers:
            raise InputError(
                f"values must be of answers that template '{template.name}' declares",
                f"'{answer}' is none of {list(answers)}",
                f"{nearest(answer, answers)}Correct it.",
            )
    for answer in answers:
        if answer not in numbers:
            raise InputError(
                f"values must have a number for every answer of template '{template.name}'",
                f"'{answer}' has none",
                f"Add it, with null where it is to count as no answer; there are {list(answers)}.",
            )
    return numbers


def options_of(template: Template, settings: ResponderAsked, numbers: Numbers) -> dict[str, float | None]:
    """option -> its number, where scores are asked.

    Raises
    ------
    InputError : the template has no options, or one is not read as a declared answer.
    """
    if settings.ask == "text":
        return {}
    requests_of(PromptSet((template.content_free(),), {template.name: template}), settings.questions)
    answers, found = AnswerSet.named(template.answers), {}  # type: ignore[arg-type]
    for option in template.options:
        answer = answers.parse(option, template.language).answer
        if answer is None:
            raise InputError(
                f"options of template '{template.name}' must be read as its answers",
                f"'{option}' is read as none of {list(answers.values)}",
                "Word it as one of them.",
            )
        found[option] = numbers[answer]
    return found


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
