"""How something is worded when a model is asked: the template, the number of each answer, that of each option."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, Protocol

from geobias.errors import InputError
from geobias.models.generation import Questions, requests_of
from geobias.models.prompting import PromptSet, Template, find_prompt_file
from geobias.models.prompting.answers import AnswerSet
from geobias.suggest import nearest

Numbers = Mapping[str, float | None]
"""Answer or option -> its number; None = it counts as none."""


class Prompted(Protocol):
    """The settings that say which template is asked."""

    @property
    def prompt(self) -> str: ...
    @property
    def template(self) -> str | None: ...


class Valued(Protocol):
    """The settings that say what answers are worth; None = what the template says."""

    @property
    def values(self) -> Numbers | None: ...


class Worded(Prompted, Valued, Protocol):
    """The settings that say how; see `ResponderAsked`."""

    @property
    def ask(self) -> Literal["text", "scores", "none"]: ...
    @property
    def questions(self) -> Questions: ...


def template_of(settings: Prompted) -> Template:
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


def numbers_of(template: Template, settings: Valued) -> dict[str, float | None]:
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


def options_of(template: Template, settings: Worded, numbers: Numbers) -> dict[str, float | None]:
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
