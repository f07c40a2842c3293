"""Shares of statements that responses resonate and conflict with, as a waterfall; and whether inversions mirror."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from geobias.arguments import number
from geobias.errors import InputError, require
from geobias.measures.resonance.clusters import ClusteredMean, clustered_mean
from geobias.measures.resonance.scores import BOTH, ResonanceScores
from geobias.stats import student_widening, wilson_interval
from geobias.tables import (
    HYPOTHESIS,
    INVERSION,
    StatementResonance,
    StatementResonanceTable,
    ValueMirroring,
    ValueMirroringTable,
)


def statement_resonance(scores: ResonanceScores, level: float = 0.95) -> StatementResonanceTable:
    """The waterfall of the 2 V statements; prompts are the clusters. Raises `InputError` without a response.

    >>> from geobias.measures.resonance import read_values
    >>> values = read_values()[:1]
    >>> scores = ResonanceScores(values, np.array([[1], [0]]), np.array([[-1], [0]]), ("p", "q"), np.zeros(2), ("", ""))
    >>> [(row.side, row.resonance, row.conflict, row.contribution) for row in statement_resonance(scores).rows]
    [('hypothesis', 0.5, 0.0, 0.175), ('inversion', 0.0, 0.5, 0.175)]
    """
    labels = np.concatenate([scores.hypotheses, scores.inversions], axis=1).astype(np.float64)
    weights = np.concatenate([scores.loadings, -scores.loadings]) / 2
    for_, against, added = (_mean(scores, part) for part in (labels == 1, labels == -1, labels * weights))
    reached, n = np.cumsum(added.mean), len(scores)
    (low, high), (under, over) = share_ends(for_, n, level), share_ends(against, n, level)
    rows = []
    for at in range(labels.shape[1]):
        value = scores.values[at % len(scores.values)]
        side = HYPOTHESIS if at < len(scores.values) else INVERSION
        shares = float(for_.mean[at]), float(against.mean[at])
        around = float(low[at]), float(high[at]), float(under[at]), float(over[at])
        adds = float(added.mean[at]), float(added.error[at]), float(reached[at])
        words = value.hypothesis if side == HYPOTHESIS else value.inversion
        rows.append(
            StatementResonance(value.name, side, words, *shares, *around, level, *adds, n=n, prompts=for_.clusters)
        )
    return StatementResonanceTable(tuple(rows))


def value_mirroring(scores: ResonanceScores, level: float = 0.95) -> ValueMirroringTable:
    """Shares of responses that do not mirror, that contradict themselves, and that are silent, by value and of all."""
    first, second = scores.hypotheses, scores.inversions
    parts = (first != -second, (first == second) & (first != 0), (first == 0) & (second == 0))
    with_all = [np.column_stack([part, part.mean(1)]) for part in parts]
    return ValueMirroringTable(tuple(_mirror_rows(scores, with_all, level)))


def _mirror_rows(scores: ResonanceScores, parts: list[np.ndarray], level: float) -> Iterator[ValueMirroring]:
    unmirrored, contradictory, silent = (_mean(scores, part) for part in parts)
    both = [end for part in (unmirrored, contradictory) for end in share_ends(part, len(scores), level)]
    for at, name in enumerate([value.name for value in scores.values] + [""]):
        a, b, c = (float(part.mean[at]) for part in (unmirrored, contradictory, silent))
        low, high, under, over = (float(end[at]) for end in both)
        count = len(scores) * (1 if name else len(scores.values))
        yield ValueMirroring(name, a, b, c, low, high, under, over, level, count, silent.clusters)


def _mean(scores: ResonanceScores, columns: np.ndarray) -> ClusteredMean:
    if not len(scores):
        raise InputError("shares need responses", "there is none", "Pass scores with one or more.")
    return clustered_mean(columns.astype(np.float64), prompts_of(scores))


def prompts_of(scores: ResonanceScores) -> np.ndarray:
    """int64 (n,), the cluster of each response: one prompt asked by one design."""
    keys = np.array(
        [f"{len(design)}:{design}{prompt}" for design, prompt in zip(scores.design, scores.prompt, strict=True)]
    )
    return np.unique(keys, return_inverse=True)[1]


def ends(found: ClusteredMean, level: float) -> tuple[np.ndarray, np.ndarray]:
    """Student's interval of each mean; NaN = one cluster."""
    law = require("scipy.stats", extra="study", purpose="intervals of means")
    level = number("level", level, "lie in (0, 1)", lambda v: 0 < v < 1, "Pass 0.95.")
    half = law.t.ppf((1 + level) / 2, max(found.clusters - 1, 1)) * found.error
    return found.mean - half, found.mean + half


def share_ends(found: ClusteredMean, n: int, level: float) -> tuple[np.ndarray, np.ndarray]:
    """Wilson's interval of each share for as many independent responses as would have its error; NaN = one cluster.

    That number is p (1 - p) / error^2, at most `n` (Korn and Graubard 1998, Survey Methodology 24); where all responses
    say the same, so that no error shows, it is the number of clusters. Student's quantile, clusters - 1.
    """
    share = np.clip(found.mean, 0, 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        alone = np.minimum(share * (1 - share) / found.error**2, n)
    alone = np.where(found.error <= 1e-9, np.where((share < 1e-9) | (share > 1 - 1e-9), found.clusters, n), alone)
    return wilson_interval(share * alone, alone, level, float(student_widening(max(found.clusters - 1, 1), level)))


def group_means(scores: ResonanceScores, group: str, scoring: str = BOTH) -> dict[str, tuple[float, float]]:
    """Group -> mean projection of its responses and the standard error, prompts as clusters (NaN with one prompt).

    group : a field, such as "nation"; responses where it is "" are left out.
    """
    labels, values, prompts = scores.labels(group), scores.projection(scoring), prompts_of(scores)
    found = {}
    for name in dict.fromkeys(label for label in labels if label):
        here = labels == name
        mean = clustered_mean(values[here, None], prompts[here])
        found[str(name)] = float(mean.mean[0]), float(mean.error[0])
    return found
