"""Wilson intervals of the scores that are shares of documents."""

from __future__ import annotations

import numpy as np

from geobias.measures.scores.answers import document_parts
from geobias.measures.scores.weighted_groups import WeightedGroups
from geobias.stats import wilson_interval
from geobias.tables import Predictions, ScoreInterval, ScoreIntervalTable

Parts = tuple[str, ...]
# Scores of a task that are a share of documents: what counts as a success, and what it is a share of.
SHARES: dict[str, dict[str, tuple[Parts, Parts]]] = {
    "binary": {
        "accuracy": (("true_pos", "true_neg"), ("true_pos", "true_neg", "false_pos", "false_neg")),
        "precision_neg": (("true_neg",), ("true_neg", "false_neg")),
        "recall_neg": (("true_neg",), ("true_neg", "false_pos")),
        "precision_pos": (("true_pos",), ("true_pos", "false_pos")),
        "recall_pos": (("true_pos",), ("true_pos", "false_neg")),
        "fpr": (("false_pos",), ("true_neg", "false_pos")),
    },
    "multiclass": {"accuracy": (("matched",), ("used",))},
    "multilabel": {"exact_match": (("matched",), ("used",))},
}


def wilson_scores(groups: WeightedGroups, level: float = 0.95) -> ScoreIntervalTable:
    """Wilson intervals of the scores that are shares of documents, on distinct documents.

    A document counts once: its answers are averaged over the models that predict it, and a document that half of the
    models call positive counts half among those called so. The models are taken as given; what another training
    would change is not in the interval, and where they disagree it is wider than documents alone would make it.
    Metrics of the groups that are no shares are passed over.
    """
    shares = SHARES[groups.predictions.task]
    wanted = [name for name in shares if name in groups.metrics]
    out = []
    for group, at in groups.at.items():
        means, models = _document_means(groups.predictions, at)
        for metric in wanted:
            hits, base = (np.sum([means[name] for name in names], axis=0) for names in shares[metric])
            n = float(base.sum())
            value, (low, high) = float(hits.sum()) / n if n else np.nan, wilson_interval(min(hits.sum(), n), n, level)
            used = int((base > 0).sum())
            out.append(ScoreInterval(metric, group, used, models, value, float(low), float(high), level, "wilson"))
    return ScoreIntervalTable(tuple(out))


def _document_means(predictions: Predictions, at: np.ndarray) -> tuple[dict[str, np.ndarray], int]:
    """Each document's part in each sum (k,), mean over the models that predict it, and how many models predict any."""
    unknown = np.isnan(predictions.probabilities[:, at])
    answered = ~(unknown.any(-1) if predictions.multilabel else unknown)
    parts = document_parts(predictions, at)
    return {name: part.sum(0) / answered.sum(0) for name, part in parts.items()}, int(answered.any(1).sum())
