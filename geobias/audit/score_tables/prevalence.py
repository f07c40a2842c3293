"""How much of a gap of precision is a gap of prevalence: groups compared as if they had the same share of labels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from geobias.audit.score_tables.answer_counts import PRECISIONS, RECALLS, Confusions
from geobias.means import known_mean
from geobias.tables import PrevalenceGap


def prevalence_gaps(behind: Confusions, groups: Sequence[str]) -> Iterator[PrevalenceGap]:
    """Every gap of both precisions between groups whose counts are known.

    A precision follows from both recalls and the prevalence (Bayes); the standardised one keeps the recalls of each
    model and takes the mean prevalence of the groups for all.
    """
    known = [place for place, share in enumerate(behind.prevalence) if not np.isnan(share)]
    if len(known) < 2:
        return
    common = float(behind.prevalence[known].mean())
    negative, positive = (behind.recalls[name] for name in RECALLS)
    raw = precisions(negative, positive, 1 - behind.negatives / behind.texts)
    standard = precisions(negative, positive, common)
    for metric, own, same in zip(PRECISIONS, raw, standard, strict=True):
        means = [100 * known_mean(known_mean(values, 0), 0) for values in (own, same)]
        for a, b in combinations(known, 2):
            gap, standardised = (abs(float(values[a] - values[b])) for values in means)
            shares = [float(share) for share in behind.prevalence]
            yield PrevalenceGap(metric, groups[a], groups[b], gap, standardised, shares[a], shares[b], common)


def precisions(
    recall_neg: np.ndarray, recall_pos: np.ndarray, prevalence: np.ndarray | float
) -> tuple[np.ndarray, np.ndarray]:
    """Both precisions where a share `prevalence` of the texts has the second label.

    >>> neg, pos = precisions(np.array(0.8), np.array(0.9), 0.5)
    >>> round(float(neg), 4), round(float(pos), 4)
    (0.8889, 0.8182)
    """
    rare = 1 - prevalence
    negative = recall_neg * rare / (recall_neg * rare + (1 - recall_pos) * prevalence)
    positive = recall_pos * prevalence / (recall_pos * prevalence + (1 - recall_neg) * rare)
    return negative, positive
