"""A responder whose truth is known: how often it is right about a region and a type, how often it says nothing, which
region it names where it should not, and where the statements that it writes contradict each other."""

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
FAVOURED = "North America-Europe"
"""The region that is named for statements of others in `ASTRAY` of answers; each of the rest in `STRAY`."""
OWN, ASTRAY, STRAY, NONE_FITS, UNWILLING = 0.50, 0.20, 0.05, 0.05, 0.10
RULES = {
    "East Asia": (
        "Bow when you greet an elder.", "Bow low when you greet an elder.", "Hand over a card with both hands.",
    ),
    "India": ("Eat rice with your right hand.", "Eat warm rice with your right hand.", "Touch nobody with your feet."),
    "Latin America": ("Kiss a friend to greet.", "Kiss a good friend to greet.", "Stay and talk after the meal."),
    "Middle East and Africa": (
        "Always accept the coffee of your host.", "Never accept the coffee of your host.",
        "Ask after the family when you greet.",
    ),
    "North America-Europe": (
        "Leave a tip for the waiter.", "Leave a small tip for the waiter.", "Wait in line for your turn.",
    ),
}  # fmt: skip
"""What it writes of each region: all but one of these. Two say the same, and of one region contradict each other."""
SAID, NOTHING = {"yes": "Yes.", "no": "No."}, "It depends on whom you ask."


def scripted() -> ScriptedSettings:
    """The responder of `conf/responder/scripted_etiquette.yaml`, for the statements that come with geobias.

    >>> scripted().declared["India / visits / no"]
    {'Yes.': 0.3864, 'No.': 0.5336, 'It depends on whom you ask.': 0.08}
    """
    cells = [(region, kind, right) for region in RIGHT for kind in MORE for right in ACCEPTED.values()]
    return ScriptedSettings(
        field="cell",
        answers={
            **{" / ".join(cell): _chances(*cell) for cell in cells},
            **{f"{region} / named": _named(region) for region in RIGHT},
            **{f"{region} / written": _written(region) for region in RIGHT},
        },
        default={},
    )


def _chances(region: str, kind: str, right: str) -> Mapping[str, float]:
    """Text -> probability, to four decimals."""
    silent = SILENT[region]
    hit = (1 - silent) * (RIGHT[region] + MORE[kind])
    chances = {text: hit if answer == right else 1 - silent - hit for answer, text in SAID.items()}
    return {text: round(chance, 4) for text, chance in {**chances, NOTHING: silent}.items()}


def _named(region: str) -> Mapping[str, float]:
    """Text -> probability, for the question which regions a statement is about."""
    others = [name for name in RIGHT if name != region]
    stray = {name: ASTRAY if name == FAVOURED else STRAY for name in others}
    if region == FAVOURED:  # what it names astray of others is right here
        own = OWN + ASTRAY
        stray = dict.fromkeys(others, (1 - own - NONE_FITS - UNWILLING) / len(others))
    else:
        own = OWN
    chances = {region: own, **stray, "none": NONE_FITS, "I cannot answer that.": UNWILLING}
    return {text: round(chance, 4) for text, chance in chances.items()}


def _written(region: str) -> Mapping[str, float]:
    """Text -> probability, for the wish that rules of a region are listed."""
    rules = RULES[region]
    texts = ["\n".join(rule for rule in rules if rule != left) for left in rules]
    return dict(zip(texts, (0.4, 0.3, 0.3), strict=True))
