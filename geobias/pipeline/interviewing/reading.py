"""What an interview is made of, read from its files: template and axes, statements, designs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any

from geobias.errors import InputError
from geobias.measures.resonance import Value, read_values
from geobias.memo import digest
from geobias.models.prompting import Design, Interview, PromptSet, interview_prompts, read_designs, read_interview
from geobias.pipeline.interviewing.settings import InterviewSettings
from geobias.pipeline.naming import check_names

OWN = ""
"""The name of the study's own design, among those beside it."""


@dataclass(frozen=True)
class Interviewed:
    """What is asked, and what answers are held against.

    Attributes
    ----------
    designs : those beside the study's own.
    """

    interview: Interview
    values: tuple[Value, ...]
    designs: tuple[Design, ...]
    settings: InterviewSettings

    @cached_property
    def worded(self) -> tuple[Design, ...]:
        """Designs that are asked in words of their own, or decoded in another way."""
        return tuple(one for one in self._asking if one.name not in self.idle)

    @cached_property
    def idle(self) -> tuple[str, ...]:
        """Designs that ask what the study's own asks, in the same way: another order of a single field, say. A copy of
        a design is no evidence, so they are left out."""
        others = self.settings.of_designs
        same = [one for one in self._asking if not one.decoding]
        words = {one.name: {prompt.id for prompt in self._prompts(one, others).prompts} for one in same}
        return tuple(name for name, ids in words.items() if ids == self.shared)

    @property
    def _asking(self) -> tuple[Design, ...]:
        return tuple(one for one in self.designs if one.entailment is None and not one.scores)

    @property
    def rescored(self) -> tuple[Design, ...]:
        """Designs that score answers of the study's own by another entailer."""
        return tuple(one for one in self.designs if one.entailment is not None)

    @property
    def stated(self) -> tuple[Design, ...]:
        """Designs by which the items of a survey are asked themselves."""
        return tuple(one for one in self.designs if one.scores)

    @cached_property
    def prompts(self) -> Mapping[str, PromptSet]:
        """Design -> its prompts, the study's own first."""
        own, others = self.settings, self.settings.of_designs
        found = {OWN: self._prompts(None, own)}
        return found | {one.name: self._prompts(one, others) for one in self.worded}

    @cached_property
    def shared(self) -> frozenset[str]:
        """Ids of the prompts that the study's own design would have, were it asked what the others are."""
        return frozenset(prompt.id for prompt in self._prompts(None, self.settings.of_designs).prompts)

    def _prompts(self, design: Design | None, settings: InterviewSettings) -> PromptSet:
        return interview_prompts(
            self.interview, design, combinations=settings.combinations, questions=settings.questions
        )

    def samples(self, design: str) -> int:
        """Answers to each prompt."""
        return self.settings.samples if design == OWN else self.settings.of_designs.samples

    def content(self) -> str:
        """Digest of all that is asked, and of the statements."""
        asked = {
            name: [[prompt.id, dict(prompt.fields)] for prompt in prompts.prompts]
            for name, prompts in self.prompts.items()
        }
        return digest([asked, [asdict(one) for one in self.designs], [asdict(value) for value in self.values]])

    def facts(self) -> dict[str, Any]:
        """What a page says of it."""
        interview = self.interview
        said: dict[str, Any] = {"name": interview.name, "template": interview.template}
        said |= {"axes": {axis: list(values) for axis, values in interview.axes.items()}}
        asked = self.settings.questions or tuple(interview.questions)
        said |= {"questions": {name: interview.questions[name] for name in asked}}
        changes = {one.name: changes_of(one) for one in self.designs if one.name not in self.idle}
        return {"interview": said, "designs": changes, "values": [asdict(value) for value in self.values]}


def changes_of(design: Design) -> dict[str, Any]:
    """What a design does otherwise."""
    given = {key: value for key, value in asdict(design).items() if key != "name"}
    return {key: value for key, value in given.items() if value is not None and value is not False and value != {}}


def read_interviewed(settings: InterviewSettings) -> Interviewed:
    """The interview, statements and designs that the settings name.

    Raises
    ------
    InputError : a file is not sound, a question or a value of an axis is not there, two designs have one name.
    """
    interview = _narrowed(read_interview(settings.source), settings.only or {})
    for name in ("questions", "design_questions"):
        if (chosen := getattr(settings, name)) is not None:
            place = f"interview.{name}"
            check_names(place, list(chosen), chosen, list(interview.questions), "questions of the interview")
    values = settings.values or (settings.source if interview.has_values else "own")
    return Interviewed(interview, read_values(values), tuple(read_designs(settings.designs)), settings)


def _narrowed(interview: Interview, only: Mapping[str, Sequence[str]]) -> Interview:
    """With these values of its axes alone."""
    axes = dict(interview.axes)
    for axis, chosen in only.items():
        check_names("interview.only", axis, [axis], list(axes), "axes of the interview")
        check_names(f"interview.only.{axis}", list(chosen), chosen, axes[axis], f"values of {axis}")
        if not chosen:
            raise InputError(f"interview.only.{axis} must name values", "it names none", "Leave it out for all.")
        axes[axis] = tuple(value for value in axes[axis] if value in chosen)
    return replace(interview, axes=axes)
