"""Settings of an interview: what a model is asked, as whom, how often, and by which designs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from geobias.arguments import choice
from geobias.typed import check_least

FULL, ALL = "full", "all"
Combinations = str | tuple[tuple[str, ...], ...]


@dataclass(frozen=True, kw_only=True)
class InterviewSettings:
    """What is asked, as whom, and by which designs.

    Attributes
    ----------
    source : "made_up", "nations", or a YAML file with template, axes and questions (docs/interviews.md).
    values : statements that answers are held against: "own", or a YAML file; None = those in the interview's file,
        where it has some, else "own".
    only : axis -> those of its values that are asked about; an axis that is left out keeps all. None = all of all.
    combinations : "full" = prompts that name a value of every axis; "all" = marginal ones too, which leave axes out;
        or the axes of each kind of prompt, [[nation], [nation, age]].
    questions : names of those that are put, "general" and the names of values; None = all.
    samples : answers to each prompt.
    designs : other ways of asking: "own", "none", or a YAML file.
    design_combinations, design_questions, design_samples : the same of those, for each. None = as above.
    """

    source: str = "made_up"
    values: str | None = None
    only: Mapping[str, tuple[str, ...]] | None = None
    combinations: Combinations = FULL
    questions: tuple[str, ...] | None = None
    samples: int = 5
    designs: str = "own"
    design_combinations: Combinations | None = None
    design_questions: tuple[str, ...] | None = ("general",)
    design_samples: int | None = 3

    def __post_init__(self) -> None:
        check_least(self, "interview", samples=1, design_samples=1)
        for name in ("combinations", "design_combinations"):
            if isinstance(value := getattr(self, name), str):
                choice(f"interview.{name}", value, (FULL, ALL))

    @property
    def of_designs(self) -> InterviewSettings:
        """What the designs beside the study's own are asked."""
        return InterviewSettings(
            source=self.source,
            values=self.values,
            only=self.only,
            combinations=self.combinations if self.design_combinations is None else self.design_combinations,
            questions=self.questions if self.design_questions is None else self.design_questions,
            samples=self.samples if self.design_samples is None else self.design_samples,
            designs=self.designs,
        )
