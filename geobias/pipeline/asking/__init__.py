"""Asking: prompts are read, put to a model through its ledger, and tabulated in a folder of their own."""

from geobias.pipeline.asking.declared import check_declared
from geobias.pipeline.asking.planning import AskPlan, plan, plan_of
from geobias.pipeline.asking.reading import Reader
from geobias.pipeline.asking.running import ANSWERS, Asked, notices, run
from geobias.pipeline.asking.settings import AskSettings

__all__ = [
    "ANSWERS", "AskPlan", "AskSettings", "Asked", "Reader", "check_declared", "notices", "plan", "plan_of", "run",
]  # fmt: skip
