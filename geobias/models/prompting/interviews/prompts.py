"""The prompts of an interview: every persona of the grid, every question, in one design."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from geobias.errors import InputError
from geobias.models.prompting.filling import PromptSet
from geobias.models.prompting.grid import Grid, Values
from geobias.models.prompting.interviews.design import Design
from geobias.models.prompting.interviews.interview import DESIGN, QUESTION, Interview
from geobias.models.prompting.prompt import Message, Prompt
from geobias.models.prompting.template import Template
from geobias.suggest import nearest

Combinations = Literal["full", "all"] | Sequence[Sequence[str]]


def interview_prompts(
    interview: Interview,
    design: Design | None = None,
    *,
    combinations: Combinations = "full",
    questions: Sequence[str] | Mapping[str, str] | None = None,
) -> PromptSet:
    """The prompts of an interview, persona by persona, each with all questions in turn.

    Every prompt has the fields of the axes ("" = left out), `question` (its name), `design` ("" for none) and the
    constants of the design.

    Parameters
    ----------
    combinations : "full" = every axis in every prompt; "all" = every combination of one axis or more (marginals);
        or lists of the axes that stay, [] for a prompt of nobody.
    questions : names of those that are asked, or name -> text in place of them all; None = all of the interview.

    Raises
    ------
    InputError : the design's template does not fit the interview; an axis or question is not there; two prompts that
        differ in their fields have the same words.

    >>> toy = Interview("toy", "Speak as a {sex|person}. {question}", {"sex": ("man", "woman")}, {"general": "Why?"})
    >>> [prompt.messages[0].text for prompt in interview_prompts(toy).prompts]
    ['Speak as a man. Why?', 'Speak as a woman. Why?']
    """
    asked = interview if questions is None else replace(interview, questions=_chosen(interview, questions))
    asked = asked if design is None else design.of(asked)
    name = interview.name if design is None else f"{interview.name}.{design.name}"
    beside = {DESIGN: "" if design is None else design.name, **asked.constants}
    prompts = tuple(
        Prompt((Message("user", asked.say(persona, text)),), name, {**persona, QUESTION: question, **beside})
        for persona in personas(interview, combinations)
        for question, text in asked.questions.items()
    )
    _refuse_twins(prompts, name)
    return PromptSet(prompts, {name: Template(name, (Message("user", asked.wording.full),))})


def personas(interview: Interview, combinations: Combinations = "full") -> list[dict[str, str]]:
    """axis -> value ("" = left out) of every persona; the last axis changes fastest."""
    axes: dict[str, list[Values]] = {
        axis: [{axis: value} for value in values] for axis, values in interview.axes.items()
    }
    absent = dict.fromkeys(axes, "")
    if isinstance(combinations, str):
        if combinations not in ("full", "all"):
            got = f"they are '{combinations}'"
            raise InputError("combinations must be full, all, or lists of axes", got, "Pass combinations=full.")
        left_out = {axis: {axis: ""} for axis in axes} if combinations == "all" else {}
        return Grid(axes, left_out).rows()
    found: list[dict[str, str]] = []
    for staying in combinations:
        for axis in staying:
            if axis not in axes:
                mend = f"{nearest(axis, axes)}There are {list(axes)}."
                raise InputError("combinations must be of axes of the interview", f"'{axis}' is none", mend)
        found += [absent | row for row in Grid({axis: axes[axis] for axis in axes if axis in staying}).rows()]
    return found


def _chosen(interview: Interview, questions: Sequence[str] | Mapping[str, str]) -> dict[str, str]:
    if isinstance(questions, Mapping):
        return dict(questions)
    for name in questions:
        if name not in interview.questions:
            mend = f"{nearest(name, interview.questions)}There are {list(interview.questions)}."
            raise InputError(f"questions must be of interview '{interview.name}'", f"'{name}' is none", mend)
    return {name: interview.questions[name] for name in questions}


def _refuse_twins(prompts: Sequence[Prompt], name: str) -> None:
    seen: dict[str, Prompt] = {}
    for prompt in prompts:
        twin = seen.setdefault(prompt.id, prompt)
        if twin is not prompt:
            raise InputError(
                f"prompts of '{name}' must differ in words where they differ in fields",
                f"{dict(twin.fields)} and {dict(prompt.fields)} are asked in the same ones",
                "Remove one of two values that are said alike, or a combination that is there twice.",
            )
