"""Interviewing: a model is asked as people of many kinds, by several designs, and what it says is scored."""

from geobias.pipeline.interviewing.asking import ask_designs
from geobias.pipeline.interviewing.copies import without_copies
from geobias.pipeline.interviewing.planning import InterviewPlan, plan_designs
from geobias.pipeline.interviewing.reading import OWN, Interviewed, read_interviewed
from geobias.pipeline.interviewing.scoring import Entailers, load_entailers, score_designs
from geobias.pipeline.interviewing.settings import InterviewSettings
from geobias.pipeline.interviewing.stating import state

__all__ = [
    "OWN",
    "Entailers",
    "InterviewPlan",
    "InterviewSettings",
    "Interviewed",
    "ask_designs",
    "load_entailers",
    "plan_designs",
    "read_interviewed",
    "score_designs",
    "state",
    "without_copies",
]
