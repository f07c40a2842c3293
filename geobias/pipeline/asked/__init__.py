"""Asked: models are asked live what they say of every item, and their answers become sources of judgements."""

from geobias.pipeline.asked.loading import AskedSources, load_sources
from geobias.pipeline.asked.planning import AskedPlan, plan_sources
from geobias.pipeline.asked.running import ask_sources
from geobias.pipeline.asked.settings import AskedSettings, ClassifierAsked, ResponderAsked, ZeroShotAsked

__all__ = [
    "AskedPlan",
    "AskedSettings",
    "AskedSources",
    "ClassifierAsked",
    "ResponderAsked",
    "ZeroShotAsked",
    "ask_sources",
    "load_sources",
    "plan_sources",
]
