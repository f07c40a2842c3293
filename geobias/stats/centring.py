"""Centred distance matrices, whose inner product is distance correlation.

A stack of short samples has them whole, with what is missing left out; a table of long complete samples has them some
rows at a time, so that memory does not grow with their square. Permuting a sample permutes the rows and columns of its
matrix, so the matrix is centred once and each permutation is an indexing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

BLOCK = 1 << 17
"""Distances held at a time, over all samples: they stay in the second-level cache."""

LEAST_NORM = 1e-12
"""Norm, in units of the sample's size and range, below which a centred matrix is rounding, not variance."""


def centred_distances(values: np.ndarray, bias_corrected: bool) -> np.ndarray:
    """Centred distance matrices of samples (..., n), each of Frobenius norm 1; float64 (..., n, n).

    Doubly centred (Szekely, Rizzo and Bakirov 2007, eq. 2.8), or U-centred where `bias_corrected` (Szekely and Rizzo
    2014, eq. 2.1). Missing observations (NaN) have rows and columns of 0. A sample is NaN throughout where it is
    constant, has fewer than 2 (4) observations, or its U-centred distances are all zero.
    """
    known = ~np.isnan(values)
    count = known.sum(-1)[..., None, None]
    low = np.where(known, values, np.inf).min(-1, keepdims=True, initial=np.inf)
    high = np.where(known, values, -np.inf).max(-1, keepdims=True, initial=-np.inf)
    varies = low < high
    within = np.where(varies, high, 1.0) - np.where(varies, low, 0.0)
    places = np.where(known & varies, values - np.where(varies, low, 0.0), 0.0) / within
    both = known[..., :, None] & known[..., None, :]
    distances = np.abs(places[..., :, None] - places[..., None, :]) * both
    share, whole = _divisors(count, bias_corrected)
    rows = distances.sum(-1, keepdims=True) / np.maximum(share, 1)
    total = distances.sum((-2, -1), keepdims=True) / np.maximum(whole, 1)
    centred = (distances - rows - np.swapaxes(rows, -1, -2) + total) * both
    if bias_corrected:
        own = np.arange(values.shape[-1])
        centred[..., own, own] = 0.0
    norm = np.sqrt((centred**2).sum((-2, -1), keepdims=True))
    defined = varies[..., None] & (count >= (4 if bias_corrected else 2)) & (norm > LEAST_NORM * count)
    return np.divide(centred, norm, out=np.full(centred.shape, np.nan), where=defined)


def distance_coefficient(x: np.ndarray, y: np.ndarray, bias_corrected: bool) -> np.ndarray:
    """Distance correlation along the last axis of x (..., n) and y (..., n), NaN in the same places; float64 (...)."""
    first, second = centred_distances(x, bias_corrected), centred_distances(y, bias_corrected)
    return scaled((first * second).sum((-2, -1)), bias_corrected)


def distance_coefficient_permuted(
    x: np.ndarray, ys: np.ndarray, blocks: Iterable[np.ndarray], bias_corrected: bool
) -> np.ndarray:
    """Distance correlation of `x[index[r]]` with every sample of `ys`: x (n,), ys (k, n), all complete; float64 (k, m).

    `blocks` are rows of the index (m, n), some at a time.
    """
    # Both matrices are symmetric: the upper triangle counts twice, the diagonal once (and is 0 when U-centred).
    n = len(x)
    rows, columns = np.triu_indices(n, int(bias_corrected))
    weights = np.where(rows == columns, 1.0, 2.0)
    targets = centred_distances(ys, bias_corrected)[:, rows, columns] * weights
    matrix = centred_distances(x, bias_corrected).ravel()
    products = [targets @ matrix.take(part.take(rows, axis=1) * n + part.take(columns, axis=1)).T for part in blocks]
    return scaled(np.concatenate(products, axis=1), bias_corrected)


def scaled(product: np.ndarray, bias_corrected: bool) -> np.ndarray:
    """The inner product as it is reported: on the squared scale when bias-corrected, else its square root."""
    return np.clip(product, -1.0, 1.0) if bias_corrected else np.sqrt(np.clip(product, 0.0, 1.0))


def centred_products(samples: np.ndarray, bias_corrected: bool) -> np.ndarray:
    """Inner products (k, k) of the centred distance matrices of samples (k, n), of norm 1; NaN where one is zero."""
    size, n = samples.shape
    products = np.zeros((size, size))
    for block in _centred_rows(samples, bias_corrected):
        flat = block.reshape(size, -1)
        products += flat @ flat.T
    norms = np.sqrt(products.diagonal())
    norms = np.where(norms > LEAST_NORM * n, norms, np.nan)
    return products / norms[:, None] / norms


def _centred_rows(samples: np.ndarray, bias_corrected: bool) -> Iterator[np.ndarray]:
    """Centred distance matrices of samples (k, n), each scaled to a range of 1, some rows (k, b, n) at a time."""
    n = samples.shape[1]
    spread = np.ptp(samples, axis=1, keepdims=True)
    values = (samples - samples.mean(1, keepdims=True)) / np.where(spread > 0, spread, 1.0)
    sums = _distance_sums(values)
    share, whole = _divisors(n, bias_corrected)
    columns = sums / share
    rows = columns - sums.sum(1, keepdims=True) / whole
    step = max(1, BLOCK // values.size)
    for top in range(0, n, step):
        part = slice(top, top + step)
        block = values[:, part, None] - values[:, None]
        np.abs(block, out=block)
        block -= rows[:, part, None]
        block -= columns[:, None]
        if bias_corrected:
            own = np.arange(block.shape[1])
            block[:, own, top + own] = 0.0
        yield block


def _distance_sums(values: np.ndarray) -> np.ndarray:
    """sum_j |x_i - x_j| for every entry of every row of (k, n), from the order of its entries."""
    n, order = values.shape[1], np.argsort(values, axis=1)
    ranked = np.take_along_axis(values, order, axis=1)
    up_to, rank = ranked.cumsum(1), np.arange(n)
    sums = np.empty_like(values)
    np.put_along_axis(sums, order, (2 * rank + 2 - n) * ranked - 2 * up_to + up_to[:, -1:], axis=1)
    return sums


def _divisors(count: np.ndarray | int, bias_corrected: bool) -> tuple[np.ndarray | int, np.ndarray | int]:
    """What the sum of a row, and that of all rows, are divided by."""
    return (count - 2, (count - 1) * (count - 2)) if bias_corrected else (count, count**2)
