"""Means and standard deviations of the scores over the models."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from geobias.published.regional.evidence import Evidence
from geobias.published.regional.names import GROUPS, SCORES
from geobias.published.regional.reasons import Reason, together
from geobias.tables import INVALID, Comparison, compare

_TOLERANCE = 1e-6
_SMALL = 0.1
"""A mean that another run moves by less than this share of its standard error is as good as it was."""


def mean_rows(evidence: Evidence) -> Iterator[Comparison]:
    """Means and standard deviations over models: those of the file of means beside those of all rounds."""
    released = evidence.released
    for score in SCORES:
        printed = released.means.metrics[score.metric][:, 0]
        rounds = released.scores.metrics[score.metric].mean(axis=1)
        mended = evidence.mended.metrics[score.metric][:, 0]
        for place, group in enumerate(GROUPS):
            old, new, right = printed[:, place], rounds[:, place], mended[:, place]
            reason = together([evidence.scores.get((score.metric, group)), _other_run(old, new)])
            for name, of in (("mean", np.mean), ("standard deviation", _deviation)):
                more = {} if np.allclose(old, right, atol=1e-9) else {"corrected": float(of(right))}
                yield compare(
                    f"{name} over models", f"{score.words}, {group}", float(of(old)), float(of(new)), 6,
                    tolerance=_TOLERANCE, valid=reason.valid, why=reason.words, **more,
                )  # fmt: skip


def _deviation(values: np.ndarray) -> float:
    return float(values.std(ddof=1))


def _other_run(printed: np.ndarray, rounds: np.ndarray) -> Reason | None:
    off = np.abs(printed - rounds)
    if off.max() <= _TOLERANCE:
        return None
    small = abs(printed.mean() - rounds.mean()) < _SMALL * _deviation(rounds) / np.sqrt(len(rounds))
    words = "the file of means holds another run of some rounds"
    return (
        Reason(words=f"{words}, which moves the mean by less than a tenth of its error")
        if small
        else Reason(INVALID, words)
    )
