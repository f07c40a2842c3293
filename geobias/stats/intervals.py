"""Intervals for shares and from replicates; only Student's quantiles need scipy."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np

from geobias.arguments import number
from geobias.arrays import reals
from geobias.errors import InputError, require


def check_level(level: object, name: str = "level") -> float:
    """A level; raises InputError unless it lies in (0, 1)."""
    return number(name, level, "lie in (0, 1)", lambda v: 0 < v < 1, "Pass 0.95.")


def wilson_interval(
    successes: np.ndarray | float, n: np.ndarray | float, level: float = 0.95, widening: float = 1.0
) -> tuple[np.ndarray, np.ndarray]:
    """Wilson's score interval of a share (Wilson 1927), without continuity correction.

    Parameters
    ----------
    successes, n : float (...), which broadcast; 0 <= successes <= n. Numbers that are no integers are allowed: the
        successes of several models on the same documents, averaged over the models.
    level : coverage, in (0, 1). widening : of the normal quantile, e.g. `student_widening` where `n` was estimated.

    Returns
    -------
    low, high : float64 (...); NaN where n is 0 or anything is NaN. They equal statsmodels'
        `proportion_confint(method="wilson")`. Raises InputError for successes outside [0, n].

    >>> [round(float(end), 4) for end in wilson_interval(8, 10)]
    [0.4902, 0.9433]
    """
    level = check_level(level)
    samples = reals("successes", successes), reals("n", n)
    try:
        successes, n = np.broadcast_arrays(*samples)
    except ValueError:
        got = f"they are {[sample.shape for sample in samples]}"
        raise InputError("successes and n must have shapes that broadcast", got, "Align both.") from None
    if ((successes < 0) | (successes > n)).any():
        raise InputError(
            "successes must lie between 0 and the number of documents",
            f"they run from {np.nanmin(successes)} to {np.nanmax(successes)} of {np.nanmax(n)}",
            "Pass counts, not shares.",
        )
    widening = number("widening", widening, "lie between 1 and 1000", lambda v: 1 <= v <= 1000, "Pass 1.")
    square = (NormalDist().inv_cdf((1 + level) / 2) * widening) ** 2
    counts = np.where(n > 0, n, np.nan)
    share = successes / counts
    centre = (successes + square / 2) / (counts + square)
    half = np.sqrt(square) / (counts + square) * np.sqrt(counts * share * (1 - share) + square / 4)
    # At the ends the formula gives 0 and 1 but for rounding.
    low = np.where(successes == 0, np.where(n > 0, 0.0, np.nan), np.clip(centre - half, 0, 1))
    high = np.where(successes == n, np.where(n > 0, 1.0, np.nan), np.clip(centre + half, 0, 1))
    return low, high


def percentile_interval(
    replicates: np.ndarray, level: float = 0.95, widening: np.ndarray | float = 1.0
) -> tuple[np.ndarray, np.ndarray]:
    """The middle `level` of replicates along the first axis (Efron's percentile interval), perhaps expanded.

    Parameters
    ----------
    replicates : float (B, ...); NaN = undefined in this replicate, and left out.
    widening : float, broadcastable to (...): how much further than usual the ends lie on the scale of normal quantiles,
        e.g. `student_widening`. Quantiles of bootstrap replicates of few units are too narrow, and 1 leaves them as
        they are (the expanded percentile interval of Hesterberg 2015, The American Statistician 69). What B replicates
        do not reach is the distance of the outermost from the median, stretched. NaN gives no interval.

    Returns low, high (...), NaN where half of the replicates or more are undefined: what is left would be a selection.
    """
    level, replicates = check_level(level), reals("replicates", replicates)
    if replicates.ndim == 0 or not len(replicates):
        raise InputError("replicates must be (B, ...), with B at least 1", "there is none", "Pass a replicate per row.")
    known = ~np.isnan(replicates)
    usable = known.mean(0) > 0.5
    filled = np.where(usable, replicates, 0.0)
    quantile = np.nanquantile if not known[:, usable].all() else np.quantile
    usual, factor = NormalDist().inv_cdf((1 + level) / 2), reals("widening", widening)
    if (factor == 1).all():
        low, high = quantile(filled, [(1 - level) / 2, (1 + level) / 2], axis=0)
    else:
        wanted = usual * _like(factor, filled[0])
        reached = np.minimum(wanted, NormalDist().inv_cdf(1 - 0.5 / len(filled)))
        low, middle, high = (np.full(wanted.shape, np.nan) for _ in range(3))
        for place in map(tuple, np.argwhere(~np.isnan(wanted))):
            tail = NormalDist().cdf(-reached[place])
            low[place], middle[place], high[place] = quantile(filled[:, *place], [tail, 0.5, 1 - tail])
        low, high = (middle + (end - middle) * wanted / reached for end in (low, high))
    return np.where(usable, low, np.nan), np.where(usable, high, np.nan)


def _like(widening: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Of the shape of an array of replicates without their axis, at least 0; raises InputError."""
    try:
        spread = np.broadcast_to(widening, values.shape)
    except ValueError:
        spread = None
    if spread is None or (widening < 0).any():
        raise InputError(
            "widening must be at least 0, and of a shape that broadcasts to one replicate",
            f"it is {widening.shape} from {widening.min()}, and a replicate {values.shape}",
            "Pass one number, or one per column.",
        )
    return spread


def student_widening(df: np.ndarray | float, level: float = 0.95) -> np.ndarray:
    """How much wider Student's interval is than the normal one, t / z >= 1, of the shape of `df`; needs scipy.

    df : degrees of freedom, positive; NaN stays NaN.

    >>> student_widening([4, 1e9]).round(2).tolist()
    [1.42, 1.0]
    """
    law = require("scipy.stats", extra="study", purpose="an interval by Student's law")
    return np.asarray(law.t.ppf((1 + check_level(level)) / 2, reals("df", df))) / NormalDist().inv_cdf((1 + level) / 2)
