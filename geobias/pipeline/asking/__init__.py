"""Asking: prompts are read, put to a model through its ledger, and tabulated in a folder of their own."""

from geobias.pipeline.asking.declared import check_declared
from geobias.pipeline.asking.planning import AskPlan, plan, plan_of
from geobias.pipeline.asking.posing import Posed, none_answered
from geobias.pipeline.asking.reading import Reader
from geobias.pipeline.asking.running import ANSWERS, Asked, notices, run
from geobias.pipeline.asking.settings import AskSettings, check_calibrated

__all__ = [
    "ANSWERS", "AskPlan", "AskSettings", "Asked", "Posed", "Reader", "check_calibrated", "check_declared",
    "none_answered", "notices", "plan", "plan_of", "run",
]  # fmt: skip
