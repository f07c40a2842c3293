"""Sampling: which texts every group is measured on, how often, and which texts train.

Everything here is indices into one corpus: no text is read but to keep an evaluated one out of training.
"""

from geobias.sampling.composition import MixPlan, TrainingMix, training_mixes
from geobias.sampling.draws import Draw, Draws, nested_bootstrap, subsamples
from geobias.sampling.folds import Fold, TooFewToTrain, set_of, training_folds
from geobias.sampling.long_texts import LongTexts, join_texts
from geobias.sampling.plan import CLUSTER, SamplingPlan
from geobias.sampling.pools import BASELINE_GROUP, TEST_SPLIT, Pools, make_pools
from geobias.sampling.training import COPIES, NEAR, NO_GROUP, NO_LABEL, TWO_LABELS, conflicting
from geobias.sampling.units import Units, like_texts, units_of

__all__ = [
    "BASELINE_GROUP",
    "CLUSTER",
    "COPIES",
    "NEAR",
    "NO_GROUP",
    "NO_LABEL",
    "TEST_SPLIT",
    "TWO_LABELS",
    "Draw",
    "Draws",
    "Fold",
    "LongTexts",
    "MixPlan",
    "Pools",
    "SamplingPlan",
    "TooFewToTrain",
    "TrainingMix",
    "Units",
    "conflicting",
    "join_texts",
    "like_texts",
    "make_pools",
    "nested_bootstrap",
    "set_of",
    "subsamples",
    "training_folds",
    "training_mixes",
    "units_of",
]
