"""Entailment: whether a text supports or contradicts a statement, by one of several back ends that can be compared."""

from geobias.models.entailment.entailer import Backend, Entailer
from geobias.models.entailment.entailments import RELATIONS, Entailments
from geobias.models.entailment.loading import load_entailer
from geobias.models.entailment.pairs import Pairs
from geobias.models.entailment.premises import Premises, read_premises
from geobias.models.entailment.rater_agreement import rater_agreement
from geobias.models.entailment.settings import (
    EntailmentSettings,
    JudgeSettings,
    LexicalSettings,
    NliSettings,
    TrainedSettings,
)
from geobias.models.entailment.store import EntailmentStore

__all__ = [
    "RELATIONS",
    "Backend",
    "Entailer",
    "EntailmentSettings",
    "EntailmentStore",
    "Entailments",
    "JudgeSettings",
    "LexicalSettings",
    "NliSettings",
    "Pairs",
    "Premises",
    "TrainedSettings",
    "load_entailer",
    "rater_agreement",
    "read_premises",
]
