"""Sampling: which texts every group is measured on, how often, and which texts train.

Everything here is indices into one corpus: no text is read but to keep an evaluated one out of training.
"""

from geobias.sampling.balance import BALANCE, MERGED, NEGATED, Balanced, balance_labels
from geobias.sampling.composition import MixPlan, TrainingMix, training_mixes
from geobias.sampling.draws import Draw, Draws, nested_bootstrap, subsamples
from geobias.sampling.folds import Fold, TooFewToTrain, set_of, training_folds
from geobias.sampling.kinds_in_folds import Split, spread_folds
from geobias.sampling.long_texts import LongTexts, join_texts
from geobias.sampling.near_duplicates import near_duplicate_families
from geobias.sampling.plan import CLUSTER, SamplingPlan
from geobias.sampling.pools import BASELINE_GROUP, TEST_SPLIT, Pools, make_pools
from geobias.sampling.shared import shared_texts
from geobias.sampling.training import COPIES, NEAR, NO_GROUP, NO_LABEL, TWO_LABELS, conflicting
from geobias.sampling.units import Units, like_texts, units_of

__all__ = [
    "BALANCE",
    "BASELINE_GROUP",
    "CLUSTER",
    "COPIES",
    "MERGED",
    "NEAR",
    "NEGATED",
    "NO_GROUP",
    "NO_LABEL",
    "TEST_SPLIT",
    "TWO_LABELS",
    "Balanced",
    "Draw",
    "Draws",
    "Fold",
    "LongTexts",
    "MixPlan",
    "Pools",
    "SamplingPlan",
    "Split",
    "TooFewToTrain",
    "TrainingMix",
    "Units",
    "balance_labels",
    "conflicting",
    "join_texts",
    "like_texts",
    "make_pools",
    "near_duplicate_families",
    "nested_bootstrap",
    "set_of",
    "shared_texts",
    "spread_folds",
    "subsamples",
    "training_folds",
    "training_mixes",
    "units_of",
]
