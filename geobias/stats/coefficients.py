"""Pearson, Spearman, Kendall and distance correlations of stacks of samples, in numpy alone.

Pearson and Spearman are the inner product of centred unit vectors (values or ranks); Kendall's tau is that of
the signs of all differences, distance correlation that of all centred distances (`geobias.stats.centring`).
Permuting a sample permutes these scores, so they are computed once for all permutations.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from geobias.arguments import choice
from geobias.errors import InputError
from geobias.stats.centring import distance_coefficient, distance_coefficient_permuted
from geobias.stats.samples import as_sample

DISTANCE = ("distance_correlation", "distance_correlation_biased")
COEFFICIENTS = ("spearman", "kendall_tau_b", "kendall_tau_a", "pearson", *DISTANCE)
_CHUNK = 1 << 18  # entries of one block of permuted scores: a few megabytes, so it stays near the cache


def coefficient_name(name: str) -> str:
    """The full name of a coefficient; "kendall" is tau-b, the variant that allows for ties."""
    full = choice("coefficient", name, ("kendall", *COEFFICIENTS))
    return "kendall_tau_b" if full == "kendall" else full


def tested_alternative(coefficient: str, alternative: str) -> str:
    """The alternative a coefficient is tested against: for distance correlation "greater", whatever is asked.

    Dependence of any form makes it larger, and nothing makes it smaller than independence does.
    """
    return "greater" if coefficient in DISTANCE else alternative


def midranks(values: np.ndarray) -> np.ndarray:
    """Ranks along the last axis from 1, ties sharing their mean rank; NaN keeps NaN and takes no rank.

    >>> midranks(np.array([3.0, 1.0, np.nan, 3.0])).tolist()
    [2.5, 1.0, nan, 2.5]
    """
    values = as_sample(values, "values")
    if values.ndim == 0:
        raise InputError("values must be a sample (..., n)", "it is one number", "Pass one number per observation.")
    order = np.argsort(values, axis=-1, kind="stable")
    ordered = np.take_along_axis(values, order, -1)
    place = np.broadcast_to(np.arange(values.shape[-1]), values.shape)
    new = np.ones(values.shape, dtype=bool)
    new[..., 1:] = ordered[..., 1:] != ordered[..., :-1]
    last = np.ones(values.shape, dtype=bool)
    last[..., :-1] = new[..., 1:]
    first_place = np.maximum.accumulate(np.where(new, place, 0), axis=-1)
    beyond = np.where(last, place, values.shape[-1])
    last_place = np.minimum.accumulate(beyond[..., ::-1], axis=-1)[..., ::-1]
    ranks = np.empty(values.shape)
    np.put_along_axis(ranks, order, (first_place + last_place) / 2 + 1, -1)
    return np.where(np.isnan(values), np.nan, ranks)


def correlate(x: object, y: object, coefficient: str = "spearman") -> np.ndarray:
    """A coefficient along the last axis of x (..., n) and y (..., n), which broadcast; float64 (...).

    Observations that are NaN in either are left out, pair by pair. NaN is returned where fewer than two
    remain or one side is constant: there no coefficient is defined (Kendall's tau-a included, whose formula
    would give 0). "distance_correlation" is bias-corrected, on the squared scale, and can be negative;
    "distance_correlation_biased" is the square root that is published most: the values of
    `geobias.stats.distance_correlation`.

    >>> correlate([1, 1, 2, 2, 3], [1, 2, 2, 3, 3], "kendall_tau_b").item()
    0.75
    """
    name = coefficient_name(coefficient)
    samples = as_sample(x, "x"), as_sample(y, "y")
    try:
        first, second = np.broadcast_arrays(*samples)
    except ValueError:
        shapes = [sample.shape for sample in samples]
        raise InputError("x and y must have shapes that broadcast", f"they are {shapes}", "Align both.") from None
    if first.ndim == 0:
        raise InputError("x and y must be samples (..., n)", "each is one number", "Pass one number per observation.")
    missing = np.isnan(first) | np.isnan(second)
    first, second = np.where(missing, np.nan, first), np.where(missing, np.nan, second)
    if name.startswith("kendall"):
        return _kendall_rows(first, second, name)
    if name in DISTANCE:
        value = distance_coefficient(first, second, bias_corrected=name == DISTANCE[0])
    else:
        if name == "spearman":
            first, second = midranks(first), midranks(second)
        value = np.clip((unit_scores(first) * unit_scores(second)).sum(-1), -1.0, 1.0)
    return np.where(missing.all(-1), np.nan, value)


def unit_scores(values: np.ndarray) -> np.ndarray:
    """Values centred and scaled to length 1 along the last axis; missing ones become 0, constant rows NaN."""
    known = ~np.isnan(values)
    low = np.where(known, values, np.inf).min(-1, keepdims=True, initial=np.inf)
    high = np.where(known, values, -np.inf).max(-1, keepdims=True, initial=-np.inf)
    varies = low < high
    size = np.where(varies, np.maximum(np.abs(low), np.abs(high)), 1.0)
    scaled = np.where(known, values, 0.0) / size  # so that squares neither overflow nor vanish
    mean = scaled.sum(-1, keepdims=True) / np.maximum(known.sum(-1, keepdims=True), 1)
    centred = np.where(known, scaled - mean, 0.0)
    length = np.sqrt((centred**2).sum(-1, keepdims=True))
    return np.divide(centred, length, out=np.full(values.shape, np.nan), where=varies)


def correlate_permuted(x: np.ndarray, ys: np.ndarray, index: np.ndarray, coefficient: str) -> np.ndarray:
    """A coefficient of `x[index[r]]` with every sample of `ys`, for all permutations r.

    x (n,); ys (k, n); index int64 (m, n), a permutation per row. Returns float64 (k, m). Complete samples share
    one set of scores; with missing values the observations that remain, and so the ranks, differ by
    permutation.
    """
    name = coefficient_name(coefficient)
    if np.isnan(x).any() or np.isnan(ys).any():
        width = len(ys) * (len(x) if name in DISTANCE else 1)
        return np.concatenate([correlate(x[part], ys[:, None, :], name) for part in _blocks(index, width)], axis=1)
    if name.startswith("kendall"):
        return _kendall_permuted(x, ys, index, name)
    if name in DISTANCE:
        return distance_coefficient_permuted(x, ys, _blocks(index, len(x)), bias_corrected=name == DISTANCE[0])
    if name == "spearman":
        x, ys = midranks(x), midranks(ys)
    scores, targets = unit_scores(x), unit_scores(ys)
    return np.concatenate([targets @ scores[part].T for part in _blocks(index)], axis=1)


def _blocks(index: np.ndarray, width: int = 1) -> Iterator[np.ndarray]:
    rows = max(1, _CHUNK // max(1, width * index.shape[1]))
    for start in range(0, len(index), rows):
        yield index[start : start + rows]


def _signs(values: np.ndarray, i: int) -> np.ndarray:
    """Signs of later values against value i, int8 (..., n - i - 1); 0 for ties and for NaN."""
    later, this = values[..., i + 1 :], values[..., i : i + 1]
    return (later > this).view(np.int8) - (later < this).view(np.int8)


def _kendall_rows(x: np.ndarray, y: np.ndarray, name: str) -> np.ndarray:
    agreement = np.zeros(x.shape[:-1])
    for i in range(x.shape[-1] - 1):
        agreement += (_signs(x, i) * _signs(y, i)).sum(-1)
    count = (~np.isnan(x)).sum(-1)
    return _tau(agreement, _untied(x), _untied(y), count * (count - 1) / 2, name)


def _untied(values: np.ndarray) -> np.ndarray:
    """How many pairs of observations differ, float64 (...)."""
    total = np.zeros(values.shape[:-1])
    for i in range(values.shape[-1] - 1):
        total += np.abs(_signs(values, i)).sum(-1)
    return total


def _kendall_permuted(x: np.ndarray, ys: np.ndarray, index: np.ndarray, name: str) -> np.ndarray:
    n = len(x)
    signs_y = [_signs(ys, i).astype(np.float64) for i in range(n - 1)]
    untied_x, untied_y = _untied(x), _untied(ys)
    blocks = []
    for part in _blocks(index):
        permuted = x[part]
        agreement = np.zeros((len(ys), len(part)))
        for i in range(n - 1):
            agreement += signs_y[i] @ _signs(permuted, i).astype(np.float64).T
        blocks.append(agreement)
    return _tau(np.concatenate(blocks, axis=1), untied_x, untied_y[:, None], np.asarray(n * (n - 1) / 2), name)


def _tau(agreement: np.ndarray, untied_x: np.ndarray, untied_y: np.ndarray, pairs: np.ndarray, name: str) -> np.ndarray:
    """Concordant less discordant pairs over all pairs (tau-a) or the mean of the untied ones (tau-b)."""
    untied = np.sqrt(untied_x * untied_y)
    below = np.where(untied > 0, pairs, 0.0) if name == "kendall_tau_a" else untied
    below = np.broadcast_to(below, agreement.shape)
    return np.divide(agreement, below, out=np.full(agreement.shape, np.nan), where=below > 0)
