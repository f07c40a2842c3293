"""What is planted in the answers of a scripted responder: how often it is right, and how often it answers."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from geobias.corpora import Etiquette
from geobias.corpora.etiquette import REGION, TYPE
from geobias.models.generation import Response, ScriptedSettings
from geobias.pipeline.asking import Reader
from geobias.studies.etiquette.answering import Asked
from geobias.studies.etiquette.identifying import Identifying
from geobias.tables import BIAS_FOR, PREFERENCE

Planted = Mapping[str, Mapping[str, Mapping[str, float]]]
"""attribute ("region", "type") -> its value -> "accuracy" of the answers that are given, and "coverage"."""


def planted(asked: Asked, statements: Etiquette) -> Planted | None:
    """Of the statements that are asked about; None where the truth is not known, or scores are asked."""
    settings = asked.settings
    if not isinstance(settings.responder, ScriptedSettings) or settings.asking.ask == "scores":
        return None
    places = {name: place for place, name in enumerate(statements.ids.tolist())}
    at = [places[prompt.fields["id"]] for prompt in asked.prompts.prompts]
    right, answered = np.array(_chances(asked, settings.responder, statements.labels[at])).T
    found: dict[str, dict[str, dict[str, float]]] = {}
    for attribute in (REGION, TYPE):
        values = statements.attributes.get(attribute)
        if values is not None:
            found[attribute] = {
                name: _of(right[values[at] == name], answered[values[at] == name])
                for name in dict.fromkeys(values[at])
                if name
            }
    return found


def planted_names(asked: Identifying, statements: Etiquette) -> Mapping[str, Mapping[str, float]] | None:
    """Score ("preference", "bias_for") -> region -> its value, in percent, in the long run; None where the truth is not
    known."""
    settings = asked.posed.responder
    if not isinstance(settings, ScriptedSettings):
        return None
    regions = asked.names.names
    own = np.array([regions.index(name) for name in statements.attributes[REGION][asked.places]])
    named, missed = np.zeros((2, len(own), len(regions)))
    for at, prompt in enumerate(asked.posed.prompts.prompts):
        for text, chance in settings.declared.get(prompt.fields.get(settings.field, ""), settings.otherwise).items():
            places = [regions.index(name) for name in asked.names.read(text).names]
            named[at, places] += chance
            missed[at, places] += chance * (own[at] not in places)
    sizes = np.bincount(own, minlength=len(regions))
    counts = {PREFERENCE: named.sum(0), BIAS_FOR: missed.sum(0) / (len(own) - sizes)}
    return {
        name: dict(zip(regions, (100 * count / count.sum()).tolist(), strict=True))
        for name, count in counts.items()
        if count.any()
    }


def _of(right: np.ndarray, answered: np.ndarray) -> dict[str, float]:
    given = float(answered.sum())
    return {"accuracy": float(right.sum()) / given if given else float("nan"), "coverage": float(answered.mean())}


def _chances(asked: Asked, settings: ScriptedSettings, labels: np.ndarray) -> list[tuple[float, float]]:
    """Of every prompt the probabilities of a right answer, and of any."""
    read, out = Reader.of(asked.prompts), []
    for prompt, label in zip(asked.prompts.prompts, labels.tolist(), strict=True):
        chances = settings.declared.get(prompt.fields.get(settings.field, ""), settings.otherwise)
        worth = {text: asked.values.get(read(prompt, Response("text", text))[0] or "") for text in chances}
        right = sum(chance for text, chance in chances.items() if worth[text] == label)
        out.append((right, sum(chance for text, chance in chances.items() if worth[text] is not None)))
    return out
