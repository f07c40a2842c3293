"""Asked: models are asked live what they say of every item, and their answers become sources of judgements."""

from geobias.pipeline.asked.loading import AskedSources, load_sources
from geobias.pipeline.asked.planning import AskedPlan, plan_sources
from geobias.pipeline.asked.running import ask_sources
from geobias.pipeline.asked.settings import AskedSettings, ClassifierAsked, ResponderAsked, ZeroShotAsked
from geobias.pipeline.asked.wording import Prompted, numbers_of, options_of, template_of

__all__ = [
    "AskedPlan",
    "AskedSettings",
    "AskedSources",
    "ClassifierAsked",
    "Prompted",
    "ResponderAsked",
    "ZeroShotAsked",
    "ask_sources",
    "load_sources",
    "numbers_of",
    "options_of",
    "plan_sources",
    "template_of",
]
