"""Which items a group says more than another: log-odds with an informative prior, tested by permuted units."""

from __future__ import annotations

import numpy as np

from geobias.errors import require
from geobias.measures.explaining.estimates import Estimates, spread_of, tested_items
from geobias.measures.explaining.settings import ExplainSettings
from geobias.stats import log_odds, random_splits


def odds_of_items(
    a: np.ndarray, b: np.ndarray, prior: np.ndarray, settings: ExplainSettings, rng: np.random.Generator
) -> Estimates:
    """Log-odds of k items between two groups; above 0 where the first says an item more.

    Parameters
    ----------
    a, b : float64 (U_a, k + 1) and (U_b, k + 1), occurrences in every unit; the last column is all other items.
    prior : float64 (k + 1,), see `stats.log_odds`.

    Units come together (an author repeats words), so the interval's error is over units, linearised, and at least that
    of independent words; the test permutes units between the groups.
    """
    units = np.concatenate([a, b])
    first = np.repeat([1.0, 0.0], [len(a), len(b)])
    found = _of_splits(units, first[None], prior)[0]
    null = np.concatenate(
        [_of_splits(units, splits, prior) for splits in random_splits(first, settings.permutations, rng)]
    )
    tested = tested_items(found, null.T, spread_of(found, null.T), exact=False, alternative="two-sided")
    law = require("scipy.stats", extra="study", purpose="intervals of log-odds")
    half = law.t.ppf((1 + settings.level) / 2, max(min(len(a), len(b)) - 1, 1)) * _error(a, b, prior)
    return Estimates(found, found - half, found + half, tested, np.full(len(found), np.nan))


def _of_splits(units: np.ndarray, first: np.ndarray, prior: np.ndarray) -> np.ndarray:
    """Log-odds (B, k) of divisions of units (B, U) into two groups, one for those of the first."""
    counts = first @ units
    rest = units.sum(0) - counts
    totals = np.stack([counts.sum(1), rest.sum(1)], axis=1)
    return log_odds(counts[:, :-1], rest[:, :-1], totals, prior).estimate


def _error(a: np.ndarray, b: np.ndarray, prior: np.ndarray) -> np.ndarray:
    """Standard errors (k,): of units, by the derivative of a group's log-odds in the count and the total."""
    counts, whole = [a.sum(0)[:-1], b.sum(0)[:-1]], prior.sum()
    variance = np.zeros(len(prior) - 1)
    for group, y in zip((a, b), counts, strict=True):
        n, alpha, units = group.sum(), prior[:-1], len(group)
        in_count, in_total = 1 / (y + alpha) + 1 / (n + whole - y - alpha), -1 / (n + whole - y - alpha)
        moved = group[:, :-1] * in_count + group.sum(1)[:, None] * in_total
        of_units = units / max(units - 1, 1) * ((moved - moved.mean(0)) ** 2).sum(0)
        variance += np.maximum(of_units, 1 / (y + alpha) if units > 1 else np.inf)
    return np.sqrt(variance)
