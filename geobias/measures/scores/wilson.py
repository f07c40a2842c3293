"""Wilson intervals of the scores that are shares of documents."""

from __future__ import annotations

import numpy as np

from geobias.measures.scores.shares import SHARES, document_means, effective_number
from geobias.measures.scores.weighted_groups import WeightedGroups
from geobias.stats import student_widening, wilson_interval
from geobias.tables import ScoreInterval, ScoreIntervalTable


def wilson_scores(groups: WeightedGroups, level: float = 0.95) -> ScoreIntervalTable:
    """Wilson intervals of the scores that are shares of documents, on distinct documents.

    A document counts once: its answers are averaged over the models that predict it, and a document that half of the
    models call positive counts half among those called so. The models are taken as given; what another training
    would change is not in the interval, and where they disagree it is wider than documents alone would make it.
    Where units give several documents the interval takes the effective number of documents and Student's quantile
    (Korn and Graubard 1998, Survey Methodology 24); see `_effective`.
    Metrics of the groups that are no shares are passed over.
    """
    shares = SHARES[groups.predictions.task]
    wanted = [name for name in shares if name in groups.metrics]
    out = []
    for group, at in groups.at.items():
        means, models = document_means(groups.predictions, at)
        for metric in wanted:
            hits, base = (np.sum([means[name] for name in names], axis=0) for names in shares[metric])
            used = int((base > 0).sum())
            found = unit_share(hits, base, groups.units[group], level)
            out.append(ScoreInterval(metric, group, used, models, *found, level, "wilson"))
    return ScoreIntervalTable(tuple(out))


def unit_share(
    hits: np.ndarray, base: np.ndarray, units: np.ndarray, level: float = 0.95
) -> tuple[float, float, float]:
    """A share with Wilson's interval, where several documents may come from one unit; NaN where there is none.

    hits, base : float64 (k,), what each document adds above and below the line, 0 <= hits <= base. units : int (k,).

    >>> alone = unit_share(np.array([1.0, 1, 0, 1]), np.ones(4), np.arange(4))
    >>> together = unit_share(np.array([1.0, 1, 0, 1]), np.ones(4), np.array([0, 0, 1, 2]))
    >>> [round(end, 2) for end in alone], [round(end, 2) for end in together]
    ([0.75, 0.3, 0.95], [0.75, 0.06, 0.99])
    """
    n = float(base.sum())
    if not n:
        return np.nan, np.nan, np.nan
    value = float(hits.sum()) / n
    counted, widening = _effective(hits, base, units, level)
    low, high = wilson_interval(min(value, 1.0) * counted, counted, level, widening)
    return value, float(low), float(high)


def _effective(hits: np.ndarray, base: np.ndarray, units: np.ndarray, level: float) -> tuple[float, float]:
    """The effective number of documents, and how much wider than a normal interval Student's is.

    The number is that of the documents divided by the design effect: the variance of the share over units by the one
    over documents, both linearised (Kish 1965), at least 1. Where all answers are alike the effect cannot be seen, and
    a unit counts as one document. Degrees of freedom: effective units less 1, at least 1; one
    unit alone gives no interval.
    """
    total = float(base.sum())
    _, units = np.unique(units[base > 0], return_inverse=True)
    hits, base = hits[base > 0], base[base > 0]
    if len(hits) == units.max(initial=-1) + 1:
        return total, 1.0
    residuals, worth = hits - base * (hits.sum() / total), effective_number(base, units)
    sums = np.bincount(units, residuals)
    alone, together = (float((part**2).sum()) * len(part) / max(len(part) - 1, 1) for part in (residuals, sums))
    whole = effective_number(base) / worth  # a unit's documents all alike
    effect = max(together / alone, 1.0) if alone > 1e-12 * total else whole
    return (total / effect, float(student_widening(max(worth - 1, 1.0), level))) if worth > 1 + 1e-9 else (np.nan, 1.0)
