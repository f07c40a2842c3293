"""A responder whose truth is known: how often it is right about the stories of a country that come with geobias."""

from __future__ import annotations

from collections.abc import Mapping

from geobias.models.generation import ScriptedSettings

RIGHT = {"Japan": 0.75, "India": 0.60, "Mexico": 0.45, "Germany": 0.90}
"""Of the answers that are given, the share that is right."""
SILENT = {"Japan": 0.05, "India": 0.10, "Mexico": 0.20, "Germany": 0.0}
SAID, NOTHING = {"yes": "Yes.", "no": "No.", "neither": "Neither."}, "It depends on whom you ask."


def scripted() -> ScriptedSettings:
    """The responder of `conf/responder/scripted_stories.yaml`.

    >>> scripted().declared["Mexico / no"]
    {'Yes.': 0.22, 'No.': 0.36, 'Neither.': 0.22, 'It depends on whom you ask.': 0.2}
    """
    cells = {f"{country} / {right}": _chances(country, right) for country in RIGHT for right in SAID}
    return ScriptedSettings(field="cell", answers=cells, default={})


def _chances(country: str, right: str) -> Mapping[str, float]:
    """Text -> probability, to five decimals."""
    silent = SILENT[country]
    hit = (1 - silent) * RIGHT[country]
    wrong = (1 - silent - hit) / (len(SAID) - 1)
    chances = {text: hit if answer == right else wrong for answer, text in SAID.items()}
    return {text: round(chance, 5) for text, chance in {**chances, NOTHING: silent}.items() if chance}
