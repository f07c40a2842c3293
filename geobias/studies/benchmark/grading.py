"""How wrong an answer is, by the measure of the benchmark."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from geobias.corpora import Benchmark
from geobias.errors import InputError
from geobias.models.generation import requests_of
from geobias.models.prompting import PromptSet
from geobias.models.prompting.answers import AnswerSet
from geobias.pipeline.asked import numbers_of
from geobias.studies.benchmark.settings import BenchmarkStudySettings
from geobias.suggest import nearest


@dataclass(frozen=True)
class _Numbered:
    """The template's own numbers, in terms of `numbers_of`."""

    values: Mapping[str, float | None] | None = None


@dataclass(frozen=True)
class Grader:
    """numbers : template -> answer -> its number, for distances; None = right or wrong. length : of the scale."""

    numbers: Mapping[str, Mapping[str, float | None]] | None = None
    length: float = 1.0

    @classmethod
    def of(cls, items: Benchmark, prompts: PromptSet, settings: BenchmarkStudySettings) -> Grader:
        """Raises `InputError` where a template declares no answers, an answer has no number, scores are asked of no
        options, or what is right is none of the answers."""
        requests_of(prompts, settings.questions)
        for template in prompts.templates.values():
            if template.answers is None:
                must = f"template '{template.name}' must declare answers"
                raise InputError(must, "it has none", "Add `answers: yes_no` or the like.")
        if items.measure == "accuracy":
            for template in prompts.templates.values():
                _check_right(items, AnswerSet.named(template.answers or "").values, template.name)
            return cls()
        numbers = {name: numbers_of(template, _Numbered()) for name, template in prompts.templates.items()}
        known = [number for one in numbers.values() for number in one.values() if number is not None]
        low, high = min(known, default=0.0), max(known, default=0.0)
        if not low < high:
            raise InputError("values must have two numbers that differ", f"they are {known}", "Give answers numbers.")
        for place, right in enumerate(items.truth):
            if not low <= float(right) <= high:
                raise InputError(
                    f"what is right must lie on the scale of the answers, {low:g} to {high:g}",
                    f"that of item {items.ids[place]} is {float(right):g}",
                    "Correct the table, or the template's values.",
                )
        return cls(numbers, high - low)

    def loss(self, template: str, answer: str, right: str) -> float:
        """0 = right, 1 = as wrong as can be; NaN where the answer counts as none."""
        if self.numbers is None:
            return float(answer != right)
        number = self.numbers[template][answer]
        return float("nan") if number is None else abs(number - float(right)) / self.length


def _check_right(items: Benchmark, answers: tuple[str, ...], template: str) -> None:
    for place, right in enumerate(items.truth):
        if right not in answers:
            raise InputError(
                f"what is right must be an answer of template '{template}', one of {list(answers)}",
                f"that of item {items.ids[place]} is '{right}'",
                f"{nearest(right, answers)}Correct the table, or the template's answers.",
            )
