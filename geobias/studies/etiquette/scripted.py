"""A responder whose truth is known: how often it is right about a region and a type, and how often it says nothing."""

from __future__ import annotations

from collections.abc import Mapping

from geobias.corpora import ACCEPTED
from geobias.models.generation import ScriptedSettings

RIGHT = {
    "East Asia": 0.82, "India": 0.70, "Latin America": 0.76, "Middle East and Africa": 0.58,
    "North America-Europe": 0.92,
}  # fmt: skip
SILENT = {
    "East Asia": 0.05, "India": 0.08, "Latin America": 0.05, "Middle East and Africa": 0.20,
    "North America-Europe": 0.02,
}  # fmt: skip
MORE = {"dining": 0.06, "travel": 0.0, "visits": -0.12, "business": 0.06}
"""By type, added to `RIGHT`: of the answers that are given, the share that is right."""
SAID, NOTHING = {"yes": "Yes.", "no": "No."}, "It depends on whom you ask."


def scripted() -> ScriptedSettings:
    """The responder of `conf/responder/scripted_etiquette.yaml`, for the statements that come with geobias.

    >>> scripted().declared["India / visits / no"]
    {'Yes.': 0.3864, 'No.': 0.5336, 'It depends on whom you ask.': 0.08}
    """
    cells = [(region, kind, right) for region in RIGHT for kind in MORE for right in ACCEPTED.values()]
    return ScriptedSettings(
        field="cell",
        answers={" / ".join(cell): _chances(*cell) for cell in cells},
        default={},
    )


def _chances(region: str, kind: str, right: str) -> Mapping[str, float]:
    """Text -> probability, to four decimals."""
    silent = SILENT[region]
    hit = (1 - silent) * (RIGHT[region] + MORE[kind])
    chances = {text: hit if answer == right else 1 - silent - hit for answer, text in SAID.items()}
    return {text: round(chance, 4) for text, chance in {**chances, NOTHING: silent}.items()}
