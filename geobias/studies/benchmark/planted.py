"""What is planted in the answers of a scripted responder: how often it is right about a group."""

from __future__ import annotations

from collections.abc import Mapping

from geobias.corpora import Benchmark
from geobias.models.generation import Response, ScriptedSettings
from geobias.pipeline.asking import Reader
from geobias.studies.benchmark.answering import Asked


def planted(asked: Asked, items: Benchmark) -> Mapping[str, float] | None:
    """Group -> share of its answers that is right; None where the truth is not known, is a distance, or of scores."""
    settings = asked.settings
    if not isinstance(settings.responder, ScriptedSettings) or settings.benchmark.ask == "scores":
        return None
    if items.measure != "accuracy":
        return None
    read = Reader.of(asked.prompts)
    right: dict[str, list[float]] = {}
    given: dict[str, list[float]] = {}
    for prompt in asked.prompts.prompts:
        chances = settings.responder.declared.get(
            prompt.fields.get(settings.responder.field, ""), settings.responder.otherwise
        )
        answers = {text: read(prompt, Response("text", text))[0] for text in chances}
        group = prompt.fields["group"]
        given.setdefault(group, []).append(sum(chances[text] for text, answer in answers.items() if answer))
        hits = sum(chances[text] for text, answer in answers.items() if answer == prompt.fields["truth"])
        right.setdefault(group, []).append(hits)
    return {group: sum(right[group]) / sum(total) for group, total in given.items() if sum(total)}
