"""Log-odds of words between two groups, shrunk by an informative Dirichlet prior (Monroe et al. 2008)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from geobias.arrays import reals
from geobias.errors import InputError


@dataclass(frozen=True)
class LogOdds:
    """Of k words, float64 (..., k) each; above 0 where the first group says them more.

    estimate : difference of the log-odds of a word in either group. variance : of independent words. z : estimate over
        its standard error.
    """

    estimate: np.ndarray
    variance: np.ndarray

    @property
    def z(self) -> np.ndarray:
        return self.estimate / np.sqrt(self.variance)


def log_odds(counts_a: object, counts_b: object, totals: object, prior: object) -> LogOdds:
    """How much likelier words are in group A than in group B (Monroe, Colaresi and Quinn 2008, Political Analysis 16,
    section 3.5.1: equations 15, 16, 20 and 22).

    With y the count of a word, n all words of its group and alpha the prior, a group's log-odds are
    log (y + alpha) - log (n + sum alpha - y - alpha); the variance of their difference is about
    1 / (y_a + alpha) + 1 / (y_b + alpha).

    Parameters
    ----------
    counts_a, counts_b : (..., k) occurrences of k words in either group; a leading axis holds further divisions of the
        same texts. totals : (..., 2) words of all kinds of A and B, those that are not among the k too.
    prior : (k + 1,), above 0, pseudo-counts of the k words and, last, of all others together.

    Raises
    ------
    InputError : unlike lengths, negative or missing counts, a prior that is not above 0, totals below their counts.

    >>> found = log_odds([8.0], [1.0], [10.0, 10.0], [1.0, 1.0])
    >>> found.estimate.round(3).item(), found.variance.round(3).item()
    (2.708, 0.611)
    """
    a, b = reals("counts_a", counts_a), reals("counts_b", counts_b)
    sizes, weights = reals("totals", totals), reals("prior", prior)
    _check(a, b, sizes, weights)
    alpha, whole = weights[:-1], weights.sum()
    odds = [np.log(y + alpha) - np.log(sizes[..., side, None] + whole - y - alpha) for side, y in enumerate((a, b))]
    return LogOdds(odds[0] - odds[1], 1 / (a + alpha) + 1 / (b + alpha))


def _check(a: np.ndarray, b: np.ndarray, totals: np.ndarray, prior: np.ndarray) -> None:
    fits = a.ndim > 0 and a.shape == b.shape and totals.shape == (*a.shape[:-1], 2)
    if not fits or prior.shape != (a.shape[-1] + 1,):
        raise InputError(
            "counts must be (..., k) for both groups, totals (..., 2) and prior (k + 1,)",
            f"their shapes are {a.shape}, {b.shape}, {totals.shape} and {prior.shape}",
            "Align them word by word.",
        )
    if not ((a >= 0).all() and (b >= 0).all() and (prior > 0).all()):
        raise InputError(
            "counts must be 0 or more, and the prior above 0", "some are not", "Count every word, and smooth the prior."
        )
    if not (totals + 1e-9 >= np.stack([a.sum(-1), b.sum(-1)], axis=-1)).all():
        raise InputError(
            "totals must hold the words that are counted", "some are smaller than the sum of counts", "Count all words."
        )
