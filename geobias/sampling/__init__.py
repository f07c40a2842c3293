"""Sampling: which texts every group is measured on, how often, and which texts train.

Everything here is indices into one corpus: no text is read but to keep an evaluated one out of training.
"""

from geobias.sampling.composition import MixPlan, TrainingMix, training_mixes
from geobias.sampling.draws import Draw, Draws, nested_bootstrap, subsamples
from geobias.sampling.folds import Fold, TooFewToTrain, training_folds
from geobias.sampling.long_texts import LongTexts, join_texts
from geobias.sampling.plan import SamplingPlan
from geobias.sampling.pools import Pools, make_pools

__all__ = [
    "Draw",
    "Draws",
    "Fold",
    "LongTexts",
    "MixPlan",
    "Pools",
    "SamplingPlan",
    "TooFewToTrain",
    "TrainingMix",
    "join_texts",
    "make_pools",
    "nested_bootstrap",
    "subsamples",
    "training_folds",
    "training_mixes",
]
