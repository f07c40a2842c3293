"""Scores of predictions, with their uncertainty, and the gaps between groups."""

from geobias.measures.scores.confusion import confusion_scores
from geobias.measures.scores.documents import common_prevalence, distinct_rows
from geobias.measures.scores.halves import Halves, split_halves
from geobias.measures.scores.intervals import gap_intervals, pigeonhole_scores, score_uncertainty
from geobias.measures.scores.names import SCORED_TASKS, check_metrics, related_names, score_names, weighted_names
from geobias.measures.scores.pigeonhole import Pigeonhole, pigeonhole_bootstrap
from geobias.measures.scores.score_pairs import dependence, gaps, metric_names, model_means
from geobias.measures.scores.scores_by_model import (
    binary_scores,
    label_scores,
    multiclass_scores,
    multilabel_scores,
    scores_at,
)
from geobias.measures.scores.scoring import score
from geobias.measures.scores.training_mix import composition_effects
from geobias.measures.scores.weighted_groups import WeightedGroups
from geobias.measures.scores.wilson import unit_share, wilson_scores

__all__ = [
    "SCORED_TASKS",
    "Halves",
    "Pigeonhole",
    "WeightedGroups",
    "binary_scores",
    "check_metrics",
    "common_prevalence",
    "composition_effects",
    "confusion_scores",
    "dependence",
    "distinct_rows",
    "gap_intervals",
    "gaps",
    "label_scores",
    "metric_names",
    "model_means",
    "multiclass_scores",
    "multilabel_scores",
    "pigeonhole_bootstrap",
    "pigeonhole_scores",
    "related_names",
    "score",
    "score_names",
    "score_uncertainty",
    "scores_at",
    "split_halves",
    "unit_share",
    "weighted_names",
    "wilson_scores",
]
